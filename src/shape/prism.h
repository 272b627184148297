// Farpoint: the prism. Solved as a vertex core.

#ifndef FARPOINT_SRC_SHAPE_PRISM_H_
#define FARPOINT_SRC_SHAPE_PRISM_H_

#include <array>

#include "absl/status/status.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// The convex hull of six points, by convention two triangles, local frame, metres; coincident
/// points are legal.
struct Prism {
  std::array<Vec3d, 6> vertices{};
};

inline absl::Status Validate(const Prism& s) {
  return ValidateVertices(s.vertices.data(), s.vertices.size());
}

}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_PRISM_H_
