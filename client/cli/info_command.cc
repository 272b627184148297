#include <iostream>

#include "client/cli/command.h"
#include "client/cli/report_json.h"

namespace farpoint::cli {
namespace {

constexpr char kHelp[] = R"(usage: farpoint info [OPTION…]

Prints the server's version, backend, limits, what it holds and what it has done since its start.

  --json  one JSON object; its member "counters" holds the integers calls, pairs, geometries, bytes,
          devices_lost; each of "devices" says whether it is "lost"

Examples:
  farpoint info
  farpoint info --json | jq .counters.pairs
)";

// One line a value, nested names joined by dots.
void PrintText(const nlohmann::ordered_json& json, const std::string& path) {
  for (const auto& [name, value] : json.items()) {
    const std::string full = path.empty() ? name : path + "." + name;
    if (value.is_structured()) {
      PrintText(value, full);
    } else {
      std::cout << full << ": " << (value.is_string() ? value.get<std::string>() : value.dump())
                << "\n";
    }
  }
}

ExitCode Run(const Arguments& arguments) {
  const absl::StatusOr<ConnectOptions> options = ReadConnectOptions(arguments, absl::Minutes(1));
  if (!options.ok()) return Fail(kUsage, options.status().message());
  if (!arguments.operands().empty()) return Fail(kUsage, "info: takes no argument");
  absl::StatusOr<Client> client = Connect(arguments, *options);
  if (!client.ok()) return Fail(client.status());
  const absl::StatusOr<ServerInfo> info = client->GetServerInfo();
  if (!info.ok()) return Fail(info.status());
  if (arguments.Has("json")) {
    std::cout << ServerInfoJson(*info).dump(2) << "\n";
  } else {
    PrintText(ServerInfoJson(*info), "");
  }
  return FlushOutput();
}

}  // namespace

const Command& InfoCommand() {
  static const Command* const command = new Command{
      "info", "prints version, backend, limits and counters", kHelp, {{"json", false}}, Run};
  return *command;
}

}  // namespace farpoint::cli
