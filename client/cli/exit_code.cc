#include "client/cli/exit_code.h"

#include <iostream>

#include "absl/strings/str_cat.h"

namespace farpoint::cli {

ExitCode ExitCodeOf(const absl::Status& status) {
  if (absl::IsUnavailable(status)) return kUnreachable;
  if (absl::IsDeadlineExceeded(status)) return kDeadline;
  return kFailed;
}

ExitCode Fail(ExitCode code, absl::string_view message) {
  std::cerr << "farpoint: " << message << std::endl;
  return code;
}

ExitCode Fail(const absl::Status& status) {
  return Fail(ExitCodeOf(status),
              absl::StrCat(status.message(), " (", absl::StatusCodeToString(status.code()), ")"));
}

ExitCode FlushOutput() {
  std::cout.flush();
  return std::cout.good() ? kSuccess : Fail(kFailed, "standard output cannot be written");
}

}  // namespace farpoint::cli
