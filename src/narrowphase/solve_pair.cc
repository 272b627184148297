#include "src/narrowphase/solve_pair.h"

#include <cmath>
#include <limits>

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

// Whether the lanes of curved cores take the pair. Ways that are asked for by name are gone.
bool ForCurvedLanes(const RelativePair& pair, const SolverOptions& options) {
  constexpr double kLargestRatio = 1e4;
  const double large = std::max(pair.radius0, pair.radius1);
  // A point is as good as any size.
  const auto bears = [&](double radius) { return radius == 0 || radius * kLargestRatio >= large; };
  return options.field == SupportField::kExactCells && options.gjk == GjkVariant::kPlain &&
         pair.a->geometry->formula() != nullptr && pair.b->geometry->formula() != nullptr &&
         large > 0 && bears(pair.radius0) && bears(pair.radius1) &&
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
  scratch->curved_tasks.clear();
  scratch->curved_relative.clear();
  scratch->curved_place.clear();
  for (int i = 0; i < n; ++i) {
    const PosedGeometry &a = *pairs[i].a, &b = *pairs[i].b;
    if (IsHalfspace(a) || IsHalfspace(b)) {
      answers[i] = SolvePair(a, b, options, scratch);
      continue;
    }
    const RelativePair pair = MakeRelative(a, b, options.field);
    const double cutoff = CutoffOf(a, b, options);
    if (solve_lanes.curved != nullptr && ForCurvedLanes(pair, options)) {
      scratch->curved_tasks.push_back(
          {{{*a.geometry->formula(), *b.geometry->formula()},
            pair.difference.oR1(),
            pair.difference.ot1()},
           std::max(pair.radius0, pair.radius1),
           pair.rounding,
           cutoff});
      scratch->curved_relative.push_back(pair);
      scratch->curved_place.push_back(i);
      continue;
    }
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
  const auto finish = [&](const RelativePair& pair, double cutoff, int place,
                          const LaneAnswer* warm, LaneAnswer* found) {
    uint32_t count = found->iterations;
    if (found->kind == LaneAnswer::Kind::kOpen) {
      if (warm != nullptr) count = 0;  // it goes on counting
      found->core = SolveCores(pair, options, cutoff, warm, &scratch->polytope, &count);
    }
    answers[place] = InWorld(*pair.a, *pair.b, options, cutoff, found->core, count);
  };
  scratch->found.resize(scratch->tasks.size());
  if (!scratch->tasks.empty()) {
    solve_lanes.hulls(scratch->tasks.data(), static_cast<int>(scratch->tasks.size()),
                      scratch->found.data());
  }
  for (size_t k = 0; k < scratch->tasks.size(); ++k) {
    finish(scratch->relative[k], scratch->tasks[k].cutoff, scratch->place[k], &scratch->found[k],
           &scratch->found[k]);
  }
  scratch->curved_found.resize(scratch->curved_tasks.size());
  if (!scratch->curved_tasks.empty()) {
    solve_lanes.curved(scratch->curved_tasks.data(),
                       static_cast<int>(scratch->curved_tasks.size()),
                       scratch->curved_found.data());
  }
  for (size_t k = 0; k < scratch->curved_tasks.size(); ++k) {
    finish(scratch->curved_relative[k], scratch->curved_tasks[k].cutoff, scratch->curved_place[k],
           nullptr, &scratch->curved_found[k]);
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
  const RelativePair pair = MakeRelative(a, b, options.field);
  const double cutoff = CutoffOf(a, b, options);
  uint32_t iterations = 0;
  const CoreAnswer core =
      SolveCores(pair, options, cutoff, nullptr, &scratch->polytope, &iterations);
  return InWorld(a, b, options, cutoff, core, iterations);
}

}  // namespace farpoint::FARPOINT_ISA
