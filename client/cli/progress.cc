#include "client/cli/progress.h"

#include <unistd.h>

#include <iostream>
#include <sstream>

namespace farpoint::cli {

CallOptions ShowProgress(const char* what) {
  CallOptions call;
  if (isatty(STDERR_FILENO) == 0) return call;
  call.progress = [what](size_t done, size_t total) {
    std::cerr << "\rfarpoint: " << done << " of " << total << " " << what
              << (done == total ? "\n" : "") << std::flush;
  };
  return call;
}

absl::StatusOr<std::string> ReadStandardInput() {
  std::ostringstream text;
  if (std::cin.peek() != EOF) text << std::cin.rdbuf();
  if (std::cin.bad()) return absl::DataLossError("standard input cannot be read");
  return text.str();
}

}  // namespace farpoint::cli
