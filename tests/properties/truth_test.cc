// The reference's proven bracket of the truth meets distance ± error_bound, in all situations.

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "absl/strings/str_format.h"
#include "tests/properties/survey.h"
#include "tests/reference/signed_distance.h"

namespace farpoint {
namespace {

using reference::Body;
using reference::Bracket;
using reference::Real;
using reference::Widen;

// Brute force needs features that are clearly parallel or clearly not; branch and bound does not.
Bracket OfNeedles(const Body& a, const Body& b, const reference::Vec& n) {
  const Real size = Extent(a) + Extent(b), rounding = 1e-17L * size;
  const auto least = LeastCoreHeight(a, b, n, 100'000, 1e-14L * size);
  const Real radii = a.radius + b.radius;
  return {-least.upper - radii - rounding, -least.lower - radii + rounding};
}

TEST(Properties, TheTruthIsWithinTheBound) {
  constexpr int64_t kPairs = 20'000;
  Survey survey(8);
  std::vector<double> widths;
  while (survey.asked() < kPairs) {
    survey.Next();
    for (int i = 0; i < Survey::kBlock; ++i) {
      const Question& q = survey.question(i);
      const PairAnswer& answer = survey.answer(i);
      const reference::Vec origin = Widen(q.a.pose.position);
      const Body a = MakeBody(q.a.item->shape, q.a.pose, q.a.padding, origin);
      const Body b = MakeBody(q.b.item->shape, q.b.pose, q.b.padding, origin);
      const bool measured = survey.Measured(i);
      const reference::Offer offer{Widen(answer.normal), Widen(answer.point_a) - origin,
                                   Widen(answer.point_b) - origin};
      const Real d = measured ? answer.distance : 0, e = answer.error_bound;
      const auto excess = [&](const Bracket& t) {
        if (answer.status == PairStatus::kBeyondMaxDistance) return answer.distance - t.upper;
        return measured ? std::max(d - e - t.upper, t.lower - d - e) : t.lower;
      };
      Bracket truth = SignedDistance(a, b, offer, {.parts = 2'000});
      const bool straight = a.kind == Body::Kind::kPolytope && b.kind == Body::Kind::kPolytope;
      if (straight && excess(truth) > 0) truth = OfNeedles(a, b, offer.normal);
      widths.push_back(static_cast<double>(truth.width() / (Extent(a) + Extent(b))));
      survey.Expect(i, "honest", excess(truth), [&] {
        return absl::StrFormat("the truth is in %.17g ... %.17g", static_cast<double>(truth.lower),
                               static_cast<double>(truth.upper));
      });
    }
  }
  std::sort(widths.begin(), widths.end());
  absl::PrintF("width of the truth over size: p50 %.2g, p90 %.2g, p99 %.2g, most %.2g\n",
               widths[widths.size() / 2], widths[widths.size() * 9 / 10],
               widths[widths.size() * 99 / 100], widths.back());
  EXPECT_LE(widths[widths.size() * 9 / 10], 1e-12);
  survey.ExpectRepresentative();
}

}  // namespace
}  // namespace farpoint
