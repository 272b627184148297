#include "client/cli/command.h"

#include <algorithm>

namespace farpoint::cli {

absl::StatusOr<ConnectOptions> ReadConnectOptions(const Arguments& arguments,
                                                  absl::Duration deadline) {
  absl::StatusOr<absl::Duration> given = arguments.Duration("deadline", deadline);
  if (!given.ok()) return given.status();
  ConnectOptions options;
  options.deadline = *given;
  options.connect_timeout = std::min(options.connect_timeout, *given);
  return options;
}

absl::StatusOr<Client> Connect(const Arguments& arguments, const ConnectOptions& options) {
  return Client::Connect(arguments.Value("server").value_or(kDefaultServer), options);
}

}  // namespace farpoint::cli
