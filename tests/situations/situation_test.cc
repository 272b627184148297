// Situations are what they say, by the reference and without a solver.

#include "tests/situations/situation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <variant>

#include "absl/strings/str_cat.h"
#include "tests/reference/signed_distance.h"

namespace farpoint::situations {
namespace {

using reference::Body;
using reference::Real;

struct Measured {
  Body a, b;
  reference::Bracket truth;
  Real size;
};

Measured Measure(const Pair& pair) {
  const reference::Vec origin = reference::Widen(pair.pose_a.position);
  Measured m{
      MakeBody(pair.a, pair.pose_a, 0, origin), MakeBody(pair.b, pair.pose_b, 0, origin), {}, 0};
  m.truth = SignedDistance(m.a, m.b, {});
  m.size = Extent(m.a) + Extent(m.b);
  return m;
}

// Every two kinds that have a distance.
template <class Check>
void ForEachPair(Situation situation, const Check& check) {
  RandomShapes random(7);
  for (const Kind first : kKinds) {
    for (const Kind second : kKinds) {
      if (first == Kind::kHalfspace && second == Kind::kHalfspace) continue;
      const Pair pair = MakePair(situation, first, second, &random);
      SCOPED_TRACE(absl::StrCat(NameOf(pair.kind_a), " and ", NameOf(pair.kind_b)));
      check(pair, Measure(pair));
    }
  }
}

TEST(Situation, TouchingIsADistanceOfZero) {
  ForEachPair(Situation::kTouch, [](const Pair&, const Measured& m) {
    EXPECT_LE(m.truth.lower, 1e-15L * m.size);
    EXPECT_GE(m.truth.upper, -1e-15L * m.size);
  });
}

TEST(Situation, NearIsAGapOfAtMostAThousandth) {
  ForEachPair(Situation::kNear, [](const Pair&, const Measured& m) {
    EXPECT_GT(m.truth.upper, 0);
    EXPECT_LE(m.truth.lower, 1e-3L * m.size);
  });
}

TEST(Situation, ShallowIsAtMostAHundredthDeep) {
  ForEachPair(Situation::kShallow, [](const Pair& pair, const Measured& m) {
    EXPECT_GE(m.truth.upper, -1e-2L * m.size);
    if (DimensionOf(pair.kind_a) + DimensionOf(pair.kind_b) >= 6) {
      EXPECT_LT(m.truth.lower, 0);
    }
  });
}

TEST(Situation, DeepAndInsideOverlap) {
  for (const Situation situation : {Situation::kDeep, Situation::kInside}) {
    ForEachPair(situation, [](const Pair& pair, const Measured& m) {
      if (DimensionOf(pair.kind_a) + DimensionOf(pair.kind_b) >= 6) {
        EXPECT_LT(m.truth.upper, 0);
      }
    });
  }
}

TEST(Situation, IdenticalKindsAreOneShapeInOnePose) {
  RandomShapes random(3);
  for (const Kind kind : kKinds) {
    const Pair pair = MakePair(Situation::kIdentical, kind, kind, &random);
    const Measured m = Measure(pair);
    const reference::Vec n = reference::Unit({1, 2, 3});
    EXPECT_EQ(CoreHeight(m.a, n), CoreHeight(m.b, n)) << NameOf(kind);
  }
}

TEST(Situation, SizeRatiosReachFarAndNeedlesAreThin) {
  RandomShapes random(5);
  double largest = 0, thinnest = 1;
  for (int i = 0; i < 200; ++i) {
    const Pair sizes = MakePair(Situation::kSizeRatio, Kind::kSphere, Kind::kSphere, &random);
    const double ratio = std::get<Sphere>(sizes.a).radius / std::get<Sphere>(sizes.b).radius;
    largest = std::max({largest, ratio, 1 / ratio});
    const Vec3d box =
        std::get<Box>(MakePair(Situation::kNeedle, Kind::kBox, Kind::kBox, &random).a).size;
    const auto [low, high] = std::minmax({box.x, box.y, box.z});
    thinnest = std::min(thinnest, low / high);
  }
  EXPECT_GT(largest, 1e5);
  EXPECT_LT(thinnest, 1e-5);
}

TEST(Situation, EqualSeedsGiveEqualPairs) {
  for (const Situation situation : kSituations) {
    RandomShapes one(11), two(11), other(12);
    const Pair a = MakePair(situation, Kind::kCone, Kind::kSmallMesh, &one);
    const Pair b = MakePair(situation, Kind::kCone, Kind::kSmallMesh, &two);
    const Pair c = MakePair(situation, Kind::kCone, Kind::kSmallMesh, &other);
    EXPECT_EQ(a.pose_b.position.x, b.pose_b.position.x) << NameOf(situation);
    EXPECT_NE(a.pose_b.position.x, c.pose_b.position.x) << NameOf(situation);
  }
}

}  // namespace
}  // namespace farpoint::situations
