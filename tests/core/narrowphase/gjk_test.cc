// GJK by itself, in float and in double, against the reference.

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "src/narrowphase/gjk.h"
#include "src/support/minkowski_difference.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using reference::Real;
using scalar::GjkState;

struct Pair {
  Placed a, b;
  GeometryPtr ga, gb;
};

Pair RandomPair(RandomShapes* random, int kinds) {
  Pair p;
  p.a = {random->Any(kinds, 1), {}};
  p.b = {random->Any(kinds, random->Scale(0.3, 3)), random->AnyPose(1.5)};
  p.ga = MakeGeometry(p.a.shape);
  p.gb = MakeGeometry(p.b.shape);
  return p;
}

// Metres: what one unit of the solver is, and what lengths of the pair are rounded to.
template <class T>
double UnitOf(const Pair& p) {
  return std::is_same_v<T, float> ? std::max({p.ga->core_radius(), p.gb->core_radius(), 0.1}) : 1;
}
template <class T>
Real RoundingOf(const Pair& p) {
  const double size =
      p.ga->facts().bounding_radius + p.gb->facts().bounding_radius + 1.5;  // AnyPose's reach
  return 32 * Real(std::numeric_limits<T>::epsilon()) * size;
}

template <class T>
Vec3<T> Narrow(const Vec3d& v, double by = 1) {
  return {T(v.x / by), T(v.y / by), T(v.z / by)};
}

template <class T>
scalar::MinkowskiDifference<T> DifferenceOf(const Pair& p, double unit) {
  using scalar::operator+;
  using scalar::operator-;
  const Mat3d r = RotationMatrix(p.b.pose.orientation);
  const Vec3d t =
      p.b.pose.position + scalar::Multiply(r, p.gb->core_origin()) - p.ga->core_origin();
  scalar::MinkowskiDifference<T> d;
  const Mat3<T> rotation{Narrow<T>(r.row0), Narrow<T>(r.row1), Narrow<T>(r.row2)};
  if constexpr (std::is_same_v<T, float>) {
    d.Set(scalar::MakeUnitCoreView(*p.ga, unit), scalar::MakeUnitCoreView(*p.gb, unit), rotation,
          Narrow<T>(t, unit));
  } else {
    d.Set(scalar::MakeCoreView(*p.ga), scalar::MakeCoreView(*p.gb), rotation, t);
  }
  return d;
}

template <class T>
GjkOptions<T> Options() {
  const T eps = std::numeric_limits<T>::epsilon();
  return {.relative_gap = T(0),
          .absolute_gap = 4 * eps,
          .rounding = 16 * eps,
          .cutoff = std::numeric_limits<T>::infinity(),
          .max_iterations = 200};
}

template <class T>
class Gjk : public testing::Test {};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(Gjk, NumberTypes);

TYPED_TEST(Gjk, DistancesOfPolytopesAreTheReferences) {
  using T = TypeParam;
  RandomShapes random(31);
  int apart = 0, overlapping = 0;
  for (int i = 0; i < 3'000; ++i) {
    const Pair p = RandomPair(&random, RandomShapes::kStraightKinds);
    const double unit = UnitOf<T>(p);
    GjkState<T> s;
    s.Start({T(1), T(0.5), T(-0.25)});
    scalar::RunGjk(DifferenceOf<T>(p, unit), Options<T>(), &s);
    reference::Body a = reference::MakeBody(p.a.shape, p.a.pose),
                    b = reference::MakeBody(p.b.shape, p.b.pose);
    a.radius = b.radius = 0;  // cores
    const Real truth = reference::SignedDistance(a, b, {}).middle();
    const Real rounding = RoundingOf<T>(p);
    if (truth > 0) {
      ++apart;
      EXPECT_FALSE(s.inside && truth > rounding)
          << "pair " << i << " is apart by " << double(truth);
      EXPECT_LE(s.lower * unit, truth + rounding);
      if (truth > rounding) {
        EXPECT_NEAR(std::sqrt(Real(s.squared)) * unit, truth, rounding) << "pair " << i;
        EXPECT_GE(s.lower * unit, truth - 100 * rounding) << "pair " << i;
      }
    } else {
      ++overlapping;
      EXPECT_LE(s.lower * unit, rounding) << "pair " << i;
      if (truth < -0.01L) {
        EXPECT_TRUE(s.inside) << "pair " << i << " is " << double(truth) << " deep";
      }
    }
  }
  EXPECT_GE(apart, 1'000);
  EXPECT_GE(overlapping, 250);
}

TYPED_TEST(Gjk, BoundsOfCurvedPairsHoldAndMeet) {
  using T = TypeParam;
  RandomShapes random(32);
  int apart = 0, met = 0;
  for (int i = 0; i < 1'000; ++i) {
    Pair p = RandomPair(&random, RandomShapes::kBoundedKinds);
    const double unit = UnitOf<T>(p);
    GjkState<T> s;
    s.Start({T(1), T(0.5), T(-0.25)});
    scalar::RunGjk(DifferenceOf<T>(p, unit), Options<T>(), &s);
    const Verdict v = Judge(p.a, p.b, Ask(p.a, p.b));
    const Real radii = v.a.radius + v.b.radius;
    const Real low = v.truth.lower + radii, high = v.truth.upper + radii;  // of the cores
    const Real rounding = RoundingOf<T>(p);
    EXPECT_LE(s.lower * unit, std::max(high, Real(0)) + rounding);
    if (low < 0.01L) continue;
    ++apart;
    EXPECT_FALSE(s.inside);
    // |v| itself is no bound: the curve's last simplices are slivers, whose nearest point is
    // coarse.
    EXPECT_GE(std::sqrt(Real(s.squared)) * unit, low - std::max(rounding, Real(1e-9L)));
    met += (std::sqrt(Real(s.squared)) - Real(s.lower)) * unit < 1e-4L;
  }
  EXPECT_GE(apart, 300);
  EXPECT_GE(met, apart * 99 / 100);
}

// A hair apart the origin must never be called inside: the plane that separated is remembered.
TYPED_TEST(Gjk, ACloseGapIsNeverCalledInside) {
  using T = TypeParam;
  using scalar::operator*;
  using scalar::operator+;
  RandomShapes random(35);
  int asked = 0;
  for (int i = 0; i < 2'000; ++i) {
    Pair p = RandomPair(&random, RandomShapes::kBoundedKinds);
    const PairAnswer apart = Ask(p.a, p.b);
    const Verdict v = Judge(p.a, p.b, apart);
    const double cores = apart.distance + static_cast<double>(v.a.radius + v.b.radius);
    if (cores < 0.01) continue;
    const double gap = static_cast<double>(RoundingOf<T>(p)) * random.Scale(100, 1e5);
    p.b.pose.position = p.b.pose.position + apart.normal * (gap - cores);
    GjkState<T> s;
    s.Start({T(1), T(0.5), T(-0.25)});
    scalar::RunGjk(DifferenceOf<T>(p, UnitOf<T>(p)), Options<T>(), &s);
    EXPECT_FALSE(s.inside) << "pair " << i << ": " << ShapeName(p.a.shape) << ", "
                           << ShapeName(p.b.shape) << " at " << gap;
    ++asked;
  }
  EXPECT_GE(asked, 800);
}

TYPED_TEST(Gjk, StopsAtTheCutoffWithAProof) {
  using T = TypeParam;
  RandomShapes random(33);
  int beyond = 0, within = 0;
  for (int i = 0; i < 500; ++i) {
    const Pair p = RandomPair(&random, RandomShapes::kStraightKinds);
    GjkOptions<T> options = Options<T>();
    options.cutoff = T(0.5);
    GjkState<T> stopped, ran;
    stopped.Start({T(1), T(0), T(0)});
    ran.Start({T(1), T(0), T(0)});
    const double unit = UnitOf<T>(p);
    const auto difference = DifferenceOf<T>(p, unit);
    scalar::RunGjk(difference, options, &stopped);
    scalar::RunGjk(difference, Options<T>(), &ran);
    EXPECT_LE(stopped.iterations, ran.iterations);
    if (stopped.beyond) {
      ++beyond;
      EXPECT_GT(stopped.lower, T(0.5));
      EXPECT_GT(std::sqrt(ran.squared), T(0.5));
    } else {
      ++within;
      EXPECT_LE(ran.lower, T(0.5001));
    }
  }
  EXPECT_GE(beyond, 50);
  EXPECT_GE(within, 50);
}

TYPED_TEST(Gjk, GoesOnFromASimplexThatIsFilledIn) {
  using T = TypeParam;
  RandomShapes random(34);
  int warm = 0, cold = 0;
  for (int i = 0; i < 300; ++i) {
    const Pair p = RandomPair(&random, RandomShapes::kStraightKinds);
    const auto difference =
        DifferenceOf<T>(p, 1e-9 + std::max(p.ga->core_radius(), p.gb->core_radius()));
    GjkState<T> s;
    s.Start({T(1), T(0), T(0)});
    scalar::RunGjk(difference, Options<T>(), &s);
    if (s.inside) continue;
    const auto distance = s.squared;
    cold += s.iterations;
    s.iterations = 0;
    scalar::RunGjk(difference, Options<T>(), &s);
    warm += s.iterations;
    EXPECT_LE(s.squared, distance);
  }
  EXPECT_LE(warm * 2, cold);
}

}  // namespace
}  // namespace farpoint
