// Farpoint: the halfspace. Always solved in closed form against the other shape's support.

#ifndef FARPOINT_SRC_SHAPE_HALFSPACE_H_
#define FARPOINT_SRC_SHAPE_HALFSPACE_H_

#include <cmath>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// The points x with normal·x ≤ offset, local frame. `normal` has a norm within 1e-3 of 1 and is
/// divided by it before use, `offset` (metres, of either sign) with it.
struct Halfspace {
  Vec3d normal{0, 0, 1};
  double offset = 0;
};

inline absl::Status Validate(const Halfspace& s) {
  const double norm =
      std::sqrt(s.normal.x * s.normal.x + s.normal.y * s.normal.y + s.normal.z * s.normal.z);
  if (!(std::abs(norm - 1) <= 1e-3)) {
    return absl::InvalidArgumentError(
        absl::StrCat("normal: must be a unit vector (within 1e-3), its norm is ", norm));
  }
  if (!(std::abs(s.offset) <= kMaxCoordinate)) {
    return absl::InvalidArgumentError(
        absl::StrCat("offset: must be finite and within +-", kMaxCoordinate, ", is ", s.offset));
  }
  return absl::OkStatus();
}

}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_HALFSPACE_H_
