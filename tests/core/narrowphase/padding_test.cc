// Padding shifts the signed distance by exactly the radii, whether the cores are apart or overlap.

#include <gtest/gtest.h>

#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

TEST(Padding, ShiftsDistanceAndDepthAlike) {
  RandomShapes random(52);
  int apart = 0, became_overlap = 0, overlapping = 0;
  for (int i = 0; i < 1'500; ++i) {
    Placed a{random.Any(RandomShapes::kAllKinds, 1), random.AnyPose(0.5)};
    Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(2)};
    const PairAnswer bare = Ask(a, b);
    a.padding = random.Uniform(0, 1);
    b.padding = random.Index(3) == 0 ? 0 : random.Uniform(0, 0.5);
    const PairAnswer padded = Ask(a, b);
    EXPECT_NEAR(padded.distance, bare.distance - a.padding - b.padding, 1e-14);
    EXPECT_NEAR(padded.error_bound, bare.error_bound, 1e-14);
    EXPECT_NEAR(scalar::Dot(padded.normal, bare.normal), 1, 1e-14);
    const Verdict v = Judge(a, b, padded);
    EXPECT_LE(WitnessesOutside(v), 1e-6) << "pair " << i;
    ++(bare.distance < 0 ? overlapping : padded.distance < 0 ? became_overlap : apart);
  }
  EXPECT_GE(apart, 200);
  EXPECT_GE(became_overlap, 200);
  EXPECT_GE(overlapping, 200);
}

// Not by the rule above but by the definition: the shallowest direction out of the grown bodies.
TEST(Padding, IsTheSweptSphereOfTheDefinition) {
  RandomShapes random(53);
  int overlaps = 0;
  for (int i = 0; i < 150; ++i) {
    const Placed a{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(0.3), 0.5};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(1), 0.25};
    const PairAnswer answer = Ask(a, b);
    if (answer.distance > 0) continue;
    ++overlaps;
    const Verdict v = Judge(a, b, answer, {.width = 1e-15L});
    EXPECT_NEAR(static_cast<double>(v.truth.middle()), answer.distance, answer.error_bound + 1e-13);
  }
  EXPECT_GE(overlaps, 80);
}

TEST(Padding, OfASphereIsTheSameAsALargerSphere) {
  RandomShapes random(54);
  for (int i = 0; i < 300; ++i) {
    const Placed other{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(1)};
    const Pose pose = random.AnyPose(2);
    const PairAnswer padded = Ask({Sphere{0.25}, pose, 0.5}, other);
    const PairAnswer larger = Ask({Sphere{0.75}, pose}, other);
    EXPECT_NEAR(padded.distance, larger.distance, 1e-15);
    EXPECT_NEAR(padded.error_bound, larger.error_bound, 1e-15);
  }
}

}  // namespace
}  // namespace farpoint
