// Farpoint: the triangle. Solved as a vertex core.

#ifndef FARPOINT_SRC_SHAPE_TRIANGLE_H_
#define FARPOINT_SRC_SHAPE_TRIANGLE_H_

#include <array>

#include "absl/status/status.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// The triangle of three points, local frame, metres; coincident points are legal.
struct Triangle {
  std::array<Vec3d, 3> vertices{};
};

inline absl::Status Validate(const Triangle& s) {
  return ValidateVertices(s.vertices.data(), s.vertices.size());
}

}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_TRIANGLE_H_
