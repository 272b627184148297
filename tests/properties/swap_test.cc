// (B, A) has the distance of (A, B) within both bounds.

#include <gtest/gtest.h>

#include <utility>

#include "absl/strings/str_format.h"
#include "tests/properties/survey.h"

namespace farpoint {
namespace {

TEST(Properties, AnExchangedPairHasTheSameDistance) {
  constexpr int64_t kPairs = 200'000;
  Survey survey(4);
  int64_t compared = 0;
  while (survey.asked() < kPairs) {
    survey.Next();
    std::vector<Question> exchanged = survey.questions();
    for (Question& q : exchanged) std::swap(q.a, q.b);
    const std::vector<PairAnswer> answers = survey.Solve(exchanged);
    for (int i = 0; i < Survey::kBlock; ++i) {
      const PairAnswer &ab = survey.answer(i), &ba = answers[i];
      // Where only the sign is asked, either order may prove that there is none to measure.
      if (!survey.Measured(i) || ba.status != PairStatus::kOk) continue;
      ++compared;
      const reference::Real off =
          std::fabs(reference::Real(ab.distance) - ba.distance) - ab.error_bound - ba.error_bound;
      survey.Expect(i, "swap", off, [&] {
        return absl::StrFormat("exchanged it is %.17g ± %.3g", ba.distance, ba.error_bound);
      });
    }
  }
  EXPECT_GE(compared, kPairs * 9 / 10);
  survey.ExpectRepresentative();
}

}  // namespace
}  // namespace farpoint
