// The witness points are points of their shapes, to within the error bound and what world
// coordinates are rounded to.

#include <gtest/gtest.h>

#include "absl/strings/str_format.h"
#include "tests/properties/heights.h"
#include "tests/properties/survey.h"

namespace farpoint {
namespace {

TEST(Properties, WitnessPointsLieInTheirShapes) {
  constexpr int64_t kPairs = 300'000;
  Survey survey(1);
  int64_t measured = 0;
  while (survey.asked() < kPairs) {
    survey.Next();
    for (int i = 0; i < Survey::kBlock; ++i) {
      if (!survey.Measured(i)) continue;
      ++measured;
      const Question& q = survey.question(i);
      const PairAnswer& answer = survey.answer(i);
      const Heights heights(q);
      const auto tolerance = reference::Real(answer.error_bound) + WorldRounding(q);
      const reference::Vec n = Unit(reference::Widen(answer.normal));
      const auto a = heights.OutsideA(answer.point_a, n, tolerance);
      const auto b = heights.OutsideB(answer.point_b, -n, tolerance);
      survey.Expect(a <= tolerance && b <= tolerance, i, [&] {
        return absl::StrFormat("A's point is %.3g m outside, B's %.3g m, allowed are %.3g m",
                               static_cast<double>(a), static_cast<double>(b),
                               static_cast<double>(tolerance));
      });
    }
  }
  EXPECT_GE(measured, kPairs * 9 / 10);
  survey.ExpectRepresentative();
}

}  // namespace
}  // namespace farpoint
