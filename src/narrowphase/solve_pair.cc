#include "src/narrowphase/solve_pair.h"

#include <cmath>
#include <limits>

#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/gjk.h"
#include "src/narrowphase/halfspace_distance.h"
#include "src/narrowphase/penetration.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Metres: smaller than anything there is, larger than what products of four lengths lose when they
// leave the range of float64.
constexpr double kUnderflow = 1e-40;

constexpr int32_t kFloatIterations = 64;
constexpr int32_t kDoubleIterations = 128;

// The pair in frame 0, and how exact its numbers are.
struct RelativePair {
  MinkowskiDifference<double> difference;
  double radius0, radius1;
  double rounding;  // metres: what any support value or witness point may be off by
};

RelativePair MakeRelative(const PosedGeometry& a, const PosedGeometry& b) {
  const Geometry &ga = *a.geometry, &gb = *b.geometry;
  const Vec3d apart = b.position - a.position;
  const Vec3d offset =
      Multiply(b.rotation, gb.core_origin()) - Multiply(a.rotation, ga.core_origin());
  const Mat3d& r = b.rotation;
  const Vec3d column0 = MultiplyTransposed(a.rotation, Vec3d{r.row0.x, r.row1.x, r.row2.x});
  const Vec3d column1 = MultiplyTransposed(a.rotation, Vec3d{r.row0.y, r.row1.y, r.row2.y});
  const Vec3d column2 = MultiplyTransposed(a.rotation, Vec3d{r.row0.z, r.row1.z, r.row2.z});
  const Mat3d oR1 = {{column0.x, column1.x, column2.x},
                     {column0.y, column1.y, column2.y},
                     {column0.z, column1.z, column2.z}};
  RelativePair pair;
  pair.difference.Set(MakeCoreView(ga), MakeCoreView(gb), oR1,
                      MultiplyTransposed(a.rotation, apart + offset));
  pair.radius0 = ga.core_radius();
  pair.radius1 = gb.core_radius();
  const double size =
      pair.radius0 + pair.radius1 + Norm(ga.core_origin()) + Norm(gb.core_origin()) + Norm(apart);
  pair.rounding = 8 * kEpsilon * size + ga.core_deviation() + gb.core_deviation() + kUnderflow;
  return pair;
}

// A slot of the float32 simplex, made again from the original vertices.
SupportPoint<double> Refine(const MinkowskiDifference<double>& d, const SupportHint& index) {
  SupportPoint<double> s;
  s.index = index;
  s.p0 = d.core(0).vertices[index.index0];
  s.p1 = Multiply(d.oR1(), d.core(1).vertices[index.index1]) + d.ot1();
  s.w = s.p0 - s.p1;
  return s;
}

Vec3d StartDirection(const MinkowskiDifference<double>& d, double rounding) {
  return Norm(d.ot1()) > rounding ? -d.ot1() : Vec3d{1, 0, 0};
}

// Finds the features in float32 on cores of unit size; leaves `state` ready for float64.
void StartInFloat(const Geometry& g0, const Geometry& g1, const RelativePair& pair, double cutoff,
                  GjkState<double>* state) {
  const MinkowskiDifference<double>& d = pair.difference;
  state->Start(StartDirection(d, pair.rounding));
  const double unit = std::max(pair.radius0, pair.radius1);
  constexpr double kLargestRatio = 1e4;
  if (!(unit > 0) || Norm(d.ot1()) > kLargestRatio * unit ||
      std::min(pair.radius0, pair.radius1) * kLargestRatio < unit) {
    return;
  }
  const auto narrow = [&](const Vec3d& v, double by) {
    return Vec3f{static_cast<float>(v.x / by), static_cast<float>(v.y / by),
                 static_cast<float>(v.z / by)};
  };
  MinkowskiDifference<float> narrow_difference;
  narrow_difference.Set(MakeUnitCoreView(g0, unit), MakeUnitCoreView(g1, unit),
                        {narrow(d.oR1().row0, 1), narrow(d.oR1().row1, 1), narrow(d.oR1().row2, 1)},
                        narrow(d.ot1(), unit));
  GjkOptions<float> options;
  options.relative_gap = 1e-5f;
  options.absolute_gap = 1e-7f;
  options.rounding = 1e-6f;
  options.cutoff = static_cast<float>(cutoff / unit * (1 + 1e-5) + 1e-5);
  options.max_iterations = kFloatIterations;
  GjkState<float> s;
  s.Start(narrow(state->v, unit));
  RunGjk(narrow_difference, options, &s);
  state->iterations = s.iterations;
  if (!s.started) return;

  const bool vertices = s.slot[0].index.index0 >= 0 && s.slot[0].index.index1 >= 0;
  if (vertices) {
    for (int i = 0; i < 3; ++i) state->slot[i] = Refine(d, s.slot[i].index);
    double weight[3];
    NearestOnTriangle(state->slot[0].w, state->slot[1].w, state->slot[2].w, weight);
    const Vec3d v =
        state->slot[0].w * weight[0] + state->slot[1].w * weight[1] + state->slot[2].w * weight[2];
    if (Norm(v) > pair.rounding) {
      state->v = v;
      state->squared = Dot(v, v);
      state->started = true;
    }
  } else {
    const Vec3d v{s.v.x * unit, s.v.y * unit, s.v.z * unit};
    if (Norm(v) > 1e-6 * unit) state->v = v;
  }
}

// What GJK's last simplex says: the two nearest points, and the plane between them.
struct GjkBracket {
  Vec3d p0, v;   // v = p0 − p1
  double upper;  // |v|: the cores are not farther apart
  double lower;  // proven by the plane below, rounding not yet taken off
  Vec3d normal;  // unit, from core 0 to core 1
};

GjkBracket BracketOf(const GjkState<double>& s) {
  GjkBracket b{};
  b.upper = kInfinity;
  b.lower = s.lower;
  b.normal = s.separating * (-1 / Norm(s.separating));
  if (!s.started) return b;
  double weight[3];
  NearestOnTriangle(s.slot[0].w, s.slot[1].w, s.slot[2].w, weight);
  b.p0 = s.slot[0].p0 * weight[0] + s.slot[1].p0 * weight[1] + s.slot[2].p0 * weight[2];
  b.v = s.slot[0].w * weight[0] + s.slot[1].w * weight[1] + s.slot[2].w * weight[2];
  b.upper = Norm(b.v);
  return b;
}

// A sliver among the simplex's faces can stop GJK short of a smooth boundary. Without its old
// vertices, from the direction it has reached, it gets closer.
void RestartWhereStalled(const RelativePair& pair, const GjkOptions<double>& options,
                         GjkState<double>* state) {
  constexpr int kRestarts = 3;
  for (int i = 0; i < kRestarts; ++i) {
    const GjkBracket before = BracketOf(*state);
    const double gap = before.upper - before.lower;
    if (state->inside || state->beyond || !(before.lower > pair.rounding) ||
        gap <= 2 * pair.rounding) {
      return;
    }
    GjkState<double> again;
    again.Start(before.v);
    RunGjk(pair.difference, options, &again);
    again.iterations += state->iterations;
    const GjkBracket after = BracketOf(again);
    if (!(after.upper - after.lower < gap)) {
      state->iterations = again.iterations;
      return;
    }
    *state = again;
  }
}

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
  if (depth.lower > 0) {
    answer.distance = -depth.upper;
    answer.error_bound = std::max(0.0, depth.upper - depth.lower) + rounding;
    answer.normal = depth.normal;
    answer.p0 = depth.p0;
    return answer;
  }
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

CoreAnswer SolveCores(const Geometry& g0, const Geometry& g1, const RelativePair& pair,
                      double cutoff, PairScratch* scratch, uint32_t* iterations) {
  GjkState<double> s;
  StartInFloat(g0, g1, pair, cutoff, &s);
  GjkOptions<double> options;
  options.relative_gap = 0;
  options.absolute_gap = kEpsilon * (pair.radius0 + pair.radius1);
  options.rounding = pair.rounding;
  options.cutoff = cutoff + pair.rounding;
  options.max_iterations = kDoubleIterations;
  RunGjk(pair.difference, options, &s);
  RestartWhereStalled(pair, options, &s);
  *iterations = static_cast<uint32_t>(s.iterations);
  if (s.beyond) {
    CoreAnswer answer;
    answer.beyond = true;
    answer.distance = s.lower - pair.rounding;
    answer.normal = s.separating * (-1 / Norm(s.separating));
    return answer;
  }
  const GjkBracket gjk = BracketOf(s);
  if (gjk.lower > pair.rounding && gjk.upper - gjk.lower <= 2 * pair.rounding) {
    return Apart(pair, gjk, iterations);
  }
  const SupportPoint<double> seed[4] = {s.newest, s.slot[0], s.slot[1], s.slot[2]};
  DepthInterval depth =
      Penetrate(pair.difference, pair.radius0, pair.radius1, s.started ? seed : nullptr,
                pair.rounding, &scratch->polytope, iterations);
  if (depth.lower > 0) {
    if (depth.foot_gap > pair.rounding) {
      const Foot foot = FindFoot(pair.difference, depth.normal * depth.upper, depth.normal,
                                 pair.rounding, iterations);
      if (foot.gap < depth.foot_gap) depth.p0 = foot.p0;
    }
    return Join(pair, gjk, depth, iterations);
  }
  CoreAnswer answer = Join(pair, gjk, depth, iterations);
  const bool gjk_plane = gjk.lower >= -depth.upper;
  if (answer.error_bound > 4 * pair.rounding) {  // a plane is known better than the points
    TouchPlane(pair, gjk_plane ? gjk.lower : -depth.upper, gjk_plane ? gjk.normal : depth.normal,
               answer.error_bound, &answer, iterations);
  }
  return answer;
}

constexpr Vec3d kNowhere{kNaN, kNaN, kNaN};

// Of two halfspaces: nothing is proven.
PairAnswer Unbounded() {
  PairAnswer answer{};
  answer.distance = -kInfinity;
  answer.point_a = answer.point_b = answer.normal = kNowhere;
  answer.status = PairStatus::kUnbounded;
  return answer;
}

}  // namespace

PairAnswer SolvePair(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options,
                     PairScratch* scratch) {
  const bool plane_a = a.geometry->core_kind() == CoreKind::kHalfspace;
  const bool plane_b = b.geometry->core_kind() == CoreKind::kHalfspace;
  PairAnswer answer{};
  if (plane_a && plane_b) return Unbounded();
  if (plane_b) {  // the closed form wants the halfspace first
    answer = SolvePair(b, a, options, scratch);
    std::swap(answer.point_a, answer.point_b);
    answer.normal = -answer.normal;
    return answer;
  }

  const RelativePair pair = MakeRelative(a, b);
  const double radius_a = a.geometry->swept_radius() + a.padding;
  const double radius_b = b.geometry->swept_radius() + b.padding;
  const double radii = radius_a + radius_b;
  // A little beyond, so that taking the radii off again cannot fall below max_distance.
  const double cutoff = options.max_distance ? *options.max_distance + radii +
                                                   4 * kEpsilon * (*options.max_distance + radii)
                                             : kInfinity;
  CoreAnswer core;
  if (plane_a) {
    core = HalfspaceDistance(pair.difference, pair.rounding);
    answer.iterations = 1;
    core.beyond = core.distance - core.error_bound > cutoff;
    if (core.beyond) core.distance -= core.error_bound;
  } else {
    core = SolveCores(*a.geometry, *b.geometry, pair, cutoff, scratch, &answer.iterations);
    if (!core.beyond && core.distance - core.error_bound > cutoff) {
      core.beyond = true;
      core.distance -= core.error_bound;
    }
  }

  answer.normal = Multiply(a.rotation, core.normal);
  answer.normal = answer.normal * (1 / Norm(answer.normal));
  answer.distance = core.distance - radii;
  const double radii_rounding = kEpsilon * (radii + std::abs(answer.distance));
  if (core.beyond) {
    answer.distance -= radii_rounding;
    answer.point_a = answer.point_b = kNowhere;
    answer.status = PairStatus::kBeyondMaxDistance;
    return answer;
  }
  answer.error_bound = core.error_bound + radii_rounding;
  answer.point_a = a.position + Multiply(a.rotation, core.p0 + a.geometry->core_origin()) +
                   answer.normal * radius_a;
  answer.point_b = answer.point_a + answer.normal * answer.distance;
  // What left the range of float64 on the way proves nothing.
  if (!std::isfinite(answer.distance) || !std::isfinite(answer.error_bound)) return Unbounded();
  answer.status = options.tolerance && answer.error_bound > *options.tolerance
                      ? PairStatus::kNotConverged
                      : PairStatus::kOk;
  return answer;
}

}  // namespace farpoint::FARPOINT_ISA
