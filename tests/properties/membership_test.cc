// The witness points are points of their shapes, to within the error bound and what world
// coordinates are rounded to.

#include <gtest/gtest.h>

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
      survey.Expect(i, "point_a in A", heights.OutsideA(answer.point_a, n, tolerance) - tolerance);
      survey.Expect(i, "point_b in B", heights.OutsideB(answer.point_b, -n, tolerance) - tolerance);
    }
  }
  EXPECT_GE(measured, kPairs * 9 / 10);
  survey.ExpectRepresentative();
}

}  // namespace
}  // namespace farpoint
