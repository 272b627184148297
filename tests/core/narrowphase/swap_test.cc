// A and B exchanged: the same distance within both bounds, the opposite normal wherever the
// minimiser is unique.

#include <gtest/gtest.h>

#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

TEST(Swap, KeepsTheDistanceAndTurnsTheNormal) {
  RandomShapes random(81);
  int apart = 0, overlapping = 0, unique = 0, turned = 0;
  for (int i = 0; i < 3'000; ++i) {
    const Placed a{random.Any(RandomShapes::kAllKinds, 1), random.AnyPose(0.3)};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, random.Scale(0.2, 5)),
                   random.AnyPose(1.7)};
    const PairAnswer ab = Ask(a, b), ba = Ask(b, a);
    EXPECT_LE(std::abs(ab.distance - ba.distance), ab.error_bound + ba.error_bound) << i;
    EXPECT_LE(std::abs(ab.distance - ba.distance), 1e-10) << i;
    EXPECT_EQ(ab.status, ba.status);
    ++(ab.distance < 0 ? overlapping : apart);
    // Apart the minimiser of the direction is unique; inside it need not be.
    if (ab.distance < 1e-3) {
      turned += scalar::Dot(ab.normal, ba.normal) < -1 + 1e-6;
      continue;
    }
    ++unique;
    EXPECT_LT(scalar::Dot(ab.normal, ba.normal), -1 + 1e-9) << "pair " << i;
  }
  EXPECT_GE(apart, 800);
  EXPECT_GE(overlapping, 800);
  EXPECT_GE(unique, 800);
  EXPECT_GE(turned, overlapping * 9 / 10);
}

}  // namespace
}  // namespace farpoint
