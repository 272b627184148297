// Farpoint: penetration of ellipsoids, where a polytope would be slow: nearly round ones have no
// isolated minimum.
//
// A point in an ellipsoid: the nearest boundary point is a trust-region problem. With x_i = r_i²
// q_i / (r_i² + t) the Lagrange dual φ(t) = Σ q_i² t / (r_i² + t) − t is concave, φ(t) ≤ depth² for
// every t in (−r_min², 0], and its maximum is depth²: a proof and an answer at once (Eberly,
// "Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid", 2013, for the root).
//
// Two ellipsoids: their sum contains every ellipsoid QᵀQ with Q = A½ + S B½, S a rotation, and
// touches it in the direction n where S turns B½n onto A½n (Kurzhanski and Vályi, "Ellipsoidal
// Calculus", 1997). So the depth in that ellipsoid bounds the depth from below, its normal is the
// next n, and where the minimum is global the two bounds meet.

#ifndef FARPOINT_SRC_NARROWPHASE_ELLIPSOID_DEPTH_H_
#define FARPOINT_SRC_NARROWPHASE_ELLIPSOID_DEPTH_H_

#include "src/math/vec3.h"

namespace farpoint {

struct PointDepth {
  double lower = 0;  // metres: a ball of this radius about the point is inside, rounding taken off;
                     // 0 if unproven
  Vec3d normal{1, 0, 0};  // unit, outward at the nearest boundary point, in the ellipsoid's axes
};

/// Of a point (the ellipsoid's axes, metres) in the solid with half axes `radii` > 0. `lower` is 0
/// outside.
PointDepth DepthInEllipsoid(const Vec3d& radii, const Vec3d& point);

struct EllipsoidPair {
  Vec3d radii0, radii1;  // half axes > 0
  Mat3d rotation;        // ellipsoid 1's axes to ellipsoid 0's
  Vec3d centre1;         // in ellipsoid 0's axes, metres
};

/// A lower bound of the pair's depth and, for the upper one, a direction, both in ellipsoid 0's
/// axes; starts from a guess of the best direction (unit). `lower` is 0 if overlap is not proven.
PointDepth DepthOfEllipsoids(const EllipsoidPair& pair, const Vec3d& guess);

}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_ELLIPSOID_DEPTH_H_
