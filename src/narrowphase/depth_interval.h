// Farpoint: what a penetration method proves of a pair of cores.

#ifndef FARPOINT_SRC_NARROWPHASE_DEPTH_INTERVAL_H_
#define FARPOINT_SRC_NARROWPHASE_DEPTH_INTERVAL_H_

#include <limits>

#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/narrowphase/core_answer.h"

namespace farpoint {

/// A plane, a ball and two points. Core 0's frame, metres; rounding is taken off `lower` only.
struct DepthInterval {
  /// Support of the difference along `normal`: −upper ≤ signed distance, whatever the method.
  double upper = std::numeric_limits<double>::infinity();
  /// > 0: a ball of this radius about the origin lies in the difference, so depth ≥ lower.
  double lower = -std::numeric_limits<double>::infinity();
  Vec3d normal{1, 0, 0};  // unit, from core 0 to core 1
  Vec3d p0{0, 0, 0};      // on core 0, maker of the surface's point nearest to upper · normal
  /// How far (metres) that point is from it: 0 where the plane touches the difference right there.
  double foot_gap = std::numeric_limits<double>::infinity();
  /// The surface comes this near to the origin: signed distance ≤ separation. Infinite: unknown.
  double separation = std::numeric_limits<double>::infinity();
  Vec3d nearest0{0, 0, 0};  // on core 0, maker of that point

  double width() const { return upper - lower; }
};

namespace FARPOINT_ISA {

/// The overlap that `depth` proves (lower > 0).
FARPOINT_HD inline CoreAnswer OverlapOf(const DepthInterval& depth, double rounding) {
  CoreAnswer answer;
  answer.distance = -depth.upper;
  answer.error_bound = Max(0.0, depth.upper - depth.lower) + rounding;
  answer.normal = depth.normal;
  answer.p0 = depth.p0;
  return answer;
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_DEPTH_INTERVAL_H_
