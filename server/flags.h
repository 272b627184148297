// Farpoint: the flags of farpointd.

#ifndef FARPOINT_SERVER_FLAGS_H_
#define FARPOINT_SERVER_FLAGS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/server_options.h"
#include "src/batch/make_backend.h"

namespace farpoint {

/// Fills options from command line, environment and flag file (see flag_sources.h).
/// `InvalidArgument` names the flag and where its value came from.
absl::StatusOr<ServerOptions> OptionsFromFlags(absl::Span<const std::string> arguments,
                                               absl::Span<const std::string> environment);

/// What answers pairs, after OptionsFromFlags returned OK: `backend` is a name that MakeBackend
/// knows, `cpu.isa` one that ChooseInstructionSet knows.
BackendOptions BackendOptionsFromFlags();

/// The text of --help and of --version.
std::string HelpText();
std::string VersionText();

}  // namespace farpoint

#endif  // FARPOINT_SERVER_FLAGS_H_
