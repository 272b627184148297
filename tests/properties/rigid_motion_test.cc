// A pair moved as a whole keeps its distance within both bounds, and what the poses are rounded
// to.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "absl/strings/str_format.h"
#include "tests/properties/describe.h"
#include "tests/properties/survey.h"

namespace farpoint {
namespace {

using reference::Vec;
using reference::Widen;

// `turn`, then `way`, of both; what it leaves between them is exact but for rounding.
Question Moved(Question q, const Quaternion& turn, const Vec3d& way) {
  const Frame frame({{0, 0, 0}, turn});
  for (Posed* p : {&q.a, &q.b}) {
    const Vec to = frame.ToWorld(Widen(p->pose.position)) + Widen(way);
    p->pose = {{static_cast<double>(to.x), static_cast<double>(to.y), static_cast<double>(to.z)},
               Times(turn, p->pose.orientation)};
  }
  return q;
}

TEST(Properties, APairMovedAsAWholeKeepsItsDistance) {
  constexpr int64_t kPairs = 200'000;
  Survey survey(5);
  int64_t compared = 0;
  while (survey.asked() < kPairs) {
    survey.Next();
    std::vector<Question> moved;
    for (const Question& q : survey.questions()) {
      const double reach =
          std::max(q.a.item->size, q.b.item->size) * survey.random()->Scale(1, 1e6);
      moved.push_back(
          Moved(q, survey.random()->Rotation(), survey.random()->Position(std::min(reach, 1e6))));
    }
    const std::vector<PairAnswer> answers = survey.Solve(moved);
    for (int i = 0; i < Survey::kBlock; ++i) {
      const PairAnswer &before = survey.answer(i), &after = answers[i];
      if (!survey.Measured(i) || after.status != PairStatus::kOk) continue;
      ++compared;
      // Either position rounds, and so does the quaternions' product.
      const double rounding = 2 * WorldRounding(moved[i]);
      const reference::Real off = std::fabs(reference::Real(before.distance) - after.distance) -
                                  before.error_bound - after.error_bound - rounding;
      survey.Expect(i, "rigid motion", off, [&] {
        return absl::StrFormat("moved it is %.17g ± %.3g:\\n%s", after.distance, after.error_bound,
                               Describe(moved[i]));
      });
    }
  }
  EXPECT_GE(compared, kPairs * 9 / 10);
  survey.ExpectRepresentative();
}

}  // namespace
}  // namespace farpoint
