// Farpoint: the ellipsoid.

#ifndef FARPOINT_SRC_SHAPE_ELLIPSOID_H_
#define FARPOINT_SRC_SHAPE_ELLIPSOID_H_

#include "absl/status/status.h"
#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// Half axes along local x, y and z in metres, each ≥ 0; a zero makes a disc, a segment or a point.
struct Ellipsoid {
  Vec3d radii{0, 0, 0};
};

inline absl::Status Validate(const Ellipsoid& s) { return ValidateSizes("radii", s.radii); }

namespace FARPOINT_ISA {

/// The farthest point along `direction`, local frame: r²d / |r d| by component; the centre where r
/// d is zero.
template <class T>
FARPOINT_HD Vec3<T> EllipsoidSupport(const Vec3<T>& radii, const Vec3<T>& direction) {
  const Vec3<T> rd{radii.x * direction.x, radii.y * direction.y, radii.z * direction.z};
  // |r d| may underflow when squared: scale by the largest component first.
  const T largest = Max(Max(Abs(rd.x), Abs(rd.y)), Abs(rd.z));
  const T inverse = T(1) / Select(largest > SmallestDivisor<T>(), largest, T(1));
  const Vec3<T> unit = rd * inverse;
  const T length = Sqrt(Dot(unit, unit));
  const T scale = T(1) / Select(length > T(0), length, T(1));
  return {radii.x * unit.x * scale, radii.y * unit.y * scale, radii.z * unit.z * scale};
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_ELLIPSOID_H_
