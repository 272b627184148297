#include "bench/cuda/crowd.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace farpoint::bench {
namespace {

constexpr int kHulls = 64;

class Dice {
 public:
  double Uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_() >> 11) * 0x1p-53);
  }
  Vec3d Direction() {
    const double z = Uniform(-1, 1), angle = Uniform(0, 2 * 3.14159265358979323846);
    const double r = std::sqrt(1 - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
  }
  Quaternion Rotation() {
    const Vec3d u = Direction();
    const double half = Uniform(0, 3.14159265358979323846), s = std::sin(half);
    return {u.x * s, u.y * s, u.z * s, std::cos(half)};
  }
  uint64_t Next() { return random_(); }

 private:
  std::mt19937_64 random_{1};
};

double Height(const Geometry& g, const Mat3d& r, const Vec3d& d) {
  const Vec3d local = scalar::MultiplyTransposed(r, d);
  double best = -1e300;
  for (const Vec3d& p : g.core_vertices()) best = std::max(best, scalar::Dot(p, local));
  return best + scalar::Dot(scalar::Multiply(r, g.core_origin()), d);
}

}  // namespace

const char* NameOf(Lie lie) {
  return lie == Lie::kApart ? "apart" : lie == Lie::kNear ? "near" : "deep";
}

Batch MakeCrowd(int vertices, Lie lie, int pairs) {
  Dice dice;
  Batch batch;
  for (int i = 0; i < kHulls; ++i) {
    // Half of the mix below 167, the rest up to the largest, evenly in the logarithm.
    const double share = (i + 0.5) / kHulls;
    const double mixed =
        share < 0.5 ? 10 * std::pow(16.7, 2 * share) : 167 * std::pow(1791.0 / 167, 2 * share - 1);
    const int count = vertices > 0 ? vertices : static_cast<int>(mixed);
    const Vec3d half{dice.Uniform(0.03, 0.15), dice.Uniform(0.03, 0.15), dice.Uniform(0.03, 0.15)};
    Mesh mesh;
    for (int k = 0; k < count; ++k) {
      const Vec3d d = dice.Direction();
      mesh.vertices.push_back({half.x * d.x, half.y * d.y, half.z * d.z});
    }
    batch.geometries.push_back(Geometry::Create(mesh, GeometryLimits()).value());
  }
  for (int i = 0; i < pairs; ++i) {
    const auto a = static_cast<uint32_t>(dice.Next() % kHulls);
    const auto b = static_cast<uint32_t>(dice.Next() % kHulls);
    const Geometry &ga = *batch.geometries[a], &gb = *batch.geometries[b];
    const Quaternion qa = dice.Rotation(), qb = dice.Rotation();
    const Vec3d n = dice.Direction();
    const double radius = std::min(ga.core_radius(), gb.core_radius());
    using scalar::operator*;
    using scalar::operator-;
    const double touch = Height(ga, RotationMatrix(qa), n) + Height(gb, RotationMatrix(qb), -n);
    const double way = lie == Lie::kApart  ? touch + radius * dice.Uniform(0.1, 1)
                       : lie == Lie::kNear ? touch + radius * dice.Uniform(1e-3, 1e-2)
                                           : radius * dice.Uniform(0, 0.33);
    batch.object_geometry.insert(batch.object_geometry.end(), {a, b});
    batch.poses.push_back({{0, 0, 0}, qa});
    batch.poses.push_back({n * way, qb});
    batch.pair_a.push_back(static_cast<uint32_t>(2 * i));
    batch.pair_b.push_back(static_cast<uint32_t>(2 * i + 1));
  }
  return batch;
}

}  // namespace farpoint::bench
