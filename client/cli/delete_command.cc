#include <iostream>

#include "client/cli/command.h"

namespace farpoint::cli {
namespace {

constexpr char kHelp[] = R"(usage: farpoint delete [OPTION…] ID…

Ends the server's lease on geometries. Deleting what is not there is no error.

Examples:
  farpoint delete sha256-0a1b…
  farpoint list --json | jq -r .id | xargs -r farpoint delete
)";

ExitCode Run(const Arguments& arguments) {
  const absl::StatusOr<ConnectOptions> options = ReadConnectOptions(arguments, absl::Minutes(1));
  if (!options.ok()) return Fail(kUsage, options.status().message());
  if (arguments.operands().empty()) return Fail(kUsage, "delete: which ID? See delete --help");
  absl::StatusOr<Client> client = Connect(arguments, *options);
  if (!client.ok()) return Fail(client.status());
  for (const std::string& id : arguments.operands()) {
    const absl::StatusOr<bool> existed = client->DeleteGeometry(id);
    if (!existed.ok()) return Fail(existed.status());
    std::cout << id << (*existed ? "  deleted" : "  was not there") << "\n";
  }
  return FlushOutput();
}

}  // namespace

const Command& DeleteCommand() {
  static const Command* const command =
      new Command{"delete", "deletes geometries by id", kHelp, {}, Run};
  return *command;
}

}  // namespace farpoint::cli
