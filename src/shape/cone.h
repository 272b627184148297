// Farpoint: the cone.

#ifndef FARPOINT_SRC_SHAPE_CONE_H_
#define FARPOINT_SRC_SHAPE_CONE_H_

#include "absl/status/status.h"
#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/shape/cylinder.h"
#include "src/shape/validate.h"

namespace farpoint {

/// A solid cone about local z: apex at z = +length/2, base disc of `radius` at z = −length/2.
/// Metres, each ≥ 0.
struct Cone {
  double radius = 0;
  double length = 0;
};

inline absl::Status Validate(const Cone& s) {
  absl::Status status = ValidateSize("radius", s.radius);
  return status.ok() ? ValidateSize("length", s.length) : status;
}

namespace FARPOINT_ISA {

/// The farthest point along `direction`, local frame: the apex or a point of the base's rim.
template <class T>
FARPOINT_HD Vec3<T> ConeSupport(const T& radius, const T& half_length, const Vec3<T>& direction) {
  Vec3<T> rim = CircleSupport(radius, direction);
  rim.z = -half_length;
  const Vec3<T> apex{T(0), T(0), half_length};
  return Select(Dot(apex, direction) >= Dot(rim, direction), apex, rim);
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_CONE_H_
