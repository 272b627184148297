// Farpoint: the segment. Solved as a vertex core.

#ifndef FARPOINT_SRC_SHAPE_SEGMENT_H_
#define FARPOINT_SRC_SHAPE_SEGMENT_H_

#include <array>

#include "absl/status/status.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// The segment between two points, local frame, metres; coincident points are legal.
struct Segment {
  std::array<Vec3d, 2> vertices{};
};

inline absl::Status Validate(const Segment& s) {
  return ValidateVertices(s.vertices.data(), s.vertices.size());
}

}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_SEGMENT_H_
