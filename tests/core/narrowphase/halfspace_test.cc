// Halfspaces against every shape, in closed form, and against each other.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

TEST(Halfspace, AgainstEveryShapeIsExactToRounding) {
  RandomShapes random(51);
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Placed plane{Halfspace{random.Direction(), random.Uniform(-1, 1)}, random.AnyPose(1),
                       random.Index(2) * 0.1};
    const Placed other{random.OfKind(i % RandomShapes::kBoundedKinds, 1), random.AnyPose(3),
                       random.Index(2) * 0.05};
    const PairAnswer answer = Ask(plane, other), swapped = Ask(other, plane);
    const Verdict v = Judge(plane, other, answer);
    EXPECT_LE(Dishonesty(answer, v.truth), 0);
    EXPECT_LE(answer.error_bound, 2e-13);
    EXPECT_EQ(answer.status, PairStatus::kOk);
    EXPECT_LE(PlaneGap(answer, v), 1e-14);
    EXPECT_LE(WitnessesOutside(v), 1e-14);
    EXPECT_EQ(swapped.distance, answer.distance);
    EXPECT_EQ(swapped.error_bound, answer.error_bound);
    EXPECT_EQ(swapped.normal.x, -answer.normal.x);
    EXPECT_EQ(swapped.point_a.x, answer.point_b.x);
    ++(answer.distance > 0 ? apart : overlapping);
  }
  EXPECT_GE(apart, 400);
  EXPECT_GE(overlapping, 400);
}

TEST(Halfspace, ValuesByHand) {
  const Placed floor{Halfspace{{0, 0, 1}, 0.5}, {}};
  EXPECT_NEAR(Ask(floor, {Sphere{1}, {{0, 0, 3}}}).distance, 1.5, 1e-15);
  EXPECT_NEAR(Ask(floor, {Box{{1, 1, 2}}, {{0, 0, 1}}}).distance, -0.5, 1e-15);
  EXPECT_NEAR(Ask(floor, {Box{{1, 1, 2}}, {{0, 0, -100}}}).distance, -101.5, 1e-12);
  EXPECT_NEAR(Ask(floor, {Cone{1, 2}, {{0, 0, 2}, {1, 0, 0, 0}}, 0.25}).distance, 0.25, 1e-15);
  const PairAnswer answer = Ask(floor, {Point{}, {{7, 8, 2}}});
  EXPECT_NEAR(answer.normal.z, 1, 1e-15);
  EXPECT_NEAR(answer.point_a.x, 7, 1e-15);
  EXPECT_NEAR(answer.point_a.z, 0.5, 1e-15);
  EXPECT_NEAR(answer.point_b.z, 2, 1e-15);
}

TEST(Halfspace, AgainstAHalfspaceIsUnbounded) {
  for (const Vec3d& normal : {Vec3d{0, 0, 1}, Vec3d{0, 0, -1}, Vec3d{1, 0, 0}}) {
    for (double height : {-5.0, 0.0, 5.0}) {
      const PairAnswer answer =
          Ask({Halfspace{{0, 0, 1}, 0}, {}}, {Halfspace{normal, 0}, {{0, 0, height}}, 1});
      EXPECT_EQ(answer.status, PairStatus::kUnbounded);
      EXPECT_EQ(answer.distance, -INFINITY);
      EXPECT_EQ(answer.error_bound, 0);
      EXPECT_TRUE(std::isnan(answer.normal.x) && std::isnan(answer.point_a.y) &&
                  std::isnan(answer.point_b.z));
      EXPECT_EQ(StateOf(answer, 1e9), CollisionState::kUndecided);
    }
  }
}

}  // namespace
}  // namespace farpoint
