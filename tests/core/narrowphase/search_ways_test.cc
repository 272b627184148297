// Whatever field and whatever variant of GJK lead the search, an answer is as honest and as tight;
// and they do lead it elsewhere.

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "src/narrowphase/gjk.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

std::vector<SolverOptions> Ways() {
  std::vector<SolverOptions> ways;
  for (SupportField field : {SupportField::kExactCells, SupportField::kLatLong, SupportField::kScan,
                             SupportField::kHillClimbing}) {
    for (GjkVariant gjk : {GjkVariant::kPlain, GjkVariant::kNesterov, GjkVariant::kPolyak}) {
      SolverOptions options;
      options.field = field;
      options.gjk = gjk;
      ways.push_back(options);
    }
  }
  SolverOptions coarse;
  coarse.field = SupportField::kLatLong;
  coarse.field_resolution = 2;
  ways.push_back(coarse);
  return ways;
}

Mesh RandomMesh(RandomShapes* random, int count) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) mesh.vertices.push_back(random->Direction());
  return mesh;
}

TEST(SearchWays, AreAllHonestAndTight) {
  RandomShapes random(301);
  const std::vector<SolverOptions> ways = Ways();
  int apart = 0, overlapping = 0, unlike = 0;
  for (int i = 0; i < 150; ++i) {
    const auto shape = [&]() -> Shape {
      if (random.Index(2) == 0) return RandomMesh(&random, 5 + random.Index(60));
      return random.Any(RandomShapes::kBoundedKinds, 1);
    };
    const Placed a{shape(), {}, random.Index(2) * 0.1}, b{shape(), random.AnyPose(2.5)};
    const PairAnswer plain = Ask(a, b);
    const Verdict v = Judge(a, b, plain);
    (plain.distance > 0 ? apart : overlapping) += 1;
    std::set<uint32_t> iterations;
    for (const SolverOptions& way : ways) {
      const PairAnswer answer = Ask(a, b, way);
      EXPECT_EQ(answer.status, PairStatus::kOk);
      EXPECT_LE(Dishonesty(answer, v.truth), 0)
          << "pair " << i << ", field " << int(way.field) << ", gjk " << int(way.gjk);
      EXPECT_LE(answer.error_bound, 2 * plain.error_bound + 1e-9 * v.size)
          << "pair " << i << ", field " << int(way.field) << ", gjk " << int(way.gjk);
      iterations.insert(answer.iterations);
    }
    unlike += iterations.size() > 1;
  }
  EXPECT_GE(apart, 50);
  EXPECT_GE(overlapping, 25);
  EXPECT_GE(unlike, 75) << "the options do not reach the search";
}

// The directions of the accelerated variants, by the formulas of the paper (Montaut et al. 2022,
// algorithm 4, as in Coal).
TEST(GjkVariants, MixDirectionsAsPublished) {
  using scalar::Norm;
  using scalar::operator+;
  using scalar::operator-;
  using scalar::operator*;
  scalar::GjkState<double> s;
  s.Start({1, 2, 3});
  s.started = true;
  s.newest.w = {-1, 0.5, 2};
  s.direction = {0.25, -1, 4};
  GjkOptions<double> options{0, 0, 0, INFINITY, 10};
  for (int k : {0, 1, 5}) {
    s.momentum_steps = k;
    const double m1 = (k + 1.0) / (k + 3.0), m2 = (k + 2.0) / (k + 3.0), p = 1.0 / (k + 1);
    options.variant = GjkVariant::kNesterov;
    options.flat = false;
    const Vec3d y1 = s.v * m1 + s.newest.w * (1 - m1);
    EXPECT_LE(Norm(Accelerate(options, s) - (s.direction * m1 + y1 * (1 - m1))), 1e-15);
    options.flat = true;
    const Vec3d y2 = s.v * m2 + s.newest.w * (1 - m2);
    const Vec3d unit = s.direction * (m2 / Norm(s.direction)) + y2 * ((1 - m2) / Norm(y2));
    EXPECT_LE(Norm(Accelerate(options, s) - unit), 1e-15);
    options.variant = GjkVariant::kPolyak;
    EXPECT_LE(Norm(Accelerate(options, s) - (s.direction * p + s.v * (1 - p))), 1e-15);
  }
}

// Momentum pays where GJK zigzags: on smooth shapes that are near.
TEST(GjkVariants, EndWherePlainEndsOnAnotherWay) {
  RandomShapes random(302);
  int64_t queries[4] = {};
  for (int i = 0; i < 300; ++i) {
    const auto ga = MakeGeometry(RandomMesh(&random, 500)),
               gb = MakeGeometry(RandomMesh(&random, 500));
    scalar::MinkowskiDifference<double> d;
    d.Set(scalar::MakeCoreView(*ga), scalar::MakeCoreView(*gb), RotationMatrix(random.Rotation()),
          {2.01, random.Uniform(-1, 1), random.Uniform(-1, 1)});
    double squared[4] = {};
    for (GjkVariant gjk : {GjkVariant::kPlain, GjkVariant::kNesterov, GjkVariant::kPolyak}) {
      GjkOptions<double> options{0, 1e-15, 1e-14, INFINITY, 200};
      options.variant = gjk;
      options.flat = true;
      scalar::GjkState<double> s;
      s.Start({1, 0.1, 0.1});
      scalar::RunGjk(d, options, &s);
      squared[int(gjk)] = s.squared;
      queries[int(gjk)] += s.iterations;
      EXPECT_LT(s.iterations, 100);
    }
    EXPECT_NEAR(squared[2], squared[1], 1e-12);
    EXPECT_NEAR(squared[3], squared[1], 1e-12);
  }
  EXPECT_NE(queries[2], queries[1]);
  EXPECT_NE(queries[3], queries[1]);
  RecordProperty("plain", std::to_string(queries[1]));
  RecordProperty("nesterov", std::to_string(queries[2]));
  RecordProperty("polyak", std::to_string(queries[3]));
}

}  // namespace
}  // namespace farpoint
