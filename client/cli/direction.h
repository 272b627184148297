// Farpoint command line: directions to look in, as JSON Lines.

#ifndef FARPOINT_CLIENT_CLI_DIRECTION_H_
#define FARPOINT_CLIENT_CLI_DIRECTION_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "src/math/vec3.h"

namespace farpoint::cli {

/// One a line, `[x, y, z]` or `{"direction": [x, y, z]}`, where other keys are ignored.
/// `InvalidArgument` such as "line 3: must not be zero".
absl::StatusOr<std::vector<Vec3d>> ReadDirections(absl::string_view text);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_DIRECTION_H_
