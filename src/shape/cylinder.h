// Farpoint: the cylinder.

#ifndef FARPOINT_SRC_SHAPE_CYLINDER_H_
#define FARPOINT_SRC_SHAPE_CYLINDER_H_

#include "absl/status/status.h"
#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// A solid cylinder about local z from z = −length/2 to z = +length/2. Metres, each ≥ 0.
struct Cylinder {
  double radius = 0;
  double length = 0;
};

inline absl::Status Validate(const Cylinder& s) {
  absl::Status status = ValidateSize("radius", s.radius);
  return status.ok() ? ValidateSize("length", s.length) : status;
}

namespace FARPOINT_ISA {

/// The point of the circle of `radius` in the plane z = 0 farthest along `direction`; the centre
/// for a direction along z. Scaled before squaring, so that a nearly axial direction loses nothing
/// to underflow.
template <class T>
FARPOINT_HD Vec3<T> CircleSupport(const T& radius, const Vec3<T>& direction) {
  const T largest = Max(Abs(direction.x), Abs(direction.y));
  const T inverse = T(1) / Select(largest > SmallestDivisor<T>(), largest, T(1));
  const T x = direction.x * inverse, y = direction.y * inverse;
  const T squared = x * x + y * y;
  const T scale = radius / Sqrt(Select(squared > T(0), squared, T(1)));
  return {x * scale, y * scale, T(0)};
}

/// The farthest point along `direction`, local frame: a point of one of the two rims.
template <class T>
FARPOINT_HD Vec3<T> CylinderSupport(const T& radius, const T& half_length,
                                    const Vec3<T>& direction) {
  Vec3<T> p = CircleSupport(radius, direction);
  p.z = Select(direction.z < T(0), -half_length, half_length);
  return p;
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_CYLINDER_H_
