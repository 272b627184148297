// Every error bound is honest: over random pairs of all shapes the truth, which the independent
// reference brackets, lies within distance ± error_bound; and bounds are not honest by being wide.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

Placed RandomPlaced(RandomShapes* random, int kinds, double size, double reach) {
  Placed placed{random->Any(kinds, size), random->AnyPose(reach)};
  if (random->Index(3) == 0) placed.padding = size * random->Uniform(0, 0.3);
  return placed;
}

std::string Describe(const Placed& p) {
  const auto& [x, y, z] = p.pose.position;
  const Quaternion& q = p.pose.orientation;
  return absl::StrCat(ShapeName(p.shape), " at ", x, ", ", y, ", ", z, " turned ", q.x, ", ", q.y,
                      ", ", q.z, ", ", q.w, " padded ", p.padding);
}

struct Tally {
  int apart = 0, overlapping = 0, curved = 0, kinds[12][12] = {};
  std::vector<double> bounds, gaps, outside, widths;  // relative to the pair's size
};

void AskAndJudge(const Placed& a, const Placed& b, Tally* tally) {
  const PairAnswer answer = Ask(a, b);
  if (answer.status == PairStatus::kUnbounded) return;
  ASSERT_EQ(answer.status, PairStatus::kOk);
  const Verdict v = Judge(a, b, answer);
  ASSERT_LE(Dishonesty(answer, v.truth), 0)
      << Describe(a) << "; " << Describe(b) << "\ndistance " << answer.distance << " ± "
      << answer.error_bound << ", the truth is in " << static_cast<double>(v.truth.lower) << " … "
      << static_cast<double>(v.truth.upper);
  ++(answer.distance < 0 ? tally->overlapping : tally->apart);
  ++tally->kinds[a.shape.index()][b.shape.index()];
  tally->bounds.push_back(answer.error_bound / v.size);
  tally->widths.push_back(static_cast<double>(v.truth.width()) / v.size);
  tally->gaps.push_back(PlaneGap(answer, v) / v.size);
  tally->outside.push_back(WitnessesOutside(v) / v.size);
}

double Quantile(std::vector<double> values, double q) {
  const size_t k = std::min(values.size() - 1, static_cast<size_t>(q * values.size()));
  std::nth_element(values.begin(), values.begin() + k, values.end());
  return values[k];
}

TEST(HonestBounds, OverTwentyThousandRandomPairsOfAllShapes) {
  constexpr int kPairs = 22'000;
  RandomShapes random(2024);
  Tally tally;
  for (int i = 0; i < kPairs; ++i) {
    const Placed a = RandomPlaced(&random, RandomShapes::kAllKinds, 1, 0.2);
    const Placed b = RandomPlaced(&random, RandomShapes::kAllKinds, random.Scale(0.1, 10), 1.6);
    ASSERT_NO_FATAL_FAILURE(AskAndJudge(a, b, &tally)) << "pair " << i;
  }
  // The sample is representative …
  EXPECT_GE(tally.apart + tally.overlapping, 20'000);
  EXPECT_GE(tally.apart, 5'000);
  EXPECT_GE(tally.overlapping, 5'000);
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 12; ++j) {
      if (i == 6 && j == 6) continue;  // two halfspaces have no distance
      EXPECT_GE(tally.kinds[i][j], 80) << i << ", " << j;
    }
  }
  // … the reference sharp …
  EXPECT_LE(Quantile(tally.widths, 0.99), 1e-12);
  // … and the answers good.
  EXPECT_LE(Quantile(tally.bounds, 0.99), 1e-11);
  EXPECT_LE(Quantile(tally.bounds, 1), 1e-9);
  EXPECT_LE(Quantile(tally.gaps, 0.99), 1e-12);
  EXPECT_LE(Quantile(tally.gaps, 1), 1e-9);
  EXPECT_LE(Quantile(tally.outside, 0.99), 1e-12);
  EXPECT_LE(Quantile(tally.outside, 1), 1e-9);
}

// One of the 24 rotations of a cube, but for the rounding of √½, and a tilt on top.
Quaternion CubeRotation(RandomShapes* random, double tilt) {
  for (;;) {
    const int c[4] = {random->Index(3) - 1, random->Index(3) - 1, random->Index(3) - 1,
                      random->Index(3) - 1};
    const int squared = c[0] * c[0] + c[1] * c[1] + c[2] * c[2] + c[3] * c[3];
    if (squared == 0 || squared == 3) continue;
    const double scale = 1 / std::sqrt(double(squared));
    return {c[0] * scale + tilt, c[1] * scale, c[2] * scale, c[3] * scale};
  }
}

// Faces and axes parallel or nearly, centres that coincide or lie on each other's axes, gaps of 0:
// what a planner's world of boxes and cylinders is made of, and where minima are not isolated.
TEST(HonestBounds, OverAlignedPairs) {
  constexpr int kPairs = 6'000;
  RandomShapes random(99);
  Tally tally;
  int touching = 0, tilted = 0;
  const auto place = [&](bool may_tilt) {
    const int kind = random.Index(RandomShapes::kBoundedKinds);
    const auto quarter = [&] { return 0.25 * (1 + random.Index(4)); };
    const auto offset = [&] { return 0.25 * (random.Index(7) - 3); };
    Placed placed{random.OfKind(kind, 1), {{offset(), offset(), offset()}}};
    if (random.Index(2) == 0) placed.pose.position.x = placed.pose.position.y = 0;
    if (kind == 0) placed.shape = Sphere{quarter()};
    if (kind == 1) placed.shape = Box{{quarter(), quarter(), quarter()}};
    if (kind == 2) placed.shape = Capsule{quarter(), quarter()};
    if (kind == 8) placed.shape = Ellipsoid{{quarter(), quarter(), quarter()}};
    if (kind == 9) placed.shape = Cylinder{quarter(), quarter()};
    if (kind == 10) placed.shape = Cone{quarter(), quarter()};
    const bool tilt = may_tilt && kind >= RandomShapes::kStraightKinds && random.Index(3) == 0;
    tilted += tilt;
    placed.pose.orientation = CubeRotation(&random, tilt ? random.Scale(1e-15, 1e-4) : 0);
    return placed;
  };
  for (int i = 0; i < kPairs; ++i) {
    const Placed a = place(true), b = place(false);
    ASSERT_NO_FATAL_FAILURE(AskAndJudge(a, b, &tally)) << "pair " << i;
    touching += std::abs(Ask(a, b).distance) < 1e-12;
  }
  EXPECT_GE(tally.apart, 1'000);
  EXPECT_GE(tally.overlapping, 2'000);
  EXPECT_GE(touching, 50);
  EXPECT_GE(tilted, 400);
  EXPECT_LE(Quantile(tally.bounds, 1), 1e-9);
  EXPECT_LE(Quantile(tally.gaps, 1), 1e-9);
  EXPECT_LE(Quantile(tally.outside, 0.99), 1e-12);
  EXPECT_LE(Quantile(tally.outside, 1), 1e-9);
}

// Harder still, for curved overlaps.
TEST(HonestBounds, NoShallowerWayOutOfCurvedOverlapsIsFound) {
  RandomShapes random(7);
  Tally tally;
  int overlaps = 0;
  for (int i = 0; i < 400; ++i) {
    const Placed a{random.OfKind(8 + random.Index(3), 1), random.AnyPose(0.1)};
    const Placed b{random.Any(RandomShapes::kBoundedKinds, random.Scale(0.3, 3)),
                   random.AnyPose(0.5)};
    const PairAnswer answer = Ask(a, b);
    if (answer.distance > 0) continue;
    ++overlaps;
    const Verdict v = Judge(a, b, answer, {.parts = 200'000, .width = 1e-15L});
    ASSERT_LE(Dishonesty(answer, v.truth), 0)
        << "pair " << i << ": " << Describe(a) << "; " << Describe(b);
  }
  EXPECT_GE(overlaps, 250);
}

}  // namespace
}  // namespace farpoint
