#include <iostream>

#include "client/cli/command.h"
#include "client/cli/report_json.h"

namespace farpoint::cli {
namespace {

constexpr char kHelp[] = R"(usage: farpoint list [OPTION…]

Prints the geometries that the server holds, one line each, by ascending id.

  --json  one JSON object a line instead of text

Examples:
  farpoint list
  farpoint list --json | jq -s 'map(.resident_bytes) | add'
)";

ExitCode Run(const Arguments& arguments) {
  const absl::StatusOr<ConnectOptions> options = ReadConnectOptions(arguments, absl::Minutes(1));
  if (!options.ok()) return Fail(kUsage, options.status().message());
  if (!arguments.operands().empty()) return Fail(kUsage, "list: takes no argument");
  absl::StatusOr<Client> client = Connect(arguments, *options);
  if (!client.ok()) return Fail(client.status());
  const absl::StatusOr<std::vector<GeometryReport>> reports = client->ListGeometries();
  if (!reports.ok()) return Fail(reports.status());
  for (const GeometryReport& report : *reports) {
    std::cout << (arguments.Has("json") ? GeometryJson(report).dump() : GeometryLine(report))
              << "\n";
  }
  return FlushOutput();
}

}  // namespace

const Command& ListCommand() {
  static const Command* const command = new Command{
      "list", "prints the geometries that the server holds", kHelp, {{"json", false}}, Run};
  return *command;
}

}  // namespace farpoint::cli
