// Every length times a factor: the distance is, too, within both bounds; by a power of two
// without any rounding, by any other factor but for that of the lengths.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "absl/strings/str_format.h"
#include "tests/properties/describe.h"
#include "tests/properties/survey.h"

namespace farpoint {
namespace {

constexpr uint64_t kCatalogueSeed = 20'260;

struct Magnified {
  double factor;
  bool exact;
  Catalogue catalogue;

  explicit Magnified(double f)
      : factor(f), exact(std::exp2(std::round(std::log2(f))) == f), catalogue(kCatalogueSeed, f) {}
  Question Of(Question q) const {
    for (Posed* p : {&q.a, &q.b}) {
      p->item = &catalogue.Counterpart(*p->item);
      p->padding *= factor;
      Vec3d& at = p->pose.position;
      at = {at.x * factor, at.y * factor, at.z * factor};
    }
    return q;
  }
};

TEST(Properties, ThreeTimesAsLargeIsThreeTimesAsFar) {
  constexpr int64_t kPairs = 200'000;
  std::vector<std::unique_ptr<Magnified>> magnified;
  for (double factor : {0x1p-20, 0x1p-7, 0x1p3, 0x1p20, 1e-6, 3.7e-4, 3.0, 1e6}) {
    magnified.push_back(std::make_unique<Magnified>(factor));
  }
  Survey survey(6);
  int64_t exact = 0, rounded = 0;
  for (int block = 0; survey.asked() < kPairs; ++block) {
    survey.Next();
    const Magnified& by = *magnified[block % magnified.size()];
    std::vector<Question> scaled;
    for (const Question& q : survey.questions()) scaled.push_back(by.Of(q));
    const std::vector<PairAnswer> answers = survey.Solve(scaled);
    for (int i = 0; i < Survey::kBlock; ++i) {
      const PairAnswer &one = survey.answer(i), &other = answers[i];
      if (!survey.Measured(i) || other.status != PairStatus::kOk) continue;
      ++(by.exact ? exact : rounded);
      const reference::Real f = by.factor;
      const reference::Real rounding = by.exact ? 0 : WorldRounding(scaled[i]);
      const reference::Real off = std::fabs(one.distance * f - other.distance) -
                                  one.error_bound * f - other.error_bound - rounding;
      survey.Expect(i, "scale", off / f, [&] {
        return absl::StrFormat("times %.17g it is %.17g ± %.3g:\\n%s", by.factor, other.distance,
                               other.error_bound, Describe(scaled[i]));
      });
    }
  }
  EXPECT_GE(exact, kPairs * 2 / 5);
  EXPECT_GE(rounded, kPairs * 2 / 5);
  survey.ExpectRepresentative();
}

}  // namespace
}  // namespace farpoint
