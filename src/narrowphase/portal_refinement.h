// Farpoint: MPR, a quick estimate of the penetration depth.
//
// Minkowski portal refinement: Snethen, "XenoCollide: Complex Collision Made Simple", in Game
// Programming Gems 7, 2008. A ray runs from a point deep inside the difference through the origin;
// a portal is a triangle of support points that the ray passes. It is moved outwards until it lies
// on the boundary, and its normal n is the direction of the estimate.
//
// What that proves: moving one body by the support h(n) along n separates, for any n, so h(n) is
// an upper bound of the depth, and often not a close one. Every query on the way says as much of
// its own direction; the least of them all is kept. Four of GJK's points say how deep it is at
// least.

#ifndef FARPOINT_SRC_NARROWPHASE_PORTAL_REFINEMENT_H_
#define FARPOINT_SRC_NARROWPHASE_PORTAL_REFINEMENT_H_

#include <cstdint>

#include "src/narrowphase/depth_interval.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

/// What MPR finds: `upper` with `normal`, and the points that are farthest along it, each on its
/// core: p0 along the normal, p1 against it; (p1 − p0) · normal = −upper.
struct PortalEstimate {
  double upper;
  Vec3d normal;  // unit, from core 0 to core 1
  Vec3d p0, p1;
};

/// Of a difference that contains the origin, or nearly. `deep`: a point inside the difference, best
/// its centre. `rounding`: metres, what a support value may be off by. At most 64 queries; adds
/// their number to `iterations`. A negative `upper` says that the cores are apart.
PortalEstimate RefinePortal(const MinkowskiDifference<double>& difference, const Vec3d& deep,
                            double rounding, uint32_t* iterations);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_PORTAL_REFINEMENT_H_
