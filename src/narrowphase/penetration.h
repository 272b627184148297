// Farpoint: the depth interval of a pair that GJK could not separate, by the method that suits its
// shapes.
//
// 1. A point in an ellipsoid, and solids of revolution with parallel axes: closed forms.
// 2. EPA, with a budget that is plenty wherever the minimum is isolated.
// 3. Where it is not (the bracket stays open): two ellipsoids by their inner ellipsoids, two hulls
// by
//    EPA with its full budget.
// 4. What is still open by branch and bound over directions.
//
// Each interval is valid by itself, so that they intersect.
//
// Also for pairs that just touch, from either side: the interval may straddle 0.

#ifndef FARPOINT_SRC_NARROWPHASE_PENETRATION_H_
#define FARPOINT_SRC_NARROWPHASE_PENETRATION_H_

#include <algorithm>

#include "src/narrowphase/depth_interval.h"
#include "src/narrowphase/ellipsoid_depth.h"
#include "src/narrowphase/expanding_polytope.h"
#include "src/narrowphase/gjk.h"
#include "src/narrowphase/least_height.h"
#include "src/narrowphase/meridian_depth.h"
#include "src/narrowphase/relative_pair.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

inline constexpr uint32_t kFirstSupports = 200, kAllSupports = 3000, kPatchSupports = 8000;

/// What the support in `normal` says, with a ball of radius `lower` (metres) proven otherwise.
inline DepthInterval IntervalAlong(const MinkowskiDifference<double>& difference,
                                   const Vec3d& normal, double lower) {
  const SupportPoint<double> s = difference.Support(normal, {});
  DepthInterval interval;
  interval.normal = normal;
  interval.upper = Dot(normal, s.w);
  interval.lower = lower > 0 ? lower : -std::numeric_limits<double>::infinity();
  interval.p0 = interval.nearest0 = s.p0;
  interval.foot_gap = Norm(s.w - normal * interval.upper);
  interval.separation = Norm(s.w);
  return interval;
}

/// Both intervals hold: keeps the better plane with its point, the larger ball and the nearer
/// point.
inline void Intersect(const DepthInterval& other, DepthInterval* interval) {
  interval->lower = std::max(interval->lower, other.lower);
  if (other.upper < interval->upper) {
    interval->upper = other.upper;
    interval->normal = other.normal;
    interval->p0 = other.p0;
    interval->foot_gap = other.foot_gap;
  }
  if (other.separation < interval->separation) {
    interval->separation = other.separation;
    interval->nearest0 = other.nearest0;
  }
}

/// An ellipsoid with a volume; flat ones are EPA's.
inline bool IsEllipsoid(const CoreView<double>& core) {
  const Vec3d& r = core.parameters;
  return core.kind == CoreKind::kEllipsoid && r.x > 0 && r.y > 0 && r.z > 0;
}
inline bool IsPoint(const CoreView<double>& core) {
  return core.kind == CoreKind::kVertices && core.count == 1;
}

/// Memory reused from pair to pair.
struct PenetrationScratch {
  ExpandingPolytope polytope;
  LeastHeight least_height;
};

/// What is known of a pair before: its last four points or null, the signed distance's best bounds.
struct PenetrationStart {
  const SupportPoint<double>* seed;
  double plane, points;      // metres: plane ≤ signed distance ≤ points
  bool sign_enough = false;  // a proof of overlap is all that is wanted
};

/// `rounding`: metres, what a support value may be off by. Adds the support queries made to
/// `iterations`.
inline DepthInterval Penetrate(const MinkowskiDifference<double>& difference, double radius0,
                               double radius1, const PenetrationStart& start, double rounding,
                               PenetrationScratch* scratch, uint32_t* iterations) {
  const CoreView<double>&core0 = difference.core(0), &core1 = difference.core(1);
  if (IsEllipsoid(core0) && IsPoint(core1)) {
    const PointDepth d = DepthInEllipsoid(core0.parameters, difference.ot1());
    if (d.lower > 0) return IntervalAlong(difference, d.normal, d.lower);
  } else if (IsPoint(core0) && IsEllipsoid(core1)) {
    const Vec3d point = MultiplyTransposed(difference.oR1(), -difference.ot1());
    const PointDepth d = DepthInEllipsoid(core1.parameters, point);
    if (d.lower > 0)
      return IntervalAlong(difference, -Multiply(difference.oR1(), d.normal), d.lower);
  }
  const auto meridian = MeridianDepth::Of(difference, radius0, radius1);
  const bool parallel = meridian && meridian->tilt() <= rounding / 4;
  if (parallel) {
    const DepthInterval exact = meridian->Run(difference, rounding, iterations);
    if (exact.lower > 0 && exact.width() <= 8 * rounding) return exact;
  }

  DepthInterval interval =
      scratch->polytope.Run(difference, start.seed, {rounding / 4, kFirstSupports}, iterations);
  const double closed = std::max(2.5e-13 * (radius0 + radius1), 4 * rounding);
  const auto open = [&] {
    if (start.sign_enough && interval.lower > 0) return false;
    const double width = interval.lower > 0 ? interval.width()
                                            : std::min(interval.separation, start.points) -
                                                  std::max(-interval.upper, start.plane);
    return width > 4 * closed;
  };
  if (open() && IsEllipsoid(core0) && IsEllipsoid(core1)) {
    const PointDepth d = DepthOfEllipsoids(
        {core0.parameters, core1.parameters, difference.oR1(), difference.ot1()}, interval.normal);
    Intersect(IntervalAlong(difference, d.normal, d.lower - rounding), &interval);
  }
  // Two hulls have only so many facets; curved cores take patches instead.
  if (open() && AreVertexCores(difference)) {
    const DepthInterval again =
        scratch->polytope.Run(difference, start.seed, {rounding / 4, kAllSupports}, iterations);
    Intersect(again, &interval);
  }
  if (open()) {
    const LeastHeight::Bracket b =
        scratch->least_height.Run(difference, {closed, kPatchSupports}, iterations);
    Intersect(IntervalAlong(difference, b.normal, b.lower - rounding), &interval);
  }
  return interval;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_PENETRATION_H_
