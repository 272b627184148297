// Seeded random shapes, poses and directions. Equal seeds give equal sequences on every machine.

#ifndef FARPOINT_TESTS_CORE_RANDOM_SHAPES_H_
#define FARPOINT_TESTS_CORE_RANDOM_SHAPES_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "src/math/pose.h"
#include "src/shape/shape.h"

namespace farpoint {

class RandomShapes {
 public:
  explicit RandomShapes(uint64_t seed) : rng_(seed) {}

  double Uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(rng_() >> 11) * 0x1p-53);
  }
  /// Uniform in the exponent.
  double Scale(double low, double high) { return std::exp(Uniform(std::log(low), std::log(high))); }
  int Index(int count) { return static_cast<int>(rng_() % static_cast<uint64_t>(count)); }

  /// Unit, uniform on the sphere.
  Vec3d Direction() {
    for (;;) {
      const Vec3d v{Uniform(-1, 1), Uniform(-1, 1), Uniform(-1, 1)};
      const double squared = v.x * v.x + v.y * v.y + v.z * v.z;
      if (squared > 1 || squared < 0.01) continue;
      const double inverse = 1 / std::sqrt(squared);
      return {v.x * inverse, v.y * inverse, v.z * inverse};
    }
  }
  Quaternion Rotation() {
    for (;;) {
      const Quaternion q{Uniform(-1, 1), Uniform(-1, 1), Uniform(-1, 1), Uniform(-1, 1)};
      const double squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
      if (squared > 1 || squared < 0.01) continue;
      const double inverse = 1 / std::sqrt(squared);
      return {q.x * inverse, q.y * inverse, q.z * inverse, q.w * inverse};
    }
  }
  /// A position up to `reach` from the origin.
  Vec3d Position(double reach) {
    const Vec3d d = Direction();
    const double r = reach * std::cbrt(Uniform(0, 1));
    return {d.x * r, d.y * r, d.z * r};
  }
  Pose AnyPose(double reach) {
    const Vec3d position = Position(reach);
    return {position, Rotation()};
  }

  template <size_t n>
  std::array<Vec3d, n> Vertices(double size) {
    std::array<Vec3d, n> vertices;
    for (Vec3d& v : vertices) v = Position(size);
    return vertices;
  }

  /// One of the first `kinds` kinds below, about `size` in radius. The twelve kinds of shape; the
  /// bounded ones first, and of those the ones with straight or round cores before the curved.
  static constexpr int kStraightKinds = 8, kBoundedKinds = 11, kAllKinds = 12;
  Shape OfKind(int kind, double size) {
    const double a = size * Uniform(0.2, 1), b = size * Uniform(0.2, 1), c = size * Uniform(0.2, 1);
    switch (kind) {
      case 0:
        return Sphere{a};
      case 1:
        return Box{{a, b, c}};
      case 2:
        return Capsule{a / 2, b};
      case 3:
        return Point{Vertices<1>(size)};
      case 4:
        return Segment{Vertices<2>(size)};
      case 5:
        return Triangle{Vertices<3>(size)};
      case 6:
        return Prism{Vertices<6>(size)};
      case 7: {
        Mesh mesh;
        for (int i = 0; i < 8; ++i) mesh.vertices.push_back(Position(size));
        return mesh;
      }
      case 8:
        return Ellipsoid{{a, b, c}};
      case 9:
        return Cylinder{a, b};
      case 10:
        return Cone{a, b};
      default: {
        const Vec3d n = Direction();
        return Halfspace{n, size * Uniform(-1, 1)};
      }
    }
  }
  Shape Any(int kinds, double size) { return OfKind(Index(kinds), size); }

  template <class Container>
  void Shuffle(Container* items) {
    for (size_t i = items->size(); i > 1; --i) {
      std::swap((*items)[i - 1], (*items)[rng_() % i]);
    }
  }

 private:
  std::mt19937_64 rng_;
};

}  // namespace farpoint

#endif  // FARPOINT_TESTS_CORE_RANDOM_SHAPES_H_
