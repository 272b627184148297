// Farpoint: the flags of farpointd.

#ifndef FARPOINT_SERVER_FLAGS_H_
#define FARPOINT_SERVER_FLAGS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/server_options.h"

namespace farpoint {

/// Fills options from command line, environment and flag file (see flag_sources.h).
/// `InvalidArgument` names the flag and where its value came from.
absl::StatusOr<ServerOptions> OptionsFromFlags(absl::Span<const std::string> arguments,
                                               absl::Span<const std::string> environment);

/// How many threads answer pairs; 0: one a core.
int ThreadsFromFlags();
/// Which instruction set answers pairs: one that ChooseInstructionSet knows, after OptionsFromFlags
/// returned OK.
std::string InstructionSetFromFlags();

/// The text of --help and of --version.
std::string HelpText();
std::string VersionText();

}  // namespace farpoint

#endif  // FARPOINT_SERVER_FLAGS_H_
