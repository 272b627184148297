#include <iostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/command.h"

namespace farpoint::cli {
namespace {

constexpr char kHelp[] = R"(usage: farpoint health [OPTION…]

Asks once whether the server serves: prints SERVING and exits with 0, or NOT_SERVING and 1; exits
with 3 if there is no server, with 5 if it does not answer in time.

  --service=NAME  asks about one service: farpoint.devices serves as long as no device is lost,
                  farpoint.v1.CollisionService as long as one is left

Examples:
  farpoint health
  until farpoint health --deadline=1s; do sleep 1; done
  farpoint health --service=farpoint.devices || farpoint info
)";

ExitCode Run(const Arguments& arguments) {
  absl::StatusOr<ConnectOptions> options = ReadConnectOptions(arguments, absl::Seconds(10));
  if (!options.ok()) return Fail(kUsage, options.status().message());
  if (!arguments.operands().empty()) return Fail(kUsage, "health: takes no argument");
  const std::string service = arguments.Value("service").value_or("");
  options->max_attempts = 1;  // a probe reports what is, it does not wait for better
  absl::StatusOr<Client> client = Connect(arguments, *options);
  if (!client.ok()) return Fail(client.status());
  const absl::StatusOr<bool> serving = client->IsServing(service);
  if (absl::IsNotFound(serving.status())) {
    return Fail(kBadInput, absl::StrCat("--service: the server has none named '", service, "'"));
  }
  if (!serving.ok()) return Fail(serving.status());
  std::cout << (*serving ? "SERVING" : "NOT_SERVING") << "\n";
  const ExitCode written = FlushOutput();
  return *serving ? written : kFailed;
}

}  // namespace

const Command& HealthCommand() {
  static const Command* const command =
      new Command{"health", "asks whether the server serves", kHelp, {{"service", true}}, Run};
  return *command;
}

}  // namespace farpoint::cli
