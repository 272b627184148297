#include "src/narrowphase/solve_pair.h"

#include <cmath>
#include <limits>

#include "src/narrowphase/curved_prepare.h"
#include "src/narrowphase/curved_search.h"
#include "src/narrowphase/halfspace_distance.h"
#include "src/narrowphase/relative_pair.h"
#include "src/narrowphase/solve_cores.h"

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

constexpr Vec3d kNowhere{kNaN, kNaN, kNaN};

// Two halfspaces, of which nothing is proven, or an overlap that is not to be measured.
PairAnswer WithoutNumbers(PairStatus status, uint32_t iterations) {
  PairAnswer answer{};
  answer.distance = -kInfinity;
  answer.point_a = answer.point_b = answer.normal = kNowhere;
  answer.status = status;
  answer.iterations = iterations;
  return answer;
}

double RadiusOf(const PosedGeometry& object) {
  return object.geometry->swept_radius() + object.padding;
}

// Metres between the cores, beyond which nobody wants to know. A little beyond, so that taking the
// radii off again cannot fall below max_distance.
double CutoffOf(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options) {
  if (!options.max_distance) return kInfinity;
  const double cutoff = *options.max_distance + RadiusOf(a) + RadiusOf(b);
  return cutoff + 4 * kEpsilon * cutoff;
}

// The answer of the cores with radii and padding, in the world frame.
PairAnswer InWorld(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options,
                   double cutoff, CoreAnswer core, uint32_t iterations) {
  if (!core.beyond && core.distance - core.error_bound > cutoff) {
    core.beyond = true;
    core.distance -= core.error_bound;
  }
  const bool overlap = core.distance + core.error_bound < 0 && !core.beyond;
  if (core.depth_not_asked || (options.overlap == OverlapMode::kSignOnly && overlap)) {
    return WithoutNumbers(PairStatus::kDepthNotAsked, iterations);
  }
  const double radius_a = RadiusOf(a), radius_b = RadiusOf(b), radii = radius_a + radius_b;
  PairAnswer answer{};
  answer.iterations = iterations;
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
  answer.point_b = core.own_p1
                       ? a.position + Multiply(a.rotation, core.p1 + a.geometry->core_origin()) -
                             answer.normal * radius_b
                       : answer.point_a + answer.normal * answer.distance;
  // What left the range of float64 on the way proves nothing.
  if (!std::isfinite(answer.distance) || !std::isfinite(answer.error_bound)) {
    return WithoutNumbers(PairStatus::kUnbounded, 0);
  }
  answer.status = options.tolerance && answer.error_bound > *options.tolerance
                      ? PairStatus::kNotConverged
                      : PairStatus::kOk;
  return answer;
}

// A halfspace and anything else but a halfspace.
PairAnswer SolveHalfspace(const PosedGeometry& a, const PosedGeometry& b,
                          const SolverOptions& options) {
  const RelativePair pair = MakeRelative(a, b, options.field);
  return InWorld(a, b, options, CutoffOf(a, b, options),
                 HalfspaceDistance(pair.difference, pair.rounding), 1);
}

bool IsHalfspace(const PosedGeometry& object) {
  return object.geometry->core_kind() == CoreKind::kHalfspace;
}

// Whether the lanes take the pair: they know hulls, exact cells and plain GJK, and sizes that
// float32 bears.
bool ForLanes(const RelativePair& pair, const SolverOptions& options) {
  constexpr double kLargestRatio = 1e4;
  const double large = std::max(pair.radius0, pair.radius1),
               small = std::min(pair.radius0, pair.radius1);
  return options.field == SupportField::kExactCells && options.gjk == GjkVariant::kPlain &&
         pair.a->geometry->blocks() != nullptr && pair.b->geometry->blocks() != nullptr &&
         large > 0 && small * kLargestRatio >= large &&
         Norm(pair.difference.ot1()) <= kLargestRatio * large;
}

LaneCore LaneCoreOf(const Geometry& geometry) {
  return {geometry.blocks()->view(), geometry.core_vertices().data(), geometry.core_radius()};
}

}  // namespace

void SolvePairs(const PairOfObjects* pairs, int n, const SolverOptions& options,
                LaneSolver solve_lanes, PairScratch* scratch, PairAnswer* answers) {
  scratch->tasks.clear();
  scratch->relative.clear();
  scratch->place.clear();
  int curved = 0;
  const auto solve_curved = [&] {
    if (curved == 0) return;
    solve_lanes.curved(&scratch->curved_tasks, curved, &scratch->curved_scratch,
                       scratch->curved_found);
    for (int k = 0; k < curved; ++k) {
      const int place = scratch->curved_place[k];
      const PosedGeometry &a = *pairs[place].a, &b = *pairs[place].b;
      const double cutoff = scratch->curved_tasks.limits.row[2][k];
      LaneAnswer& found = scratch->curved_found[k];
      if (found.kind == LaneAnswer::Kind::kOpen) {
        found.core = SolveCores(MakeRelative(a, b, options.field), options, cutoff, nullptr,
                                &scratch->polytope, &found.iterations);
      }
      answers[place] = InWorld(a, b, options, cutoff, found.core, found.iterations);
    }
    curved = 0;
  };
  for (int i = 0; i < n; ++i) {
    const PosedGeometry &a = *pairs[i].a, &b = *pairs[i].b;
    if (IsHalfspace(a) || IsHalfspace(b) ||
        (solve_lanes.curved == nullptr && HaveFormulas(a, b, options))) {
      answers[i] = SolvePair(a, b, options, scratch);
      continue;
    }
    const double cutoff = CutoffOf(a, b, options);
    CurvedPair<double> formulas;
    CurvedLimits<double> limits;
    if (solve_lanes.curved != nullptr && HaveFormulas(a, b, options) &&
        PrepareCurved(a, b, cutoff, &formulas, &limits)) {
      Put(curved, formulas, &scratch->curved_tasks.pair);
      Put(curved, limits, &scratch->curved_tasks.limits);
      scratch->curved_place[curved++] = i;
      if (curved == CurvedTasks::kPairs) solve_curved();
      continue;
    }
    const RelativePair pair = MakeRelative(a, b, options.field);
    if (solve_lanes.hulls == nullptr || !ForLanes(pair, options)) {
      uint32_t iterations = 0;
      const CoreAnswer core =
          SolveCores(pair, options, cutoff, nullptr, &scratch->polytope, &iterations);
      answers[i] = InWorld(a, b, options, cutoff, core, iterations);
      continue;
    }
    scratch->tasks.push_back({LaneCoreOf(*a.geometry), LaneCoreOf(*b.geometry),
                              pair.difference.oR1(), pair.difference.ot1(), pair.rounding, cutoff});
    scratch->relative.push_back(pair);
    scratch->place.push_back(i);
  }
  solve_curved();
  if (scratch->tasks.empty()) return;
  scratch->found.resize(scratch->tasks.size());
  solve_lanes.hulls(scratch->tasks.data(), static_cast<int>(scratch->tasks.size()),
                    scratch->found.data());
  for (size_t k = 0; k < scratch->tasks.size(); ++k) {
    const RelativePair& pair = scratch->relative[k];
    LaneAnswer& found = scratch->found[k];
    uint32_t iterations = found.iterations;
    if (found.kind == LaneAnswer::Kind::kOpen) {
      iterations = 0;
      found.core = SolveCores(pair, options, scratch->tasks[k].cutoff, &found, &scratch->polytope,
                              &iterations);
    }
    answers[scratch->place[k]] =
        InWorld(*pair.a, *pair.b, options, scratch->tasks[k].cutoff, found.core, iterations);
  }
}

PairAnswer SolvePair(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options,
                     PairScratch* scratch) {
  const bool plane_a = IsHalfspace(a), plane_b = IsHalfspace(b);
  if (plane_a && plane_b) return WithoutNumbers(PairStatus::kUnbounded, 0);
  if (plane_a) return SolveHalfspace(a, b, options);
  if (plane_b) {  // the closed form wants the halfspace first
    PairAnswer answer = SolveHalfspace(b, a, options);
    std::swap(answer.point_a, answer.point_b);
    answer.normal = -answer.normal;
    return answer;
  }
  const double cutoff = CutoffOf(a, b, options);
  uint32_t iterations = 0;
  CurvedPair<double> formulas;
  CurvedLimits<double> limits;
  CoreAnswer proven;
  if (HaveFormulas(a, b, options) && PrepareCurved(a, b, cutoff, &formulas, &limits) &&
      SolveCurved(formulas, limits, &proven, &iterations)) {
    return InWorld(a, b, options, cutoff, proven, iterations);
  }
  const RelativePair pair = MakeRelative(a, b, options.field);
  const CoreAnswer core =
      SolveCores(pair, options, cutoff, nullptr, &scratch->polytope, &iterations);
  return InWorld(a, b, options, cutoff, core, iterations);
}

}  // namespace farpoint::FARPOINT_ISA
