// Farpoint: rigid poses, in float64.

#ifndef FARPOINT_SRC_MATH_POSE_H_
#define FARPOINT_SRC_MATH_POSE_H_

#include "absl/status/status.h"
#include "src/math/vec3.h"

namespace farpoint {

/// A unit quaternion, scalar last, as on the wire and in URDF tools that follow ROS.
struct Quaternion {
  double x = 0, y = 0, z = 0, w = 1;
};

/// Maps a shape's local frame to the world: p_world = R(orientation) · p_local + position. Metres,
/// right-handed.
struct Pose {
  Vec3d position{0, 0, 0};
  Quaternion orientation{};
};

/// How far from 1 a quaternion's norm may be; closer ones are normalised, others refused.
inline constexpr double kQuaternionNormTolerance = 1e-3;

/// The largest magnitude of a position's coordinate, in metres: beyond it the solver's products
/// leave float64.
inline constexpr double kMaxPosition = 1e15;

/// OK, or `kInvalidArgument` saying what is wrong with the pose (non-finite position or
/// orientation, a norm off by more than `kQuaternionNormTolerance`). The message names no field:
/// the caller knows which it was.
absl::Status ValidatePosition(const Vec3d& position);
absl::Status ValidateOrientation(const Quaternion& orientation);

/// The rotation matrix of `orientation`, normalised first.
Mat3d RotationMatrix(const Quaternion& orientation);

}  // namespace farpoint

#endif  // FARPOINT_SRC_MATH_POSE_H_
