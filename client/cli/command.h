// Farpoint command line: the subcommands, one file each.

#ifndef FARPOINT_CLIENT_CLI_COMMAND_H_
#define FARPOINT_CLIENT_CLI_COMMAND_H_

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "client/cli/arguments.h"
#include "client/cli/exit_code.h"
#include "client/client.h"

namespace farpoint::cli {

struct Command {
  const char* name;
  const char* summary;          // one line
  const char* help;             // usage, what it does, options of its own, examples
  Arguments::Accepted options;  // of its own; --server, --deadline and --help are everybody's
  ExitCode (*run)(const Arguments& arguments);
};

const Command& UploadCommand();
const Command& ListCommand();
const Command& InfoCommand();
const Command& DeleteCommand();
const Command& HealthCommand();
const Command& QueryCommand();
const Command& SupportCommand();

inline constexpr const char* kDefaultServer = "127.0.0.1:50051";

/// How to connect: --deadline if given, else `deadline`. The error, about --deadline or --server,
/// is one of usage.
absl::StatusOr<ConnectOptions> ReadConnectOptions(const Arguments& arguments,
                                                  absl::Duration deadline);

/// Connects to --server.
absl::StatusOr<Client> Connect(const Arguments& arguments, const ConnectOptions& options);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_COMMAND_H_
