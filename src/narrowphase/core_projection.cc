#include "src/narrowphase/core_projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/narrowphase/gjk.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr int32_t kSupports = 64;

Vec3d NearestInEllipsoid(const Vec3d& radii, const Vec3d& point) {
  const double scale = std::max({radii.x, radii.y, radii.z});
  if (!(scale > 0)) return {0, 0, 0};
  const double r[3] = {radii.x / scale, radii.y / scale, radii.z / scale};
  const double q[3] = {point.x / scale, point.y / scale, point.z / scale};
  // Each term alone must not exceed 1, and a flat ellipsoid has no thickness: t is at least this.
  double t = 0;
  for (int i = 0; i < 3; ++i) t = std::max(t, r[i] * (std::abs(q[i]) - r[i]));
  // The sum is convex and falls: Newton's steps from the left only ever go right.
  constexpr int kSteps = 64;
  for (int step = 0; step < kSteps; ++step) {
    double sum = -1, slope = 0;
    for (int i = 0; i < 3; ++i) {
      const double divisor = r[i] * r[i] + t;
      if (!(divisor > 0)) continue;
      const double term = r[i] * q[i] / divisor;
      sum += term * term;
      slope -= 2 * term * term / divisor;
    }
    if (!(sum > 0)) break;
    const double next = t - sum / slope;
    if (!(next > t)) break;
    t = next;
  }
  const auto nearest = [&](int i) {
    const double divisor = r[i] * r[i] + t;
    return divisor > 0 ? scale * (r[i] * r[i] * q[i] / divisor) : 0;
  };
  return {nearest(0), nearest(1), nearest(2)};
}

struct Profile {
  double r, z;
};

// In the triangle of base radius R at −h and apex at +h.
Profile NearestInConeProfile(double radius, double half, const Profile& p) {
  const auto on_segment = [&](const Profile& a, const Profile& b) {
    const double dr = b.r - a.r, dz = b.z - a.z, squared = dr * dr + dz * dz;
    const double t = squared > 0 ? ((p.r - a.r) * dr + (p.z - a.z) * dz) / squared : 0;
    return t <= 0 ? a : t >= 1 ? b : Profile{a.r + t * dr, a.z + t * dz};
  };
  if (half > 0 && p.z >= -half && p.r * 2 * half <= radius * (half - p.z)) return p;
  const Profile side = on_segment({0, half}, {radius, -half});
  const Profile base = on_segment({0, -half}, {radius, -half});
  const auto distance = [&](const Profile& q) { return std::hypot(p.r - q.r, p.z - q.z); };
  return distance(side) < distance(base) ? side : base;
}

Vec3d NearestInHull(const CoreView<double>& core, const Vec3d& point, double rounding,
                    uint32_t* iterations) {
  if (core.count == 1) return core.vertices[0];
  CoreView<double> origin;
  const Vec3d zero{0, 0, 0};
  origin.vertices = &zero;
  origin.count = 1;
  MinkowskiDifference<double> difference;
  difference.Set(origin, core, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, -point);
  GjkState<double> state;
  state.Start(Norm(point) > 0 ? point : Vec3d{1, 0, 0});
  RunGjk(difference,
         GjkOptions<double>{0, 0, rounding, std::numeric_limits<double>::infinity(), kSupports},
         &state);
  *iterations += static_cast<uint32_t>(state.iterations);
  if (!state.started || state.inside) return point;
  double weight[3];
  NearestOnTriangle(state.slot[0].w, state.slot[1].w, state.slot[2].w, weight);
  Vec3d nearest{0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    nearest = nearest + core.vertices[state.slot[i].index.index1] * weight[i];
  }
  return nearest;
}

}  // namespace

Vec3d NearestInCore(const CoreView<double>& core, const Vec3d& point, double rounding,
                    uint32_t* iterations) {
  if (core.kind == CoreKind::kVertices) return NearestInHull(core, point, rounding, iterations);
  ++*iterations;
  const Vec3d& size = core.parameters;
  if (core.kind == CoreKind::kEllipsoid) return NearestInEllipsoid(size, point);
  const double r = std::hypot(point.x, point.y);
  const Profile p = core.kind == CoreKind::kCylinder
                        ? Profile{std::min(r, size.x), std::clamp(point.z, -size.z, size.z)}
                        : NearestInConeProfile(size.x, size.z, {r, point.z});
  const double scale = r > 0 ? p.r / r : 0;
  return {point.x * scale, point.y * scale, p.z};
}

}  // namespace farpoint::FARPOINT_ISA
