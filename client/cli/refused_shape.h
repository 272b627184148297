// Farpoint command line: which of the uploaded shapes an error is about.

#ifndef FARPOINT_CLIENT_CLI_REFUSED_SHAPE_H_
#define FARPOINT_CLIENT_CLI_REFUSED_SHAPE_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/status/status.h"

namespace farpoint::cli {

struct RefusedShape {
  size_t index = 0;
  std::string what;
};

/// "shapes[17].mesh.vertices: too many" -> {17, "mesh.vertices: too many"}, as Client::Upload words
/// it; nothing for other errors.
std::optional<RefusedShape> FindRefusedShape(const absl::Status& status);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_REFUSED_SHAPE_H_
