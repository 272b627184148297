// The answer's normal, by the shapes' definitions, proves the distance from below, and no
// direction tried proves more than the error bound leaves room for. Together with the witness
// points (see membership and identity) apart pairs are proven from both sides.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/properties/heights.h"
#include "tests/properties/survey.h"

namespace farpoint {
namespace {

using reference::Real;
using reference::Vec;
using reference::Widen;

// The greatest lower bound of the distance among those of the bodies' axes, the way between them,
// and directions near and far from n.
Real BestPlane(const Heights& heights, const Question& q, const Vec& n, RandomShapes* random) {
  Real best = heights.Plane(n);
  const auto look = [&](const Vec& m) {
    if (const Real norm = Norm(m); norm > 0) best = std::max(best, heights.Plane(m * (1 / norm)));
  };
  for (const Frame* frame : {&heights.frame_a(), &heights.frame_b()}) {
    for (const Vec& axis : {frame->x, frame->y, frame->z}) look(axis), look(-axis);
  }
  look(Widen(q.b.pose.position) - Widen(q.a.pose.position));
  for (double step : {1e-9, 1e-7, 1e-5, 1e-3, 1e-1, 10.0}) {
    look(n + Widen(random->Direction()) * step);
  }
  return best;
}

TEST(Properties, ThePlaneOfTheNormalProvesTheDistanceAndNoPlaneMore) {
  constexpr int64_t kPairs = 300'000;
  Survey survey(2);
  int64_t probed = 0, beyond = 0;
  while (survey.asked() < kPairs) {
    survey.Next();
    for (int i = 0; i < Survey::kBlock; ++i) {
      const Question& q = survey.question(i);
      const PairAnswer& answer = survey.answer(i);
      const Heights heights(q);
      if (answer.status == PairStatus::kBeyondMaxDistance) {
        ++beyond;
        const Real proven = heights.Plane(Unit(Widen(answer.normal)));
        survey.Expect(i, "the normal proves", answer.distance - Rounding(q) - proven);
        survey.Expect(i, "max_distance", *survey.options().max_distance - answer.distance);
        continue;
      }
      const bool measured = survey.Measured(i);
      const Vec n = measured ? Unit(Widen(answer.normal)) : Vec{0, 0, 1};
      const Real d = measured ? answer.distance : 0, e = answer.error_bound;
      const Real plane = heights.Plane(n);
      if (measured) survey.Expect(i, "the normal proves", d - e - Rounding(q) - plane);
      survey.Expect(i, "measured, or an overlap of which only the sign was asked",
                    measured || answer.status == PairStatus::kDepthNotAsked ? 0 : 1);
      // An apart pair is proven by its points; of the others, the best direction is the question.
      const Real best = d > e ? plane : BestPlane(heights, q, n, survey.random());
      probed += d <= e;
      survey.Expect(i, "no plane proves more", best - d - e - 1e-3 * Rounding(q));
    }
  }
  EXPECT_GE(probed, kPairs / 4);
  EXPECT_GE(beyond, kPairs / 250);
  survey.ExpectRepresentative();
}

}  // namespace
}  // namespace farpoint
