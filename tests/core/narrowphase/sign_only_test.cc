// Whether pairs overlap, without how deep: proven, cheap, and nothing lost where they are apart.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

SolverOptions SignOnly() {
  SolverOptions options;
  options.overlap = OverlapMode::kSignOnly;
  return options;
}

TEST(SignOnly, ProvesOverlapsAndMeasuresWhatIsApart) {
  RandomShapes random(321);
  int overlapping = 0, apart = 0, padded = 0;
  uint64_t sign_queries = 0, depth_queries = 0;
  for (int i = 0; i < 3'000; ++i) {
    const Placed a{random.Any(RandomShapes::kAllKinds, 1), random.AnyPose(0.5),
                   random.Index(2) * 0.2};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(1.5)};
    const PairAnswer exact = Ask(a, b), answer = Ask(a, b, SignOnly());
    if (answer.status == PairStatus::kDepthNotAsked) {
      ++overlapping;
      EXPECT_LT(exact.distance - exact.error_bound, 0) << "pair " << i;
      EXPECT_EQ(answer.distance, -INFINITY);
      EXPECT_EQ(answer.error_bound, 0);
      EXPECT_TRUE(std::isnan(answer.point_a.x) && std::isnan(answer.normal.z));
      sign_queries += answer.iterations;
      depth_queries += exact.iterations;
    } else {
      ++apart;
      EXPECT_TRUE(SameBits(answer, exact)) << "pair " << i;
      padded += exact.distance < 0;
    }
  }
  EXPECT_GE(overlapping, 500);
  EXPECT_GE(apart, 500);
  EXPECT_GE(padded, 50) << "cores apart, paddings overlapping: measured all the same";
  EXPECT_LT(3 * sign_queries, depth_queries);
}

TEST(SignOnly, NeverClaimsAnOverlapThatTouchesOnly) {
  RandomShapes random(322);
  for (int i = 0; i < 500; ++i) {
    // A box on a box, rotated about z, the gap far below rounding, of either sign.
    const double gap = (random.Index(3) - 1) * random.Scale(1e-20, 1e-17);
    const double half = random.Uniform(-2, 2);
    const Placed a{Box{{1, 1, 1}}, {}},
        b{Box{{0.7, 0.3, 1}}, {{0.1, 0.1, 1 + gap}, {0, 0, std::sin(half), std::cos(half)}}};
    const PairAnswer answer = Ask(a, b, SignOnly());
    EXPECT_EQ(answer.status, PairStatus::kOk);
    EXPECT_LE(std::abs(answer.distance), 1e-14);
  }
}

TEST(SignOnly, AHalfspaceIsNoException) {
  const Placed ground{Halfspace{{0, 0, 1}, 0}, {}};
  const Placed sunk{Box{{1, 1, 1}}, {{0, 0, 0.4}, {}}}, above{Box{{1, 1, 1}}, {{0, 0, 0.6}, {}}};
  EXPECT_EQ(Ask(ground, sunk, SignOnly()).status, PairStatus::kDepthNotAsked);
  EXPECT_EQ(Ask(sunk, ground, SignOnly()).status, PairStatus::kDepthNotAsked);
  EXPECT_NEAR(Ask(ground, above, SignOnly()).distance, 0.1, 1e-15);
}

}  // namespace
}  // namespace farpoint
