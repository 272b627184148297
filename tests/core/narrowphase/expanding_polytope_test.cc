// EPA by itself: its interval contains the reference's depth, whatever it starts from.

#include <gtest/gtest.h>

#include <vector>

#include "src/narrowphase/expanding_polytope.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using reference::Real;
using scalar::ExpandingPolytope;
using scalar::Norm;
using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

constexpr ExpandingPolytope::Options kOptions{.rounding = 1e-15, .max_supports = 3000};

struct Question {
  GeometryPtr ga, gb;
  scalar::MinkowskiDifference<double> difference;
  reference::Body a, b;  // cores
  Real Truth() const { return reference::SignedDistance(a, b, {}).middle(); }
};

Question Between(const Shape& a, const Shape& b, const Pose& pose) {
  Question q{MakeGeometry(a), MakeGeometry(b), {}, {}, {}};
  const Mat3d r = RotationMatrix(pose.orientation);
  q.difference.Set(scalar::MakeCoreView(*q.ga), scalar::MakeCoreView(*q.gb), r,
                   pose.position + scalar::Multiply(r, q.gb->core_origin()) - q.ga->core_origin());
  q.a = reference::MakeBody(a, {});
  q.b = reference::MakeBody(b, pose);
  q.a.radius = q.b.radius = 0;
  return q;
}

DepthInterval Penetrate(const Question& q, const SupportPoint<double>* seed = nullptr) {
  ExpandingPolytope polytope;
  uint32_t supports = 0;
  const DepthInterval interval = polytope.Run(q.difference, seed, kOptions, &supports);
  EXPECT_GT(supports, 0u);
  return interval;
}

// −upper ≤ signed distance, and depth ≥ lower where that is positive.
void ExpectHolds(const DepthInterval& interval, Real truth, const char* what, int i = 0) {
  EXPECT_LE(-interval.upper, truth + 1e-14L) << what << " " << i;
  if (interval.lower > 0) {
    EXPECT_LE(interval.lower, -truth + 1e-14L) << what << " " << i;
  }
  EXPECT_NEAR(Norm(interval.normal), 1, 1e-14);
}

TEST(ExpandingPolytope, IsExactForRandomPolytopes) {
  RandomShapes random(41);
  int deep = 0, apart = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Question q = Between(random.Any(RandomShapes::kStraightKinds, 1),
                               random.Any(RandomShapes::kStraightKinds, random.Scale(0.3, 3)),
                               random.AnyPose(0.6));
    const Real truth = q.Truth();
    const DepthInterval interval = Penetrate(q);
    ExpectHolds(interval, truth, "pair", i);
    if (truth < -1e-10L) {
      ++deep;
      EXPECT_NEAR(interval.upper, -truth, 1e-13L) << i;
      EXPECT_NEAR(interval.lower, -truth, 1e-13L) << i;
    } else if (truth > 0) {
      ++apart;
      EXPECT_LE(interval.lower, 0) << i;
    }
  }
  EXPECT_GE(deep, 500);
  EXPECT_GE(apart, 300);
}

TEST(ExpandingPolytope, IsExactForParallelFacesAndIdenticalPoses) {
  const Shape boxes[] = {Box{{1, 1, 1}}, Box{{1, 2, 3}}, Box{{0.1, 5, 1}}};
  int asked = 0;
  for (const Shape& a : boxes) {
    for (const Shape& b : boxes) {
      for (double x : {0.0, 0.25, 0.5}) {
        for (double y : {0.0, -0.125}) {
          const Question q = Between(a, b, {{x, y, 0}});
          const Real truth = q.Truth();
          if (!(truth < -1e-6L)) continue;
          const DepthInterval interval = Penetrate(q);
          EXPECT_NEAR(interval.upper, -truth, 1e-13L);
          EXPECT_NEAR(interval.lower, -truth, 1e-13L);
          ++asked;
        }
      }
    }
  }
  EXPECT_GE(asked, 40);
  RandomShapes random(42);
  for (int i = 0; i < 200; ++i) {
    const Shape shape = random.Any(RandomShapes::kStraightKinds, 1);
    const Question q = Between(shape, shape, {});
    const Real truth = q.Truth();
    const DepthInterval interval = Penetrate(q);
    ExpectHolds(interval, truth, "itself", i);
    if (truth < -1e-10L) {
      EXPECT_NEAR(interval.lower, -truth, 1e-13L) << i;
    }
  }
}

TEST(ExpandingPolytope, OfAFlatDifferenceSaysOnlyWhatSeparates) {
  const Triangle triangle{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}};
  const Box plate{{1, 1, 0}};
  const Segment segment{{{{-1, 0, 0}, {1, 0, 0}}}};
  for (const auto& [a, b] : {std::pair<Shape, Shape>(triangle, plate),
                             {plate, plate},
                             {segment, segment},
                             {segment, plate},
                             {Point{}, plate},
                             {Point{}, segment},
                             {Point{}, Point{}}}) {
    for (double z : {0.0, 1e-9, 0.5, -0.5}) {
      const Question q = Between(a, b, {{0.1, 0, z}});
      const DepthInterval interval = Penetrate(q);
      ExpectHolds(interval, q.Truth(), "flat");
      EXPECT_LE(interval.lower, 0) << "nothing flat contains a ball";
    }
  }
}

TEST(ExpandingPolytope, AnySeedWillDo) {
  RandomShapes random(43);
  int asked = 0;
  for (int i = 0; i < 300; ++i) {
    const Question q = Between(random.OfKind(7, 1), random.OfKind(1, 1), random.AnyPose(0.5));
    const Real truth = q.Truth();
    if (!(truth < -1e-6L)) continue;
    const auto support = [&](const Vec3d& d) { return q.difference.Support(d, {}); };
    SupportPoint<double> random_seed[4], repeated[4], flat[4];
    for (int k = 0; k < 4; ++k) {
      random_seed[k] = support(random.Direction());
      repeated[k] = random_seed[0];
      flat[k] = k < 2 ? random_seed[k] : random_seed[2];
    }
    for (const SupportPoint<double>* seed : {random_seed, repeated, flat}) {
      const DepthInterval interval = Penetrate(q, seed);
      ExpectHolds(interval, truth, "seed", i);
      EXPECT_NEAR(interval.lower, -truth, 1e-13L) << i;
      EXPECT_NEAR(interval.upper, -truth, 1e-13L) << i;
    }
    ++asked;
  }
  EXPECT_GE(asked, 100);
}

TEST(ExpandingPolytope, ABudgetThatIsSpentLeavesAnIntervalThatHolds) {
  RandomShapes random(44);
  int open = 0;
  ExpandingPolytope polytope;
  for (int i = 0; i < 200; ++i) {
    const Question q = Between(random.OfKind(8, 1), random.OfKind(10, 1), random.AnyPose(0.4));
    const auto best = reference::Unit(reference::Widen(Penetrate(q).normal));
    const Real truth = reference::SignedDistance(q.a, q.b, {best, {}, {}}, {.width = 1e-16L}).lower;
    if (truth > 0) continue;
    for (uint32_t budget : {1, 8, 20, 60}) {
      uint32_t supports = 0;
      const DepthInterval interval =
          polytope.Run(q.difference, nullptr, {1e-15, budget}, &supports);
      EXPECT_LE(supports, static_cast<uint32_t>(budget) + 16);
      ExpectHolds(interval, truth, "budget", i);
      open += interval.width() > 1e-6;
    }
  }
  EXPECT_GE(open, 100);
}

}  // namespace
}  // namespace farpoint
