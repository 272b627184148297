// A rigid motion of both shapes changes nothing but the frame; poses far from the origin cost
// nothing but the rounding of the positions themselves.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

Eigen::Quaterniond ToEigen(const Quaternion& q) { return {q.w, q.x, q.y, q.z}; }

Pose Compose(const Pose& outer, const Pose& inner) {
  const Eigen::Quaterniond q = ToEigen(outer.orientation);
  const Eigen::Quaterniond r = (q * ToEigen(inner.orientation)).normalized();
  const Vec3d& p = inner.position;
  const Eigen::Vector3d moved = q.normalized() * Eigen::Vector3d(p.x, p.y, p.z);
  return {
      {moved.x() + outer.position.x, moved.y() + outer.position.y, moved.z() + outer.position.z},
      {r.x(), r.y(), r.z(), r.w()}};
}

TEST(RigidMotion, ChangesNothingButTheFrame) {
  RandomShapes random(91);
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 2'000; ++i) {
    Placed a{random.Any(RandomShapes::kAllKinds, 1), random.AnyPose(0.5)};
    Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(1.5)};
    const PairAnswer before = Ask(a, b);
    const Pose motion = random.AnyPose(10);
    a.pose = Compose(motion, a.pose);
    b.pose = Compose(motion, b.pose);
    const PairAnswer after = Ask(a, b);
    EXPECT_LE(std::abs(after.distance - before.distance),
              before.error_bound + after.error_bound + 1e-14)
        << i;
    EXPECT_LE(std::abs(after.distance - before.distance), 1e-10) << i;
    ++(after.distance < 0 ? overlapping : apart);
    if (before.distance < 1e-3) continue;
    const Eigen::Vector3d n = ToEigen(motion.orientation).normalized() *
                              Eigen::Vector3d(before.normal.x, before.normal.y, before.normal.z);
    EXPECT_NEAR(n.x() * after.normal.x + n.y() * after.normal.y + n.z() * after.normal.z, 1, 1e-12);
  }
  EXPECT_GE(apart, 400);
  EXPECT_GE(overlapping, 400);
}

TEST(RigidMotion, PosesFarAwayAreAnsweredAsWellAsNearOnes) {
  RandomShapes random(92);
  int apart = 0, overlapping = 0;
  for (double away : {1e3, 1e6, 1e8}) {
    for (int i = 0; i < 600; ++i) {
      const Placed a{random.Any(RandomShapes::kBoundedKinds, 1),
                     {{away, -away / 2, away / 3}, random.Rotation()}};
      Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(1.2)};
      b.pose.position.x += away;
      b.pose.position.y -= away / 2;
      b.pose.position.z += away / 3;
      const PairAnswer answer = Ask(a, b);
      const Verdict v = Judge(a, b, answer);
      ASSERT_LE(Dishonesty(answer, v.truth), 1e-15 * away) << "pair " << i << " at " << away;
      EXPECT_LE(answer.error_bound, 1e-9) << "pair " << i << " at " << away;
      ++(answer.distance < 0 ? overlapping : apart);
    }
  }
  EXPECT_GE(apart, 500);
  EXPECT_GE(overlapping, 500);
}

TEST(RigidMotion, AQuaternionAndItsOppositeAreOneRotation) {
  RandomShapes random(93);
  for (int i = 0; i < 200; ++i) {
    const Placed a{random.Any(RandomShapes::kBoundedKinds, 1), {}};
    Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(2)};
    const PairAnswer plus = Ask(a, b);
    Quaternion& q = b.pose.orientation;
    q = {-q.x, -q.y, -q.z, -q.w};
    EXPECT_TRUE(SameBits(Ask(a, b), plus));
  }
}

}  // namespace
}  // namespace farpoint
