// Farpoint: the last step of a pair: cutoff, radii and padding, and the world frame.

#ifndef FARPOINT_SRC_NARROWPHASE_IN_WORLD_H_
#define FARPOINT_SRC_NARROWPHASE_IN_WORLD_H_

#include <cmath>
#include <limits>

#include "src/narrowphase/answer.h"
#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/posed_geometry.h"

namespace farpoint::FARPOINT_ISA {

/// Two halfspaces, of which nothing is proven, or an overlap that is not to be measured.
FARPOINT_HD inline PairAnswer WithoutNumbers(PairStatus status, uint32_t iterations) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  PairAnswer answer{};
  answer.distance = -std::numeric_limits<double>::infinity();
  answer.point_a = answer.point_b = answer.normal = {kNaN, kNaN, kNaN};
  answer.status = status;
  answer.iterations = iterations;
  return answer;
}

/// Metres between the cores, beyond which nobody wants to know. A little beyond, so that taking the
/// radii off again cannot fall below max_distance.
FARPOINT_HD inline double CutoffOf(const PosedGeometry& a, const PosedGeometry& b,
                                   const SolverOptions& options) {
  if (!options.max_distance) return std::numeric_limits<double>::infinity();
  const double cutoff = *options.max_distance + a.radius + b.radius;
  return cutoff + 4 * std::numeric_limits<double>::epsilon() * cutoff;
}

/// The answer of the cores with radii and padding, in the world frame.
FARPOINT_HD inline PairAnswer InWorld(const PosedGeometry& a, const PosedGeometry& b,
                                      const SolverOptions& options, double cutoff, CoreAnswer core,
                                      uint32_t iterations) {
  constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
  constexpr double kLargest = std::numeric_limits<double>::max();
  if (!core.beyond && core.distance - core.error_bound > cutoff) {
    core.beyond = true;
    core.distance -= core.error_bound;
  }
  const bool overlap = core.distance + core.error_bound < 0 && !core.beyond;
  if (core.depth_not_asked || (options.overlap == OverlapMode::kSignOnly && overlap)) {
    return WithoutNumbers(PairStatus::kDepthNotAsked, iterations);
  }
  const double radii = a.radius + b.radius;
  PairAnswer answer{};
  answer.iterations = iterations;
  answer.normal = Multiply(a.rotation, core.normal);
  answer.normal = answer.normal * (1 / Norm(answer.normal));
  answer.distance = core.distance - radii;
  const double radii_rounding = kEpsilon * (radii + Abs(answer.distance));
  if (core.beyond) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    answer.distance -= radii_rounding;
    answer.point_a = answer.point_b = {kNaN, kNaN, kNaN};
    answer.status = PairStatus::kBeyondMaxDistance;
    return answer;
  }
  answer.error_bound = core.error_bound + radii_rounding;
  const Vec3d origin = a.position + a.core_offset;
  answer.point_a = origin + Multiply(a.rotation, core.p0) + answer.normal * a.radius;
  answer.point_b = core.own_p1 ? origin + Multiply(a.rotation, core.p1) - answer.normal * b.radius
                               : answer.point_a + answer.normal * answer.distance;
  // What left the range of float64 on the way proves nothing.
  const auto sum = [](const Vec3d& v) { return Abs(v.x) + Abs(v.y) + Abs(v.z); };
  const double sizes = Abs(answer.distance) + answer.error_bound + sum(answer.normal) +
                       sum(answer.point_a) + sum(answer.point_b);
  if (!(sizes <= kLargest)) {
    return WithoutNumbers(PairStatus::kUnbounded, 0);
  }
  answer.status = options.tolerance && answer.error_bound > *options.tolerance
                      ? PairStatus::kNotConverged
                      : PairStatus::kOk;
  return answer;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_IN_WORLD_H_
