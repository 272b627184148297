// B moved along the answer's normal: pulled out by s the distance grows by exactly s, pushed in
// by s it falls by at most s, and by exactly s while the shapes are apart; moved by −distance an
// overlap just ends. Along the line the distance is convex.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "absl/strings/str_format.h"
#include "tests/properties/describe.h"
#include "tests/properties/survey.h"

namespace farpoint {
namespace {

using reference::Real;
using reference::Vec;
using reference::Widen;

// By `s` along the normal, as far as float64 can say.
Question Pushed(Question q, const PairAnswer& answer, Real s) {
  const Vec to = Widen(q.b.pose.position) + Unit(Widen(answer.normal)) * s;
  q.b.pose.position = {static_cast<double>(to.x), static_cast<double>(to.y),
                       static_cast<double>(to.z)};
  return q;
}

TEST(Properties, PushingAlongTheNormalChangesTheDistanceAsFarAsItGoes) {
  constexpr int64_t kPairs = 100'000;
  constexpr int kSteps = 5;
  Survey survey(7, /*exact=*/true);
  int64_t separated = 0, closed = 0;
  while (survey.asked() < kPairs) {
    survey.Next();
    std::vector<Question> pushed[kSteps];
    std::vector<Real> step;
    for (int i = 0; i < Survey::kBlock; ++i) {
      const Question& q = survey.question(i);
      const PairAnswer& answer = survey.answer(i);
      step.push_back(std::min(q.a.size(), q.b.size()) * survey.random()->Scale(1e-9, 1));
      const Real s[kSteps] = {-2 * step[i], -step[i], step[i], 2 * step[i], -answer.distance};
      for (int k = 0; k < kSteps; ++k) pushed[k].push_back(Pushed(q, answer, s[k]));
    }
    std::vector<PairAnswer> answers[kSteps];
    for (int k = 0; k < kSteps; ++k) answers[k] = survey.Solve(pushed[k]);
    for (int i = 0; i < Survey::kBlock; ++i) {
      const PairAnswer& here = survey.answer(i);
      const Real d0 = here.distance, e0 = here.error_bound, s = step[i];
      // The positions round, and the normal.
      const Real rounding = WorldRounding(pushed[3][i]) + 1e-15L * s;
      const auto expect = [&](int k, const char* property, Real excess) {
        survey.Expect(i, property, excess, [&] {
          std::string all = absl::StrFormat("step %.17g:", static_cast<double>(s));
          for (const auto& a : answers) {
            absl::StrAppendFormat(&all, " %.17g ± %.3g", a[i].distance, a[i].error_bound);
          }
          return all + "\n" + Describe(pushed[k][i]);
        });
      };
      const auto d = [&](int k) -> Real { return answers[k][i].distance; };
      const auto e = [&](int k) -> Real { return answers[k][i].error_bound; };
      for (int k = 0; k < 4; ++k) {
        const Real way = (k < 2 ? k - 2 : k - 1) * s, slack = e0 + e(k) + rounding;
        const Real change = d(k) - d0;
        expect(k, "no more than the way", std::fabs(change) - std::fabs(way) - slack);
        if (way > 0) expect(k, "pulled out by s grows by s", way - change - slack);
        if (way < 0 && d0 + way >= 0) {
          // The witness points show it, each of them in its shape to within e0.
          expect(k, "pushed in by s falls by s", change - way - slack - e0);
          ++closed;
        }
      }
      expect(0, "convex inwards", d(1) - (d(0) + d0) / 2 - e(1) - (e(0) + e0) / 2 - rounding);
      expect(0, "convex", d0 - (d(0) + d(3)) / 2 - e0 - (e(0) + e(3)) / 2 - rounding);
      if (d0 < 0) {
        ++separated;
        expect(4, "moved by -distance it just touches",
               std::fabs(d(4)) - e0 - e(4) - rounding + 1e-15L * d0);
      }
    }
  }
  EXPECT_GE(separated, kPairs / 4);
  EXPECT_GE(closed, kPairs / 8);
  survey.ExpectRepresentative();
}

}  // namespace
}  // namespace farpoint
