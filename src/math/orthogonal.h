// Farpoint: a vector without its part along another.

#ifndef FARPOINT_SRC_MATH_ORTHOGONAL_H_
#define FARPOINT_SRC_MATH_ORTHOGONAL_H_

#include "src/math/vec3.h"

namespace farpoint::FARPOINT_ISA {

/// `v` without its part along `along` ≠ 0, taken off twice: once leaves what the first rounding
/// put there, a tilt that long edges magnify.
inline Vec3d Orthogonal(Vec3d v, const Vec3d& along) {
  const double squared = Dot(along, along);
  v = v - along * (Dot(v, along) / squared);
  return v - along * (Dot(v, along) / squared);
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_MATH_ORTHOGONAL_H_
