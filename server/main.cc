// Farpoint: farpointd, the server. `farpointd --help` lists the flags.
//
// Exit codes: 0 after SIGTERM or SIGINT, 1 when it cannot serve, 2 for wrong flags.

#include <malloc.h>
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>
#include <vector>

#include "server/backend_flags.h"
#include "server/flags.h"
#include "server/server.h"

namespace {

// glibc gives blocks of a megabyte back to the system at once and takes them again, page by page,
// for every message; keeping them makes such messages ten times cheaper.
void KeepLargeBlocks() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 512 << 20);
}

sigset_t StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

std::vector<std::string> Environment() {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) entries.emplace_back(*entry);
  return entries;
}

int WrongFlags(const absl::Status& error) {
  std::cerr << "farpointd: " << error.message() << "\nTry farpointd --help." << std::endl;
  return 2;
}

int CannotServe(const absl::Status& error) {
  std::cerr << "farpointd: " << error.message() << std::endl;
  return 1;
}

int Serve(const farpoint::ServerOptions& options) {
  // Blocked in every thread, so that only sigwait sees them.
  const sigset_t stop_signals = StopSignals();
  pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);

  absl::StatusOr<std::unique_ptr<farpoint::Backend>> backend =
      farpoint::BackendOfFlags(farpoint::BackendOptionsFromFlags());
  if (absl::IsInvalidArgument(backend.status())) return WrongFlags(backend.status());
  if (!backend.ok()) return CannotServe(backend.status());
  std::cout << "farpointd: " << farpoint::DescribeBackend(**backend) << std::endl;
  absl::StatusOr<std::unique_ptr<farpoint::Server>> server =
      farpoint::Server::Start(options, *std::move(backend));
  if (!server.ok()) return CannotServe(server.status());
  for (const std::string& address : (*server)->addresses()) {
    std::cout << "farpointd: listening on " << address << std::endl;
  }
  int signal = 0;
  sigwait(&stop_signals, &signal);
  std::cout << "farpointd: shutting down" << std::endl;
  // A second signal ends the process at once.
  pthread_sigmask(SIG_UNBLOCK, &stop_signals, nullptr);
  (*server)->Shutdown();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  KeepLargeBlocks();
  signal(SIGPIPE, SIG_IGN);
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  for (const std::string& argument : arguments) {
    if (argument == "--help" || argument == "-h") {
      std::cout << farpoint::HelpText();
      return 0;
    }
    if (argument == "--version") {
      std::cout << farpoint::VersionText();
      return 0;
    }
  }
  const absl::StatusOr<farpoint::ServerOptions> options =
      farpoint::OptionsFromFlags(arguments, Environment());
  if (!options.ok()) return WrongFlags(options.status());
  return Serve(*options);
}
