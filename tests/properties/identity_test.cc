// point_b − point_a = distance · normal, to within what world coordinates are rounded to; with an
// estimated depth along the normal only, to within the error bound. The normal is unit.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/properties/survey.h"
#include "tests/reference/vec.h"

namespace farpoint {
namespace {

using reference::Real;
using reference::Vec;
using reference::Widen;

TEST(Properties, PointsAreTheDistanceApartAlongTheNormal) {
  constexpr int64_t kPairs = 300'000;
  Survey survey(3);
  int64_t exact = 0, estimated = 0;
  while (survey.asked() < kPairs) {
    survey.Next();
    for (int i = 0; i < Survey::kBlock; ++i) {
      if (!survey.Measured(i)) continue;
      const Question& q = survey.question(i);
      const PairAnswer& answer = survey.answer(i);
      const Vec n = Widen(answer.normal), way = Widen(answer.point_b) - Widen(answer.point_a);
      const Real d = answer.distance;
      // What is not proven apart may be an estimate.
      const bool estimate = survey.options().overlap == OverlapMode::kEstimatedDepth &&
                            answer.distance <= answer.error_bound;
      ++(estimate ? estimated : exact);
      const Real off = estimate ? std::fabs(Dot(way, n) - d) : Norm(way - n * d);
      const Real allowed = WorldRounding(q) + (estimate ? answer.error_bound : 0);
      survey.Expect(i, "identity", off - allowed);
      survey.Expect(i, "unit normal",
                    std::fabs(Norm(n) - 1) - 4 * std::numeric_limits<double>::epsilon());
    }
  }
  EXPECT_GE(exact, kPairs * 8 / 10);
  EXPECT_GE(estimated, kPairs / 100);
  survey.ExpectRepresentative();
}

}  // namespace
}  // namespace farpoint
