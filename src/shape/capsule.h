// Farpoint: the capsule. Solved as a segment core with a radius.

#ifndef FARPOINT_SRC_SHAPE_CAPSULE_H_
#define FARPOINT_SRC_SHAPE_CAPSULE_H_

#include "absl/status/status.h"
#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// All points within `radius` of the segment from z = −length/2 to z = +length/2. Metres, each ≥ 0.
struct Capsule {
  double radius = 0;
  double length = 0;
};

inline absl::Status Validate(const Capsule& s) {
  absl::Status status = ValidateSize("radius", s.radius);
  return status.ok() ? ValidateSize("length", s.length) : status;
}

namespace FARPOINT_ISA {

/// The farthest point along `direction` (any length but 0), local frame.
template <class T>
FARPOINT_HD Vec3<T> CapsuleSupport(const T& radius, const T& half_length,
                                   const Vec3<T>& direction) {
  Vec3<T> p = direction * (radius / Norm(direction));
  p.z = p.z + Select(direction.z < T(0), -half_length, half_length);
  return p;
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_CAPSULE_H_
