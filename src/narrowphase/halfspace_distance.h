// Farpoint: a halfspace against any core, in closed form.
//
// The signed distance of a body B from the halfspace n·x ≤ 0 is the least n·x over B, whether apart
// or not: a translation along n is the only one that separates. The witness on B is its support
// along −n.

#ifndef FARPOINT_SRC_NARROWPHASE_HALFSPACE_DISTANCE_H_
#define FARPOINT_SRC_NARROWPHASE_HALFSPACE_DISTANCE_H_

#include "src/narrowphase/core_answer.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

/// Core 0 is a halfspace, core 1 is not. `rounding`: metres, what a support value may be off by.
inline CoreAnswer HalfspaceDistance(const MinkowskiDifference<double>& difference,
                                    double rounding) {
  const Vec3d& normal = difference.core(0).parameters;
  int32_t index = -1;
  const Vec3d p1 = difference.Support1(-normal, &index);
  CoreAnswer answer;
  answer.distance = Dot(normal, p1);
  answer.error_bound = 2 * rounding;  // the plane's own turns far from its origin, too
  answer.normal = normal;
  answer.p0 = p1 - normal * answer.distance;
  return answer;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_HALFSPACE_DISTANCE_H_
