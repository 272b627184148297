// Farpoint: where the values of flags come from, and which source wins.
//
// Command line > environment (FARPOINTD_<FLAG>) > --flagfile > default. Abseil's own parser does
// not know this order nor an error for an unknown variable, so the settings are collected here, in
// rising order of precedence, and then given to the flags one by one. A flag that is set twice
// keeps the last value.

#ifndef FARPOINT_SERVER_FLAG_SOURCES_H_
#define FARPOINT_SERVER_FLAG_SOURCES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace farpoint {

/// One value for one flag.
struct FlagSetting {
  std::string flag;  // without dashes
  std::string value;
  std::string source;  // for messages: "--listen", "environment variable FARPOINTD_LISTEN",
                       // "server.flags:3"
};

/// All settings, the ones that win last. `arguments` is the command line without the program's
/// name: --flag=value or --flag value, nothing else. `environment` holds NAME=value entries, others
/// than FARPOINTD_* are passed over. The flag file (--flagfile or FARPOINTD_FLAGFILE, a path) has
/// one --flag=value a line, blank lines, and comments that begin with #. `InvalidArgument` on
/// anything else, `NotFound` without the file.
absl::StatusOr<std::vector<FlagSetting>> CollectFlagSettings(
    absl::Span<const std::string> arguments, absl::Span<const std::string> environment);

/// Sets Abseil flags; `InvalidArgument` naming the source for a value that its flag refuses and for
/// a flag that is not in `known`.
absl::Status ApplyFlagSettings(absl::Span<const FlagSetting> settings,
                               absl::Span<const absl::string_view> known);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_FLAG_SOURCES_H_
