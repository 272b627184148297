// Points in ellipsoids and ellipsoids in ellipsoids: the closed forms against the reference.

#include <gtest/gtest.h>

#include <cmath>

#include "src/narrowphase/ellipsoid_depth.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using reference::Real;

TEST(EllipsoidDepth, OfAPointIsTheNearestPointOfTheBoundary) {
  RandomShapes random(61);
  int inside = 0, central = 0;
  for (int i = 0; i < 1'000; ++i) {
    const Vec3d radii{random.Scale(0.1, 10), random.Scale(0.1, 10), random.Scale(0.1, 10)};
    Vec3d p{radii.x * random.Uniform(-0.7, 0.7), radii.y * random.Uniform(-0.7, 0.7),
            radii.z * random.Uniform(-0.7, 0.7)};
    if (random.Index(3) == 0) p.x = 0;
    if (random.Index(3) == 0) p.y = random.Index(2) ? 0 : 1e-12;
    if (random.Index(3) == 0) p.z = 0;
    const PointDepth depth = DepthInEllipsoid(radii, p);
    const double s = p.x * p.x / (radii.x * radii.x) + p.y * p.y / (radii.y * radii.y) +
                     p.z * p.z / (radii.z * radii.z);
    if (s >= 1) {
      EXPECT_EQ(depth.lower, 0);
      continue;
    }
    ++inside;
    central += p.x == 0 && p.y == 0 && p.z == 0;
    const reference::Body a = reference::MakeBody(Ellipsoid{radii}, {}),
                          b = reference::MakeBody(Point{}, {p});
    const double size = std::max({radii.x, radii.y, radii.z});
    const auto n = reference::Unit(reference::Widen(depth.normal));
    const Real truth = -reference::SignedDistance(a, b, {n, {}, {}}, {.width = 1e-16L}).lower;
    EXPECT_LE(depth.lower, truth + 1e-18L * size) << i;
    EXPECT_NEAR(depth.lower, truth, 1e-13 * size) << i;
    EXPECT_NEAR(Height(a, n) + Height(b, -n), truth, 1e-13 * size) << i;
  }
  EXPECT_GE(inside, 500);
  EXPECT_GE(central, 10);
}

TEST(EllipsoidDepth, OfTwoIsBoundedBelowAndUsuallyMet) {
  RandomShapes random(62);
  int overlaps = 0, met = 0;
  for (int i = 0; i < 500; ++i) {
    const bool nearly_round = i % 3 == 0;
    const auto radius = [&] {
      return nearly_round ? 1 + random.Scale(1e-12, 1e-3) : random.Scale(0.2, 2);
    };
    const Ellipsoid e0{{radius(), radius(), radius()}}, e1{{radius(), radius(), radius()}};
    const Pose pose = random.AnyPose(1);
    const PairAnswer answer = Ask({e0, {}}, {e1, pose});
    if (answer.distance > -1e-3) continue;
    ++overlaps;
    const PointDepth depth = DepthOfEllipsoids(
        {e0.radii, e1.radii, RotationMatrix(pose.orientation), pose.position}, answer.normal);
    const Verdict v = Judge({e0, {}}, {e1, pose}, answer);
    EXPECT_LE(depth.lower, -v.truth.lower + 1e-14L) << i;
    EXPECT_LE(Dishonesty(answer, v.truth), 0) << i;
    EXPECT_LE(answer.error_bound, 1e-9) << i;
    met += depth.lower > -v.truth.upper - 1e-12L;
  }
  EXPECT_GE(overlaps, 200);
  EXPECT_GE(met, overlaps * 3 / 4);
}

TEST(EllipsoidDepth, ConcentricByHand) {
  const auto ask = [](const Shape& a, const Shape& b, const Pose& pose) {
    const PairAnswer answer = Ask({a, {}}, {b, pose});
    EXPECT_LE(answer.error_bound, 1e-9);
    return answer.distance;
  };
  EXPECT_NEAR(ask(Ellipsoid{{1, 2, 3}}, Ellipsoid{{1, 2, 3}}, {}), -2, 1e-9);
  EXPECT_NEAR(ask(Ellipsoid{{1, 2, 3}}, Sphere{0.5}, {}), -1.5, 1e-14);
  EXPECT_NEAR(ask(Ellipsoid{{1, 2, 3}}, Point{}, {{0, 0, 0}}), -1, 1e-14);
  EXPECT_NEAR(ask(Ellipsoid{{2, 3, 4}}, Point{}, {{1.5, 0, 0}}), -0.5, 1e-14);
  // In the plane across the shortest axis: √(1 − 1/12) of it, nearer than the end at 4 (Eberly).
  EXPECT_NEAR(ask(Ellipsoid{{4, 4, 2}}, Point{}, {{1, 0, 0}}), -2 * std::sqrt(1 - 1.0 / 12), 1e-13);
}

TEST(EllipsoidDepth, FlatOnesAreSolvedToo) {
  RandomShapes random(63);
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 400; ++i) {
    Vec3d radii{random.Uniform(0.3, 1), random.Uniform(0.3, 1), random.Uniform(0.3, 1)};
    (i % 3 == 0 ? radii.x : i % 3 == 1 ? radii.y : radii.z) = 0;
    const Placed a{Ellipsoid{radii}, {}};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(1.5)};
    const PairAnswer answer = Ask(a, b);
    const Verdict v = Judge(a, b, answer);
    ASSERT_LE(Dishonesty(answer, v.truth), 0) << "pair " << i;
    EXPECT_LE(answer.error_bound, 1e-7) << "pair " << i;
    ++(answer.distance < 0 ? overlapping : apart);
  }
  EXPECT_GE(apart, 100);
  EXPECT_GE(overlapping, 50);
}

}  // namespace
}  // namespace farpoint
