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

}  // namespace

PairAnswer SolvePair(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options,
                     PairScratch* scratch) {
  const bool plane_a = a.geometry->core_kind() == CoreKind::kHalfspace;
  const bool plane_b = b.geometry->core_kind() == CoreKind::kHalfspace;
  PairAnswer answer{};
  if (plane_a && plane_b) return WithoutNumbers(PairStatus::kUnbounded, 0);
  if (plane_b) {  // the closed form wants the halfspace first
    answer = SolvePair(b, a, options, scratch);
    std::swap(answer.point_a, answer.point_b);
    answer.normal = -answer.normal;
    return answer;
  }

  const RelativePair pair = MakeRelative(a, b, options.field);
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
    core = SolveCores(pair, options, cutoff, &scratch->polytope, &answer.iterations);
    if (!core.beyond && core.distance - core.error_bound > cutoff) {
      core.beyond = true;
      core.distance -= core.error_bound;
    }
  }
  const bool overlap = core.distance + core.error_bound < 0 && !core.beyond;
  if (core.depth_not_asked || (options.overlap == OverlapMode::kSignOnly && overlap)) {
    return WithoutNumbers(PairStatus::kDepthNotAsked, answer.iterations);
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
  answer.point_b = core.own_p1
                       ? a.position + Multiply(a.rotation, core.p1 + a.geometry->core_origin()) -
                             answer.normal * radius_b
                       : answer.point_a + answer.normal * answer.distance;
  // What left the range of float64 on the way proves nothing.
  if (!std::isfinite(answer.distance) || !std::isfinite(answer.error_bound))
    return WithoutNumbers(PairStatus::kUnbounded, 0);
  answer.status = options.tolerance && answer.error_bound > *options.tolerance
                      ? PairStatus::kNotConverged
                      : PairStatus::kOk;
  return answer;
}

}  // namespace farpoint::FARPOINT_ISA
