// farpoint: asks a Farpoint server from the shell. `farpoint --help` says how.

#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/command.h"

namespace farpoint::cli {
namespace {

constexpr char kCommonHelp[] = R"(
Options of every subcommand:
  --server=ADDRESS     HOST:PORT or unix:PATH, by default 127.0.0.1:50051
  --deadline=DURATION  such as 30s, 500ms, 2m; a plain number is seconds. By default 10m for
                       upload, query and support, 10s for health, 1m for the others
  --help               this text

Exit status: 0 done; 1 the server refused, failed or does not serve; 2 wrong usage;
3 no server at that address; 4 a file, a question or an id cannot be read or is refused;
5 the deadline has passed.
)";

std::vector<const Command*> Commands() {
  return {&UploadCommand(), &QueryCommand(),  &SupportCommand(), &ListCommand(),
          &InfoCommand(),   &DeleteCommand(), &HealthCommand()};
}

std::string Overview() {
  std::string text =
      "usage: farpoint SUBCOMMAND [OPTION…] [ARGUMENT…]\n\n"
      "Uploads convex shapes to a Farpoint server and asks about pairs of them.\n\n";
  for (const Command* command : Commands()) {
    const std::string name = command->name;
    absl::StrAppend(&text, "  ", name, std::string(10 - name.size(), ' '), command->summary, "\n");
  }
  absl::StrAppend(&text, kCommonHelp, R"(
Examples:
  farpoint upload --scale=0.001 arm/*.stl
  farpoint query < questions.jsonl > answers.jsonl
  farpoint health --server=unix:/run/farpoint.sock && echo serving
  farpoint SUBCOMMAND --help
  farpoint --version
)");
  return text;
}

ExitCode RunCommand(const Command& command, const std::vector<std::string>& words) {
  Arguments::Accepted accepted = command.options;
  accepted.insert({{"server", true}, {"deadline", true}, {"help", false}});
  const absl::StatusOr<Arguments> arguments = Arguments::Parse(words, accepted);
  if (!arguments.ok()) {
    return Fail(kUsage, absl::StrCat(command.name, ": ", arguments.status().message(),
                                     "; see farpoint ", command.name, " --help"));
  }
  if (arguments->Has("help")) {
    std::cout << command.help << kCommonHelp;
    return FlushOutput();
  }
  return command.run(*arguments);
}

ExitCode Run(const std::vector<std::string>& words) {
  if (words.empty()) {
    std::cerr << Overview();
    return kUsage;
  }
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    std::cout << Overview();
    return FlushOutput();
  }
  if (words[0] == "--version") {
    std::cout << "farpoint " << FARPOINT_VERSION << "\n";
    return FlushOutput();
  }
  for (const Command* command : Commands()) {
    if (words[0] == command->name) {
      return RunCommand(*command, {words.begin() + 1, words.end()});
    }
  }
  return Fail(kUsage, absl::StrCat("\"", words[0], "\" is no subcommand; see farpoint --help"));
}

}  // namespace
}  // namespace farpoint::cli

int main(int argc, char** argv) { return farpoint::cli::Run({argv + 1, argv + argc}); }
