#include "src/narrowphase/solve_cores.h"

#include <algorithm>
#include <limits>

#include "src/narrowphase/gjk_search.h"
#include "src/narrowphase/inscribed_ball.h"
#include "src/narrowphase/penetration.h"
#include "src/narrowphase/portal_refinement.h"
#include "src/narrowphase/segment_pair.h"

namespace farpoint::FARPOINT_ISA {
namespace {

// Looks for the points where the plane at `lower` along `normal`, which separates, touches: with
// them plane and points agree. True, and `answer` is theirs, if they bound the distance better than
// `bound`.
bool TouchPlane(const RelativePair& pair, double lower, const Vec3d& normal, double bound,
                CoreAnswer* answer, uint32_t* iterations) {
  const Foot foot = FindFoot(pair.difference, normal * -lower, normal, pair.rounding, iterations);
  const double upper = Norm(foot.w);
  const double better = std::max(0.0, upper - lower) + pair.rounding;
  if (!(foot.gap < std::numeric_limits<double>::infinity() && better < bound)) return false;
  // A plane that does not separate may have the overlap's points on either side of it: no |w| then.
  answer->distance = lower > 0 ? std::max(lower, upper) : lower;
  answer->error_bound = better;
  answer->normal = normal;
  answer->p0 = foot.p0;
  return true;
}

// The plane that proves the bound and the points that are nearest may come from different steps of
// GJK, and then disagree by the root of what the bracket is wide.
CoreAnswer Apart(const RelativePair& pair, const GjkBracket& gjk, uint32_t* iterations) {
  CoreAnswer answer;
  answer.distance = gjk.upper;
  answer.error_bound = std::max(0.0, gjk.upper - gjk.lower) + pair.rounding;
  answer.normal = gjk.normal;
  answer.p0 = gjk.p0;
  const Vec3d along = gjk.v * (-1 / gjk.upper);
  const double off = Norm(along - gjk.normal) * gjk.upper;
  if (off <= pair.rounding || TouchPlane(pair, gjk.lower, gjk.normal,
                                         answer.error_bound + pair.rounding, &answer, iterations)) {
    return answer;
  }
  // The line of the points is the better normal unless its own plane is farther off than they are.
  ++*iterations;
  const double lower = -Dot(along, pair.difference.Support(along, {}).w);
  if (gjk.upper - lower < off) answer.normal = along;
  return answer;
}

// Joins GJK's bracket with the depth interval: overlap if that proves it, else the better of the
// two planes.
CoreAnswer Join(const RelativePair& pair, const GjkBracket& gjk, const DepthInterval& depth,
                uint32_t* iterations) {
  const double rounding = pair.rounding;
  CoreAnswer answer;
  if (depth.lower > 0) return OverlapOf(depth, rounding);
  const bool gjk_plane = gjk.lower >= -depth.upper;
  const bool gjk_points = gjk.upper <= depth.separation + rounding;
  if (gjk_plane && gjk_points && gjk.lower > 0) return Apart(pair, gjk, iterations);
  // Touching, or nearly: the plane says how far at least, the points how far at most.
  answer.normal = gjk_plane ? gjk.normal : depth.normal;
  answer.distance = gjk_plane ? gjk.lower : -depth.upper;
  answer.error_bound =
      std::max(0.0, std::min(gjk.upper, depth.separation) - answer.distance) + rounding;
  answer.p0 = gjk_points ? gjk.p0 : depth.nearest0;
  return answer;
}

// The overlap as exactly as it can be told.
CoreAnswer Deep(const RelativePair& pair, const GjkBracket& gjk, const DepthInterval& depth,
                uint32_t* iterations) {
  if (depth.lower > 0) return AnswerDepth(pair, depth, iterations);
  CoreAnswer answer = Join(pair, gjk, depth, iterations);
  const bool gjk_plane = gjk.lower >= -depth.upper;
  if (answer.error_bound > 4 * pair.rounding) {  // a plane is known better than the points
    TouchPlane(pair, gjk_plane ? gjk.lower : -depth.upper, gjk_plane ? gjk.normal : depth.normal,
               answer.error_bound, &answer, iterations);
  }
  return answer;
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
  CoreAnswer answer = Join(pair, gjk, depth, iterations);
  // Points that are on the cores, whatever the plane.
  const bool gjk_points = !(lower > 0) && gjk.upper <= depth.separation + pair.rounding;
  answer.p0 = gjk_points ? gjk.p0 : portal.p0;
  answer.p1 = gjk_points ? gjk.p0 - gjk.v : portal.p1;
  answer.own_p1 = true;
  return answer;
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
  if (gjk.upper - gjk.lower > 2 * pair.rounding) {
    TightenSegments(pair.difference, &gjk, iterations);
  }
  const bool apart = gjk.lower > pair.rounding;
  if (apart && gjk.upper - gjk.lower <= 2 * pair.rounding) return Apart(pair, gjk, iterations);
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
  const DepthInterval depth =
      Penetrate(pair.difference, pair.radius0, pair.radius1,
                {s.started ? seed : nullptr, gjk.lower, gjk.upper}, pair.rounding, scratch,
                iterations);
  if (options.overlap == OverlapMode::kSignOnly && depth.lower > 0) return Overlapping();
  return Deep(pair, gjk, depth, iterations);
}

CoreAnswer AnswerDepth(const RelativePair& pair, const DepthInterval& depth, uint32_t* iterations) {
  CoreAnswer answer = OverlapOf(depth, pair.rounding);
  if (depth.foot_gap > pair.rounding) {
    const Foot foot = FindFoot(pair.difference, depth.normal * depth.upper, depth.normal,
                               pair.rounding, iterations);
    if (foot.gap < depth.foot_gap) answer.p0 = foot.p0;
  }
  return answer;
}

}  // namespace farpoint::FARPOINT_ISA
