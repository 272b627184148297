// Two shapes whose farthest points along a direction face each other across a known gap are that
// far apart; where the gap is negative they overlap by at most that.

#include <gtest/gtest.h>

#include <cmath>

#include "absl/strings/str_format.h"
#include "tests/properties/survey.h"

namespace farpoint {
namespace {

TEST(Properties, FarthestPointsAcrossAGapAreTheDistanceApart) {
  constexpr int64_t kPairs = 200'000;
  Survey survey(9);
  int64_t apart = 0, overlapping = 0;
  while (survey.asked() < kPairs) {
    survey.Next();
    for (int i = 0; i < Survey::kBlock; ++i) {
      const Question& q = survey.question(i);
      if (!q.gap || !survey.Measured(i)) continue;
      const PairAnswer& answer = survey.answer(i);
      const reference::Real gap = *q.gap, over = answer.distance - gap;
      const reference::Real allowed = answer.error_bound + reference::Real(WorldRounding(q));
      const auto detail = [&] { return absl::StrFormat("the gap is %.17g", *q.gap); };
      ++(gap < 0 ? overlapping : apart);
      survey.Expect(i, "no nearer than the gap", -over - allowed, detail);
      if (gap >= 0) survey.Expect(i, "no farther than the gap", over - allowed, detail);
    }
  }
  EXPECT_GE(apart, kPairs / 8);
  EXPECT_GE(overlapping, kPairs / 12);
  survey.ExpectRepresentative();
}

}  // namespace
}  // namespace farpoint
