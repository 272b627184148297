// Pairs beyond the maximal distance are given up early, with a proof; nearer ones are not affected.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

TEST(MaxDistance, BeyondItThereIsOneProvenLowerBoundAndASeparatingNormal) {
  RandomShapes random(111);
  int beyond = 0, within = 0, earlier = 0;
  for (int i = 0; i < 3'000; ++i) {
    const Placed a{random.Any(RandomShapes::kAllKinds, 1), random.AnyPose(0.5),
                   random.Index(2) * 0.1};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(4),
                   random.Index(2) * 0.2};
    SolverOptions options;
    options.max_distance = i % 3 == 0 ? 0 : random.Uniform(0, 2);
    const PairAnswer free = Ask(a, b), limited = Ask(a, b, options);
    if (limited.status == PairStatus::kBeyondMaxDistance) {
      ++beyond;
      EXPECT_GE(limited.distance, *options.max_distance);
      EXPECT_EQ(limited.error_bound, 0);
      EXPECT_LE(limited.distance, free.distance + free.error_bound) << "a lower bound";
      EXPECT_TRUE(std::isnan(limited.point_a.x) && std::isnan(limited.point_b.z));
      EXPECT_NEAR(scalar::Norm(limited.normal), 1, 1e-14);
      const Verdict v = Judge(a, b, free);
      if (v.a.kind != reference::Body::Kind::kHalfspace) {
        const auto n = reference::Widen(limited.normal);
        const auto plane = static_cast<double>(-Height(v.a, n) - Height(v.b, -n));
        EXPECT_GE(plane, limited.distance - 1e-14) << "pair " << i << ": the normal separates";
        EXPECT_GE(plane, *options.max_distance) << "pair " << i;
      }
      earlier += limited.iterations < free.iterations;
      EXPECT_LE(limited.iterations, free.iterations);
    } else {
      ++within;
      EXPECT_EQ(limited.status, PairStatus::kOk);
      EXPECT_LE(free.distance - free.error_bound, *options.max_distance * (1 + 1e-14) + 1e-14);
      EXPECT_LE(std::abs(limited.distance - free.distance), limited.error_bound + free.error_bound)
          << i;
      EXPECT_LE(limited.error_bound, 1e-9);
    }
  }
  EXPECT_GE(beyond, 500);
  EXPECT_GE(within, 500);
  EXPECT_GE(earlier, beyond / 4);
}

// On the border itself either answer is right, but each must be true.
TEST(MaxDistance, AtTheBorderEitherAnswerIsTrue) {
  RandomShapes random(112);
  int beyond = 0, within = 0;
  for (int i = 0; i < 1'000; ++i) {
    const Placed a{random.Any(RandomShapes::kAllKinds, 1), {}, 0.05};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(4)};
    const PairAnswer free = Ask(a, b);
    if (free.distance <= 0) continue;
    SolverOptions options;
    options.max_distance = free.distance + (random.Index(3) - 1) * random.Scale(1e-17, 1e-12);
    if (*options.max_distance < 0) continue;
    const PairAnswer limited = Ask(a, b, options);
    const Verdict v = Judge(a, b, free);
    if (limited.status == PairStatus::kBeyondMaxDistance) {
      ++beyond;
      EXPECT_GE(limited.distance, *options.max_distance);
      EXPECT_LE(limited.distance, static_cast<double>(v.truth.upper)) << i;
    } else {
      ++within;
      EXPECT_LE(Dishonesty(limited, v.truth), 0) << i;
    }
  }
  EXPECT_GE(beyond, 50);
  EXPECT_GE(within, 50);
}

TEST(MaxDistance, OfZeroKeepsEveryOverlapExact) {
  RandomShapes random(113);
  int overlaps = 0;
  for (int i = 0; i < 500; ++i) {
    const Placed a{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(0.3)};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(0.6)};
    SolverOptions options;
    options.max_distance = 0;
    const PairAnswer free = Ask(a, b), limited = Ask(a, b, options);
    if (free.distance >= 0) continue;
    ++overlaps;
    EXPECT_EQ(limited.status, PairStatus::kOk);
    EXPECT_LE(std::abs(limited.distance - free.distance), limited.error_bound + free.error_bound);
  }
  EXPECT_GE(overlaps, 200);
}

}  // namespace
}  // namespace farpoint
