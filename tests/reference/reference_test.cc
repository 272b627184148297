// The reference against values known by hand, and its two methods against each other.

#include <gtest/gtest.h>

#include <random>

#include "tests/reference/body.h"
#include "tests/reference/nearest_point.h"
#include "tests/reference/polytope_distance.h"
#include "tests/reference/signed_distance.h"

namespace farpoint::reference {
namespace {

constexpr Real kTiny = 1e-17L;

Body At(const Shape& shape, Vec3d position, Quaternion q = {}) {
  return MakeBody(shape, {position, q});
}
Real Polytopes(const Body& a, const Body& b) {
  return PolytopeSignedDistance(a.vertices, b.vertices);
}

TEST(PolytopeDistance, FacesEdgesAndCornersApart) {
  const Body a = At(Box{{2, 2, 2}}, {});
  EXPECT_NEAR(Polytopes(a, At(Box{{2, 2, 2}}, {5, 0.3, 0.2})), 3, kTiny);
  EXPECT_NEAR(Polytopes(a, At(Box{{2, 2, 2}}, {5, 6, 0.2})), 5, kTiny);
  EXPECT_NEAR(Polytopes(a, At(Box{{2, 2, 2}}, {3, 4, 4})), 3, kTiny);
  EXPECT_NEAR(Polytopes(a, At(Segment{{{{2, 2, -9}, {2, 2, 9}}}}, {})), std::sqrt(Real(2)), kTiny);
}

TEST(PolytopeDistance, DepthOfOverlapsAndOfOneInsideTheOther) {
  const Body a = At(Box{{2, 2, 2}}, {});
  EXPECT_NEAR(Polytopes(a, At(Box{{2, 2, 2}}, {1.5, 0.3, 0.2})), -0.5L, kTiny);
  EXPECT_NEAR(Polytopes(a, At(Box{{0.5, 0.5, 0.5}}, {0, 0, 0.25})), -1, kTiny);
  EXPECT_NEAR(Polytopes(a, At(Point{}, {0, 0.25, 0})), -0.75L, kTiny);
  EXPECT_NEAR(Polytopes(a, a), -2, kTiny);
  // An edge across an edge at right angles: both boxes turned by 45°, about z and about y.
  const double s = std::sin(M_PI / 8), c = std::cos(M_PI / 8), reach = std::sqrt(2.0);
  const Body z = At(Box{{2, 2, 2}}, {}, {0, 0, s, c});
  const Body y = At(Box{{2, 2, 2}}, {2 * reach - 0.25, 0, 0}, {0, s, 0, c});
  EXPECT_NEAR(Polytopes(z, y), -0.25L, 1e-15L);  // s, c and reach are doubles
}

TEST(PolytopeDistance, FlatAndDegenerateSetsNeverOverlapByMoreThanNothing) {
  const Body triangle = At(Triangle{{{{0, 0, 0}, {3, 0, 0}, {0, 3, 0}}}}, {});
  EXPECT_NEAR(Polytopes(triangle, At(Triangle{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}, {})), 0, kTiny);
  EXPECT_NEAR(Polytopes(triangle, At(Point{}, {1, 1, 0})), 0, kTiny);
  EXPECT_NEAR(Polytopes(triangle, At(Point{}, {1, 1, 2})), 2, kTiny);
  EXPECT_NEAR(Polytopes(triangle, At(Segment{{{{1, 1, 0}, {1, 1, 0}}}}, {0, 0, -1})), 1, kTiny);
  EXPECT_NEAR(Polytopes(At(Point{}, {1, 2, 2}), At(Point{}, {})), 3, kTiny);
  const Body segment = At(Segment{{{{0, 0, 0}, {2, 0, 0}}}}, {});
  EXPECT_NEAR(Polytopes(segment, At(Segment{{{{3, 0, 0}, {5, 0, 0}}}}, {})), 1, kTiny);
  EXPECT_NEAR(Polytopes(segment, At(Segment{{{{1, 0, 0}, {5, 0, 0}}}}, {})), 0, kTiny);
  EXPECT_NEAR(Polytopes(segment, At(Segment{{{{1, -1, 0}, {1, 1, 0}}}}, {})), 0, kTiny);
}

TEST(Body, DistancesOfPointsFromCurvedSolids) {
  const Body ball = At(Sphere{2}, {1, 0, 0});
  EXPECT_NEAR(Distance(ball, {6, 0, 0}), 3, kTiny);
  EXPECT_EQ(Distance(ball, {2.5L, 0, 0}), 0);
  const Body cylinder = At(Cylinder{1, 2}, {});
  EXPECT_NEAR(Distance(cylinder, {4, 0, 5}), 5, kTiny);
  EXPECT_EQ(Distance(cylinder, {0.6L, 0.6L, -1}), 0);
  const Body cone = At(Cone{1, 2}, {});
  EXPECT_NEAR(Distance(cone, {0, 0, 4}), 3, kTiny);
  EXPECT_NEAR(Distance(cone, {0, 4, -5}), 5, kTiny);
  EXPECT_NEAR(Distance(cone, {0.5L + 2, 0, 1}), std::sqrt(Real(5)), kTiny);
  EXPECT_EQ(Distance(cone, {0.49L, 0, 0}), 0);
  EXPECT_GT(Distance(cone, {0.51L, 0, 0}), 0);
  const Body ellipsoid = At(Ellipsoid{{3, 2, 1}}, {});
  EXPECT_NEAR(Distance(ellipsoid, {5, 0, 0}), 2, kTiny);
  EXPECT_NEAR(Distance(ellipsoid, {0, 0, -4}), 3, kTiny);
  EXPECT_EQ(Distance(ellipsoid, {2, 0.5L, 0.2L}), 0);
  const Body disc = At(Ellipsoid{{3, 2, 0}}, {});
  EXPECT_NEAR(Distance(disc, {1, 1, 7}), 7, kTiny);
  EXPECT_NEAR(Distance(disc, {6, 0, 4}), 5, kTiny);
}

TEST(Body, NoPointIsHigherThanTheHeightAndTheHeightIsReached) {
  std::mt19937_64 rng(11);
  std::normal_distribution<double> normal;
  const Shape shapes[] = {Ellipsoid{{3, 2, 1}}, Cylinder{1, 3}, Cone{1, 2},
                          Capsule{0.5, 2},      Box{{1, 2, 3}}, Sphere{2}};
  for (const Shape& shape : shapes) {
    const Body body = At(shape, {0.3, -2, 1}, {0.5, 0.5, 0.5, 0.5});
    for (int i = 0; i < 200; ++i) {
      const Vec n = Unit({normal(rng), normal(rng), normal(rng)});
      // Far out along n the nearest point of the body is nearly its support: distance → t − h(n).
      const Real far = 1e7L;
      EXPECT_NEAR(Distance(body, body.centre + n * far),
                  far - (Height(body, n) - Dot(n, body.centre)), 1e-5L);
      const Vec p{normal(rng), normal(rng), normal(rng)};
      EXPECT_LE(Dot(n, p) - Height(body, n), Distance(body, p) + kTiny);
    }
  }
}

TEST(SignedDistance, BracketsWhatIsKnown) {
  const Body a = At(Cylinder{1, 2}, {}), b = At(Sphere{1}, {4, 0, 0});
  const Bracket apart = SignedDistance(a, b, {{1, 0, 0}, {1, 0, 0}, {3, 0, 0}});
  EXPECT_NEAR(apart.lower, 2, kTiny);
  EXPECT_NEAR(apart.upper, 2, kTiny);
  const Bracket poor = SignedDistance(a, b, {{1, 0.1L, 0}, {0.9L, 0, 0}, {3.2L, 0, 0}});
  EXPECT_LT(poor.lower, 2);
  EXPECT_GT(poor.upper, 2);
  // A plane far from where it is measured keeps the digits of its normal.
  const Body far = At(Halfspace{{0, 0, 1}, 0}, {3e6, 0, 0}, {0.25, 0.5, 0.75, 0.375});
  EXPECT_NEAR(Norm(far.normal), 1, kTiny);
  const Bracket origin = SignedDistance(far, At(Point{}, {}), {});
  // The normal leans 2(xz + wy) / |q|² towards x.
  EXPECT_NEAR(origin.middle(), -3e6L * 2 * (0.1875L + 0.1875L) / 1.015625L, 1e-12L);
  const Bracket plane = SignedDistance(At(Halfspace{{0, 0, 1}, 2}, {}), b, {});
  EXPECT_NEAR(plane.middle(), -3, kTiny);
}

}  // namespace
}  // namespace farpoint::reference
