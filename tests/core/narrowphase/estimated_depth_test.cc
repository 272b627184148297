// MPR: its translation separates, its bound is honest, it is cheap, and how deep it is beyond the
// truth is printed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "src/narrowphase/inscribed_ball.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::InscribedBall;
using scalar::operator-;

SolverOptions Estimated() {
  SolverOptions options;
  options.overlap = OverlapMode::kEstimatedDepth;
  return options;
}

TEST(EstimatedDepth, SeparatesAndBoundsTheTruth) {
  RandomShapes random(311);
  std::vector<double> excess;
  uint64_t estimated_queries = 0, exact_queries = 0;
  for (int i = 0; i < 3'000; ++i) {
    const Placed a{random.Any(RandomShapes::kAllKinds, 1), random.AnyPose(0.5),
                   random.Index(2) * 0.1};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(0.8),
                   random.Index(2) * 0.05};
    const PairAnswer exact = Ask(a, b), answer = Ask(a, b, Estimated());
    const Verdict v = Judge(a, b, answer);
    EXPECT_EQ(answer.status, PairStatus::kOk);
    if (exact.distance > 1e-9) {
      EXPECT_TRUE(SameBits(answer, exact)) << "pair " << i << " is apart: no depth to estimate";
    }
    EXPECT_LE(Dishonesty(answer, v.truth), 0) << "pair " << i;
    EXPECT_LE(PlaneGap(answer, v), 1e-9 * v.size) << "pair " << i << ": the normal separates";
    EXPECT_LE(WitnessesOutside(v), 1e-9 * v.size) << "pair " << i;
    EXPECT_LE(answer.distance, exact.distance + exact.error_bound + 1e-12) << "pair " << i;
    EXPECT_LE(answer.iterations, 64u + 64u + 4 * 128u);
    if (exact.distance > -1e-3 || answer.error_bound <= 0) continue;
    const double along = Dot(answer.point_b - answer.point_a, answer.normal);
    EXPECT_NEAR(along, answer.distance, answer.error_bound + 1e-9 * v.size) << "pair " << i;
    excess.push_back(answer.distance / exact.distance - 1);
    if (exact.iterations < 50) continue;  // closed forms
    estimated_queries += answer.iterations;
    exact_queries += exact.iterations;
  }
  ASSERT_GE(excess.size(), 1'000u);
  EXPECT_LT(2 * estimated_queries, exact_queries) << "an estimate must be cheap";
  std::sort(excess.begin(), excess.end());
  const auto at = [&](double q) { return excess[size_t(q * double(excess.size() - 1))]; };
  std::printf(
      "excess over the true depth of %zu overlaps: median %.2g, p90 %.2g, p99 %.2g, max %.2g\n",
      excess.size(), at(0.5), at(0.9), at(0.99), at(1));
  EXPECT_GE(at(0), -1e-6) << "an upper bound of the depth";
  EXPECT_LE(at(0.5), 0.05);
  EXPECT_GE(at(1), 0.01) << "MPR does not find the minimum: is this another method?";
}

TEST(EstimatedDepth, OfConcentricAndFlatPairsIsHonest) {
  const std::vector<Shape> shapes = {Box{{1, 1, 1}},   Box{{1, 1, 0}},       Sphere{0.5},
                                     Cylinder{0.5, 1}, Cone{1, 1},           Capsule{0.1, 1},
                                     Box{{1, 0, 0}},   Ellipsoid{{1, 2, 3}}, Point{},
                                     Box{{0, 0, 0}},   Ellipsoid{{1, 1, 0}}};
  for (size_t i = 0; i < shapes.size(); ++i) {
    for (size_t j = 0; j < shapes.size(); ++j) {
      for (double offset : {0.0, 1e-17, 1e-9, 0.25}) {
        const Placed a{shapes[i], {}}, b{shapes[j], {{offset, 0, offset / 2}, {}}};
        const PairAnswer answer = Ask(a, b, Estimated());
        const Verdict v = Judge(a, b, answer);
        EXPECT_LE(Dishonesty(answer, v.truth), 0) << i << ", " << j << ", " << offset;
        EXPECT_LE(PlaneGap(answer, v), 1e-9 * v.size) << i << ", " << j << ", " << offset;
        EXPECT_LE(WitnessesOutside(v), 1e-9 * v.size) << i << ", " << j << ", " << offset;
      }
    }
  }
}

TEST(InscribedBall, IsInsideTheTetrahedron) {
  RandomShapes random(312);
  int proven = 0;
  for (int i = 0; i < 20'000; ++i) {
    Vec3d w[4];
    for (Vec3d& p : w) p = random.Position(1);
    if (i % 3 == 0) w[3].z = w[0].z + random.Uniform(-1e-9, 1e-9);
    const double radius = InscribedBall(w[0], w[1], w[2], w[3], 1e-15);
    // The origin's distance from each face, in long double; its barycentric coordinates' signs.
    using reference::Real, reference::Vec, reference::Widen;
    Real least = 2;
    bool inside = true;
    for (int apex = 0; apex < 4; ++apex) {
      const Vec p = Widen(w[(apex + 1) % 4]), q = Widen(w[(apex + 2) % 4]),
                r = Widen(w[(apex + 3) % 4]);
      const Vec n = Cross(q - p, r - p);
      const Real height = Dot(n, p), above = Dot(n, Widen(w[apex]) - p);
      inside = inside && (height > 0) == (above < 0);
      least = std::min(least, std::fabs(height) / std::sqrt(Dot(n, n)));
    }
    if (radius > 0) {
      ++proven;
      EXPECT_TRUE(inside);
      EXPECT_LE(radius, least);
      EXPECT_GE(radius, least * (1 - 1e-6L) - 1e-12L);
    } else if (inside) {
      EXPECT_LE(least, 1e-7L) << "a clear case was not proven";
    }
  }
  EXPECT_GE(proven, 500);
}

TEST(InscribedBall, ProvesNothingOnTheBoundary) {
  const Vec3d a{1, 0, 0}, b{-1, 1, 0}, c{-1, -1, 0}, d{0, 0, 1};  // the origin is on face abc
  EXPECT_LE(InscribedBall(a, b, c, d, 1e-15), 0);
  EXPECT_LE(InscribedBall(a, a, a, a, 1e-15), 0);
  EXPECT_LE(InscribedBall({0, 0, 0}, b, c, d, 1e-15), 0);
}

}  // namespace
}  // namespace farpoint
