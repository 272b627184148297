// Farpoint: the sphere. Solved as a point core with a radius.

#ifndef FARPOINT_SRC_SHAPE_SPHERE_H_
#define FARPOINT_SRC_SHAPE_SPHERE_H_

#include "absl/status/status.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// All points within `radius` (metres, ≥ 0) of the local origin.
struct Sphere {
  double radius = 0;
};

inline absl::Status Validate(const Sphere& s) { return ValidateSize("radius", s.radius); }

namespace FARPOINT_ISA {

/// The farthest point of a sphere along `direction` (any length but 0), local frame.
template <class T>
FARPOINT_HD Vec3<T> SphereSupport(const T& radius, const Vec3<T>& direction) {
  return direction * (radius / Norm(direction));
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_SPHERE_H_
