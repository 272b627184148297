// Farpoint command line: what scripts learn from the exit status.

#ifndef FARPOINT_CLIENT_CLI_EXIT_CODE_H_
#define FARPOINT_CLIENT_CLI_EXIT_CODE_H_

#include "absl/status/status.h"

namespace farpoint::cli {

enum ExitCode : int {
  kSuccess = 0,
  kFailed = 1,       // the server refused or failed, or it does not serve
  kUsage = 2,        // unknown subcommand or option
  kUnreachable = 3,  // no server at that address
  kBadInput = 4,     // a file, a question or an id cannot be read, or is refused
  kDeadline = 5,     // the deadline has passed, while connecting or later
};

/// For an error of a call: kUnreachable, kDeadline or kFailed.
ExitCode ExitCodeOf(const absl::Status& status);

/// Prints "farpoint: <message>" on standard error and returns `code`.
ExitCode Fail(ExitCode code, absl::string_view message);
/// The same with the message of an error of a call.
ExitCode Fail(const absl::Status& status);

/// Says on standard error if standard output could not be written; else kSuccess.
ExitCode FlushOutput();

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_EXIT_CODE_H_
