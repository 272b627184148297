// Two shapes set at a wanted gap, by their support points alone: no solver takes part.

#ifndef FARPOINT_TESTS_SITUATIONS_PLACING_H_
#define FARPOINT_TESTS_SITUATIONS_PLACING_H_

#include "src/math/pose.h"
#include "src/math/vec3.h"
#include "src/shape/shape.h"
#include "tests/core/random_shapes.h"

namespace farpoint::situations {

/// World axes, relative to the pose's position: the farthest point of `shape` along `direction`
/// (any length but 0). Of a halfspace along its normal: the point of its plane nearest to its
/// origin.
Vec3d SupportPoint(const Shape& shape, const Quaternion& orientation, const Vec3d& direction);

/// A point inside, at random; of a halfspace up to `reach` below its plane. World axes, relative
/// to the pose's position.
Vec3d InnerPoint(const Shape& shape, const Quaternion& orientation, double reach,
                 RandomShapes* random);

/// `n`, or what a halfspace demands instead of it: unit, world, from A to B.
Vec3d DirectionFor(const Shape& a, const Quaternion& orientation_a, const Shape& b,
                   const Quaternion& orientation_b, const Vec3d& n);

/// Where B belongs, so that the plane across the unit vector `n` (world, from A to B) touches
/// both, `gap` metres wide, and the points where it does face each other. The signed distance is
/// then `gap`, but for rounding, if that is ≥ 0; else the depth is at most −gap.
Vec3d PositionAtGap(const Shape& a, const Pose& pose_a, const Shape& b,
                    const Quaternion& orientation_b, const Vec3d& n, double gap);

}  // namespace farpoint::situations

#endif  // FARPOINT_TESTS_SITUATIONS_PLACING_H_
