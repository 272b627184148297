// Pairs at a gap of zero, or a hair to either side: the distance is right and the normal is that of
// the features, not the noise of the points' difference.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

constexpr double kGaps[] = {0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-6, -1e-6};

struct Contact {
  Placed a, b;
  Vec3d direction;  // moving b along it by the gap parts them by the gap
};

Placed Moved(Placed placed, const Vec3d& by, double gap) {
  placed.pose.position.x += by.x * gap;
  placed.pose.position.y += by.y * gap;
  placed.pose.position.z += by.z * gap;
  return placed;
}

void ExpectTouch(const Contact& contact, double gap, const char* what) {
  const Placed b = Moved(contact.b, contact.direction, gap);
  const PairAnswer answer = Ask(contact.a, b);
  const Verdict v = Judge(contact.a, b, answer);
  EXPECT_EQ(answer.status, PairStatus::kOk);
  EXPECT_NEAR(answer.distance, gap, 1e-14 + answer.error_bound) << what << " at " << gap;
  EXPECT_LE(Dishonesty(answer, v.truth), 0) << what << " at " << gap;
  EXPECT_LE(answer.error_bound, 1e-9) << what << " at " << gap;
  EXPECT_LE(PlaneGap(answer, v), 1e-9) << what << " at " << gap;
  EXPECT_LE(WitnessesOutside(v), 1e-9) << what << " at " << gap;
}

TEST(Touching, FacesEdgesCornersAndCurvesByHand) {
  const double h = std::sqrt(0.5);
  const Quaternion about_x45{std::sin(M_PI / 8), 0, 0, std::cos(M_PI / 8)};
  const Quaternion about_y45{0, std::sin(M_PI / 8), 0, std::cos(M_PI / 8)};
  const Box unit{{1, 1, 1}};
  const std::vector<std::pair<const char*, Contact>> contacts = {
      {"face on face", {{unit, {}}, {unit, {{0.25, 0.125, 1}}}, {0, 0, 1}}},
      {"equal faces", {{unit, {}}, {unit, {{0, 0, 1}}}, {0, 0, 1}}},
      {"edge on face", {{unit, {}}, {unit, {{0, 0, 0.5 + h}, about_x45}}, {0, 0, 1}}},
      {"crossed edges",
       {{unit, {{0, 0, 0}, about_x45}}, {unit, {{0, 0, 2 * h}, about_y45}}, {0, 0, 1}}},
      {"corner on face",
       {{unit, {}}, {Segment{{{{0, 0, 0}, {0.3, 0.2, 1}}}}, {{0, 0, 0.5}}}, {0, 0, 1}}},
      {"ball on ball", {{Sphere{1}, {}}, {Sphere{2}, {{0, 3, 0}}}, {0, 1, 0}}},
      {"ball on face", {{unit, {}}, {Sphere{2}, {{0, 2.5, 0.25}}}, {0, 1, 0}}},
      {"cylinders end to end", {{Cylinder{1, 2}, {}}, {Cylinder{0.5, 2}, {{0, 0, 2}}}, {0, 0, 1}}},
      {"cylinders side by side",
       {{Cylinder{1, 2}, {}}, {Cylinder{0.5, 2}, {{1.5, 0, 0.5}}}, {1, 0, 0}}},
      {"apex on face", {{unit, {}}, {Cone{1, 2}, {{0, 0, 1.5}, {1, 0, 0, 0}}}, {0, 0, 1}}},
      {"base on face", {{unit, {}}, {Cone{1, 2}, {{0, 0, 1.5}}}, {0, 0, 1}}},
      {"ellipsoid on face", {{unit, {}}, {Ellipsoid{{1, 2, 3}}, {{0, 0, 3.5}}}, {0, 0, 1}}},
      {"ellipsoids", {{Ellipsoid{{1, 2, 3}}, {}}, {Ellipsoid{{2, 1, 1}}, {{3, 0, 0}}}, {1, 0, 0}}},
      {"capsule on cylinder", {{Cylinder{1, 2}, {}}, {Capsule{0.5, 1}, {{0, 1.5, 0}}}, {0, 1, 0}}},
      {"floor", {{Halfspace{{0, 0, 1}, 0}, {}}, {unit, {{3, 4, 0.5}}}, {0, 0, 1}}},
  };
  for (const auto& [what, contact] : contacts) {
    for (double gap : kGaps) ExpectTouch(contact, gap, what);
  }
}

// Any two shapes brought together along the normal of their distance, at general orientations.
TEST(Touching, RandomPairsBroughtTogether) {
  RandomShapes random(71);
  int contacts = 0;
  std::vector<double> bounds;
  for (int i = 0; i < 400; ++i) {
    const Placed a{random.Any(RandomShapes::kBoundedKinds, 1), {}};
    Placed b{random.Any(RandomShapes::kBoundedKinds, 1), random.AnyPose(1)};
    const Vec3d away = random.Direction();
    b.pose.position = {away.x * 5, away.y * 5, away.z * 5};
    const PairAnswer apart = Ask(a, b);
    ASSERT_GT(apart.distance, 0);
    const Contact contact{a, Moved(b, apart.normal, -apart.distance), apart.normal};
    for (double gap : {0.0, 1e-9, -1e-9, 1e-6, -1e-6}) {
      const Placed c = Moved(contact.b, contact.direction, gap);
      const PairAnswer answer = Ask(a, c);
      const Verdict v = Judge(a, c, answer);
      ASSERT_LE(Dishonesty(answer, v.truth), 0) << "pair " << i << " at " << gap;
      bounds.push_back(answer.error_bound);
      EXPECT_LE(PlaneGap(answer, v), 1e-9)
          << "pair " << i << " at " << gap << ": " << ShapeName(a.shape) << ", "
          << ShapeName(b.shape) << " " << answer.distance << " ± " << answer.error_bound;
      EXPECT_LE(WitnessesOutside(v), 1e-7) << "pair " << i << " at " << gap;
      if (gap == 1e-6) {  // apart, so that the normal is unique, by more than its noise
        EXPECT_GT(answer.distance, 0) << "pair " << i;
        EXPECT_GT(scalar::Dot(answer.normal, contact.direction), 1 - 1e-3)
            << "pair " << i << " at " << gap << ": " << ShapeName(a.shape) << ", "
            << ShapeName(b.shape);
      }
      ++contacts;
    }
  }
  EXPECT_EQ(contacts, 2'000);
  std::sort(bounds.begin(), bounds.end());
  EXPECT_LE(bounds[bounds.size() * 98 / 100], 1e-9);
  EXPECT_LE(bounds.back(), 1e-7);
}

}  // namespace
}  // namespace farpoint
