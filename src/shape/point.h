// Farpoint: the point. Solved as a vertex core.

#ifndef FARPOINT_SRC_SHAPE_POINT_H_
#define FARPOINT_SRC_SHAPE_POINT_H_

#include <array>

#include "absl/status/status.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// A single point, local frame, metres; coincident points are legal.
struct Point {
  std::array<Vec3d, 1> vertices{};
};

inline absl::Status Validate(const Point& s) {
  return ValidateVertices(s.vertices.data(), s.vertices.size());
}

}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_POINT_H_
