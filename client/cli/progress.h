// Farpoint command line: standard error and standard input.

#ifndef FARPOINT_CLIENT_CLI_PROGRESS_H_
#define FARPOINT_CLIENT_CLI_PROGRESS_H_

#include <string>

#include "absl/status/statusor.h"
#include "client/client.h"

namespace farpoint::cli {

/// Prints "farpoint: 3 of 7 pairs" on standard error as parts are answered, if that is a
/// terminal. `what` must outlive the call.
CallOptions ShowProgress(const char* what);

/// All of standard input.
absl::StatusOr<std::string> ReadStandardInput();

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_PROGRESS_H_
