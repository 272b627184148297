// Farpoint: the box. Solved as a vertex core of eight corners.

#ifndef FARPOINT_SRC_SHAPE_BOX_H_
#define FARPOINT_SRC_SHAPE_BOX_H_

#include "absl/status/status.h"
#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// Full extents along local x, y and z in metres, each ≥ 0, centred at the local origin.
struct Box {
  Vec3d size{0, 0, 0};
};

inline absl::Status Validate(const Box& s) { return ValidateSizes("size", s.size); }

namespace FARPOINT_ISA {

/// The corner farthest along `direction`, local frame; a zero component takes the positive side.
template <class T>
FARPOINT_HD Vec3<T> BoxSupport(const Vec3<T>& half_size, const Vec3<T>& direction) {
  return {Select(direction.x < T(0), -half_size.x, half_size.x),
          Select(direction.y < T(0), -half_size.y, half_size.y),
          Select(direction.z < T(0), -half_size.z, half_size.z)};
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_BOX_H_
