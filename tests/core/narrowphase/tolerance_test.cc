// A tolerance turns a bound that stays above it into kNotConverged, and changes nothing else.

#include <gtest/gtest.h>

#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

TEST(Tolerance, IsComparedWithTheBoundAndNothingElse) {
  RandomShapes random(121);
  int converged = 0, not_converged = 0;
  for (int i = 0; i < 1'000; ++i) {
    const Placed a{random.Any(RandomShapes::kAllKinds, 1), random.AnyPose(0.5)};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(1.5)};
    const PairAnswer free = Ask(a, b);
    EXPECT_EQ(free.status, PairStatus::kOk) << "without a tolerance: best effort";
    SolverOptions options;
    options.tolerance = random.Scale(1e-17, 1e-11);
    const PairAnswer asked = Ask(a, b, options);
    const bool above = asked.error_bound > *options.tolerance;
    EXPECT_EQ(asked.status, above ? PairStatus::kNotConverged : PairStatus::kOk);
    ++(above ? not_converged : converged);
    EXPECT_LE(std::abs(asked.distance - free.distance), asked.error_bound + free.error_bound);
    EXPECT_LE(Dishonesty(asked, Judge(a, b, asked).truth), 0) << "two-sided in either case";
  }
  EXPECT_GE(converged, 200);
  EXPECT_GE(not_converged, 200);
}

TEST(Tolerance, OfABoundItselfIsMet) {
  const Placed a{Box{{1, 1, 1}}, {}}, b{Sphere{1}, {{3, 1, 0}}};
  const PairAnswer free = Ask(a, b);
  ASSERT_GT(free.error_bound, 0);
  SolverOptions options;
  options.tolerance = free.error_bound;
  EXPECT_EQ(Ask(a, b, options).status, PairStatus::kOk);
  options.tolerance = std::nextafter(free.error_bound, 0);
  EXPECT_EQ(Ask(a, b, options).status, PairStatus::kNotConverged);
}

}  // namespace
}  // namespace farpoint
