#include "src/narrowphase/solve_cores.h"

#include <algorithm>
#include <limits>

#include "src/narrowphase/gjk_finish.h"
#include "src/narrowphase/gjk_search.h"
#include "src/narrowphase/inscribed_ball.h"
#include "src/narrowphase/penetration.h"
#include "src/narrowphase/portal_refinement.h"
#include "src/narrowphase/segment_pair.h"
#include "src/narrowphase/witnesses.h"

namespace farpoint::FARPOINT_ISA {
namespace {

// The better of the two planes and the better of the two pairs of points, of cores that touch as
// far as anyone can tell: the plane says how far apart they are at least, the points how far at
// most.
struct Joined {
  CoreAnswer answer;
  double off;       // how far the points may be from the plane's
  bool gjk_points;  // whose
};
Joined Join(const RelativePair& pair, const GjkBracket& gjk, const DepthInterval& depth) {
  Joined joined;
  CoreAnswer& answer = joined.answer;
  const bool gjk_plane = gjk.lower >= -depth.upper;
  joined.gjk_points = gjk.upper <= depth.separation + pair.rounding;
  answer.normal = gjk_plane ? gjk.normal : depth.normal;
  answer.distance = gjk_plane ? gjk.lower : -depth.upper;
  answer.error_bound =
      std::max(0.0, std::min(gjk.upper, depth.separation) - answer.distance) + pair.rounding;
  answer.p0 = joined.gjk_points ? gjk.p0 : depth.nearest0;
  joined.off = joined.gjk_points ? Norm(gjk.v + answer.normal * answer.distance)
                                 : depth.separation + Abs(answer.distance);
  return joined;
}

// Whether the plane that separates is GJK's, and so are the nearest points.
bool ProvesApart(const RelativePair& pair, const GjkBracket& gjk, const DepthInterval& depth) {
  return gjk.lower > 0 && gjk.lower >= -depth.upper &&
         gjk.upper <= depth.separation + pair.rounding;
}

// The overlap as MPR estimates it. `lower`: a depth that is proven, if positive.
CoreAnswer Estimated(const RelativePair& pair, const GjkBracket& gjk, double lower,
                     uint32_t* iterations) {
  const Vec3d deep0 = pair.a->geometry->core_interior();
  const Vec3d deep1 =
      Multiply(pair.difference.oR1(), pair.b->geometry->core_interior()) + pair.difference.ot1();
  const PortalEstimate portal =
      RefinePortal(pair.difference, deep0 - deep1, pair.rounding, iterations);
  DepthInterval depth;
  depth.upper = portal.upper;
  depth.normal = portal.normal;
  depth.lower = lower;
  depth.separation = Norm(portal.p0 - portal.p1);
  depth.p0 = depth.nearest0 = portal.p0;
  if (!(lower > 0) && ProvesApart(pair, gjk, depth)) return AnswerApart(pair, gjk, iterations);
  Joined joined = Join(pair, gjk, depth);
  if (!(lower > 0) && joined.answer.distance > joined.answer.error_bound) {
    AgreeWithPlane(pair, joined.off, &joined.answer, iterations);
    return joined.answer;
  }
  CoreAnswer answer = lower > 0 ? OverlapOf(depth, pair.rounding) : joined.answer;
  // Points that are on the cores, whatever the plane.
  const bool gjk_points = !(lower > 0) && joined.gjk_points;
  answer.p0 = gjk_points ? gjk.p0 : portal.p0;
  answer.p1 = gjk_points ? gjk.p0 - gjk.v : portal.p1;
  answer.own_p1 = true;
  return answer;
}

// What is known of the pair, as exactly as it can be told.
CoreAnswer Exact(const RelativePair& pair, const GjkBracket& gjk, const DepthInterval& depth,
                 uint32_t* iterations) {
  if (depth.lower > 0) return AnswerDepth(pair, depth, iterations);
  if (ProvesApart(pair, gjk, depth)) return AnswerApart(pair, gjk, iterations);
  Joined joined = Join(pair, gjk, depth);
  AgreeWithPlane(pair, joined.off, &joined.answer, iterations);
  return joined.answer;
}

CoreAnswer Beyond(const GjkState<double>& s, double rounding) {
  CoreAnswer answer;
  answer.beyond = true;
  answer.distance = s.lower - rounding;
  answer.normal = s.separating * (-1 / Norm(s.separating));
  return answer;
}

CoreAnswer Overlapping() {
  CoreAnswer answer;
  answer.depth_not_asked = true;
  return answer;
}

}  // namespace

CoreAnswer SolveCores(const RelativePair& pair, const SolverOptions& options, double cutoff,
                      const LaneAnswer* warm, PenetrationScratch* scratch, uint32_t* iterations) {
  const GjkState<double> s = SearchGjk(pair, options, cutoff, warm);
  *iterations += static_cast<uint32_t>(s.iterations);
  if (s.beyond) return Beyond(s, pair.rounding);
  GjkBracket gjk = BracketOf(s);
  FinishByPlanes(pair, s, &gjk, iterations);
  if (gjk.upper - gjk.lower > 2 * pair.rounding) {
    TightenSegments(pair.difference, &gjk, iterations);
  }
  const bool apart = gjk.lower > pair.rounding;
  if (apart && gjk.upper - gjk.lower <= 2 * pair.rounding)
    return AnswerApart(pair, gjk, iterations);
  const SupportPoint<double> seed[4] = {s.newest, s.slot[0], s.slot[1], s.slot[2]};
  if (options.overlap != OverlapMode::kExactDepth && !apart) {
    const double ball =
        s.inside ? InscribedBall(seed[0].w, seed[1].w, seed[2].w, seed[3].w, pair.rounding)
                 : -std::numeric_limits<double>::infinity();
    if (options.overlap == OverlapMode::kEstimatedDepth) {
      return Estimated(pair, gjk, ball, iterations);
    }
    if (ball > 0) return Overlapping();
  }
  const DepthInterval depth = Penetrate(
      pair.difference, pair.radius0, pair.radius1,
      {s.started ? seed : nullptr, gjk.lower, gjk.upper, options.overlap == OverlapMode::kSignOnly},
      pair.rounding, scratch, iterations);
  if (options.overlap == OverlapMode::kSignOnly && depth.lower > 0) return Overlapping();
  return Exact(pair, gjk, depth, iterations);
}

CoreAnswer AnswerDepth(const RelativePair& pair, const DepthInterval& depth, uint32_t* iterations) {
  CoreAnswer answer = OverlapOf(depth, pair.rounding);
  AgreeWithPlane(pair, depth.foot_gap, &answer, iterations);
  return answer;
}

}  // namespace farpoint::FARPOINT_ISA
