// Branch and bound over directions against brute force and closed forms, from both sides.

#include "tests/reference/least_height.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/reference/meridian_height.h"
#include "tests/reference/polytope_distance.h"
#include "tests/reference/signed_distance.h"

namespace farpoint::reference {
namespace {

constexpr Real kRounding = 1e-17L;
constexpr int kParts = 20'000;

Body At(const Shape& shape, Vec3d position, Quaternion q = {}) {
  return MakeBody(shape, {position, q});
}

LeastHeight InSpace(const Body& a, const Body& b, int parts = kParts, Real width = 1e-14L) {
  return LeastCoreHeight(a, b, Unit({0.3L, -0.4L, 0.6L}), parts, width);
}

// The bracket holds `depth` and is no wider than `width`.
void ExpectHolds(const LeastHeight& found, Real depth, Real width) {
  EXPECT_LE(found.lower, depth + kRounding);
  EXPECT_GE(found.upper, depth - kRounding);
  EXPECT_LE(found.upper - found.lower, width);
}

// Whatever Bracket's path, and in both orders.
void ExpectDepth(const Body& a, const Body& b, Real depth, Real width) {
  for (const Bracket& truth : {SignedDistance(a, b, {}), SignedDistance(b, a, {})}) {
    EXPECT_LE(truth.lower, -depth);
    EXPECT_GE(truth.upper, -depth);
    EXPECT_LE(truth.width(), width);
  }
}

TEST(LeastHeight, MeetsBruteForceOnPolytopesApartAndOverlapping) {
  std::mt19937_64 rng(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int overlaps = 0, apart = 0;
  for (int i = 0; i < 600; ++i) {
    Prism prism[2];
    for (Prism& p : prism) {
      for (Vec3d& v : p.vertices) v = {uniform(rng), uniform(rng), uniform(rng)};
    }
    const Body a = At(prism[0], {}), b = At(prism[1], {i % 2 ? 0.5 : 2.5, 0, 0});
    const Real exact = PolytopeSignedDistance(a.vertices, b.vertices);
    ++(exact < 0 ? overlaps : apart);
    ExpectHolds(InSpace(a, b), -exact, 1.01e-14L);
  }
  EXPECT_GE(overlaps, 150);
  EXPECT_GE(apart, 150);
}

TEST(LeastHeight, HoldsWhateverTheEffort) {
  const Body a = At(Prism{{{{-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, 0.5}, {1, 1, 1}}}},
                    {}),
             b = At(Box{{1, 0.5, 0.75}}, {0.5, 0.25, 0.5}, {0.5, 0.5, 0.5, 0.5});
  const Real exact = -PolytopeSignedDistance(a.vertices, b.vertices);
  ASSERT_GT(exact, 0);
  Real before = 10;
  for (int parts : {8, 16, 32, 64, 256, 1'024, 8'192}) {
    const LeastHeight found = InSpace(a, b, parts, 0);
    ExpectHolds(found, exact, before);
    before = found.upper - found.lower;
  }
  EXPECT_LE(before, 1e-16L);
}

TEST(LeastHeight, CurvedSolidsInBoxes) {
  const Body box = At(Box{{4, 6, 8}}, {});
  ExpectDepth(box, At(Sphere{0.5}, {1, 0.25, 0}), 1.5L, 1e-15L);
  ExpectDepth(box, At(Ellipsoid{{0.5, 0.75, 1}}, {1, 0.25, 0}), 1.5L, 1e-11L);
  ExpectDepth(box, At(Cylinder{0.5, 1}, {-1, 0.25, 0}), 1.5L, 1e-11L);
  ExpectDepth(box, At(Cone{0.5, 1}, {0, 0, 3.5}), 1, 1e-11L);
  // The axes along x: the half length counts, and the radius.
  const Quaternion about_y{0, std::sqrt(0.5), 0, std::sqrt(0.5)};
  ExpectDepth(box, At(Cylinder{0.5, 3}, {1, 0, 0}, about_y), 2.5L, 1e-11L);
  // Half out, and touching from outside.
  ExpectDepth(box, At(Ellipsoid{{0.5, 0.75, 1}}, {2, 0.25, 0}), 0.5L, 1e-11L);
  ExpectDepth(box, At(Ellipsoid{{0.5, 0.75, 1}}, {2.5, 0.25, 0}), 0, 1e-11L);
}

TEST(LeastHeight, AnEllipsoidOnTheFaceOfABigBoxIsDeepByItsHeight) {
  std::mt19937_64 rng(8);
  std::normal_distribution<double> normal;
  const Body ground = At(Box{{64, 64, 64}}, {0, 0, -32});
  for (int i = 0; i < 20; ++i) {
    const Quaternion q{normal(rng), normal(rng), normal(rng), normal(rng)};
    const Body e = At(Ellipsoid{{1, 2, 3}}, {0, 0, 0.5}, q);
    ExpectDepth(ground, e, CoreHeight(e, {0, 0, -1}), 1e-11L);
  }
}

TEST(LeastHeight, ConcentricEllipsoidsSeparateAlongTheirCommonLeastAxes) {
  const Body a = At(Ellipsoid{{1, 2, 3}}, {}), b = At(Ellipsoid{{0.5, 0.75, 0.875}}, {});
  ExpectDepth(a, b, 1.5L, 1e-12L);
  ExpectHolds(InSpace(a, b), 1.5L, 1.01e-14L);
  ExpectDepth(a, a, 2, 1e-12L);
}

// A circle of minima: only the meridian is sharp.
TEST(MeridianHeight, SpheroidsCylindersAndConesOnOneAxis) {
  const Body oblate = At(Ellipsoid{{1, 1, 2}}, {}), about_x = At(Ellipsoid{{2, 1, 1}}, {});
  ExpectDepth(oblate, At(Ellipsoid{{0.5, 0.5, 4}}, {}), 1.5L, 1e-12L);
  const Quaternion z_to_x{0, std::sqrt(0.5), 0, std::sqrt(0.5)};
  ExpectDepth(about_x, At(Cylinder{0.25, 8}, {}, z_to_x), 1.25L, 1e-12L);
  const Body cylinder = At(Cylinder{1, 8}, {});
  ExpectDepth(cylinder, At(Cylinder{0.5, 6}, {0, 0, 0.25}), 1.5L, 1e-12L);
  ExpectDepth(cylinder, At(Cylinder{0.5, 6}, {0.25, 0, 0}), 1.25L, 1e-12L);
  ExpectDepth(cylinder, At(Sphere{0.5}, {0.5, 0, 1}), 1, 1e-12L);
  ExpectDepth(cylinder, At(Capsule{0.5, 2}, {0, 0, 4}), 1.5L, 1e-12L);
  // Base to base the cone leaves by its base's radius, from below by what is under it.
  ExpectDepth(cylinder, At(Cone{0.25, 1}, {0, 0, 0}), 1.25L, 1e-12L);
  ExpectDepth(cylinder, At(Cone{0.25, 1}, {0, 0, 4.25}), 0.25L, 1e-12L);
  ExpectDepth(cylinder, At(Cone{0.25, 1}, {0, 0, -4.25}, {1, 0, 0, 0}), 0.25L, 1e-12L);
  // A sphere's centre at the height where base and side of a cone are equally near: the inradius
  // R·L / (R + √(R² + L²)).
  ExpectDepth(At(Cone{3, 4}, {}), At(Sphere{1}, {0, 0, -0.5}), 1.5L + 1, 1e-12L);
  // Two cones, head on, half a metre into each other: out across their sides.
  ExpectDepth(At(Cone{1, 2}, {}), At(Cone{1, 2}, {0, 0, 1.5}, {1, 0, 0, 0}),
              0.5L / std::sqrt(Real(5)), 1e-12L);
}

TEST(MeridianHeight, IsWhatBranchAndBoundInSpaceConvergesTo) {
  std::mt19937_64 rng(3);
  std::uniform_real_distribution<double> uniform(0.2, 1);
  const auto any = [&](int i) -> Shape {
    const double r = uniform(rng), s = uniform(rng);
    switch (i % 4) {
      case 0:
        return Cylinder{r, s};
      case 1:
        return Cone{r, s};
      case 2:
        return Ellipsoid{{r, r, s}};
      default:
        return Capsule{r, s};
    }
  };
  int sharp = 0;
  for (int i = 0; i < 160; ++i) {
    // Turned by a quarter about z and by half about x: parallel, and anti-parallel, exactly.
    const Quaternion q = i % 3 == 0 ? Quaternion{1, 0, 0, 0} : Quaternion{};
    const Body a = At(any(i), {}), b = At(any(i / 4), {uniform(rng) / 2, uniform(rng) / 4, 0.1}, q);
    const auto flat = LeastMeridianHeight(a, b, kParts, 1e-15L);
    ASSERT_TRUE(flat);
    EXPECT_LE(flat->upper - flat->lower, 1.01e-15L);
    const LeastHeight space = InSpace(a, b);
    EXPECT_LE(space.lower, flat->upper + kRounding);
    EXPECT_LE(flat->lower, space.upper + kRounding);
    EXPECT_LE(space.upper - space.lower, 1e-4L);
    sharp += space.upper - space.lower < 1.01e-14L;
  }
  EXPECT_GE(sharp, 150);
}

TEST(MeridianHeight, PaysForTheAngleBetweenTheAxes) {
  const Body a = At(Cylinder{1, 8}, {});
  const double half = 1e-6;
  const Body tilted = At(Cylinder{0.5, 2}, {}, {half, 0, 0, 1});
  const auto flat = LeastMeridianHeight(a, tilted, kParts, 1e-15L);
  ASSERT_TRUE(flat);
  // The sideways height in the plane of the tilt, 1 + 0.5·cos + 1·sin, and across it, 1 + 0.5.
  ExpectHolds(*flat, 1.5L, 6e-6L);
  EXPECT_GT(flat->upper - flat->lower, 2e-6L);
  EXPECT_FALSE(LeastMeridianHeight(a, At(Cylinder{0.5, 2}, {}, {0.01, 0, 0, 1}), kParts, 0));
  EXPECT_FALSE(LeastMeridianHeight(a, At(Box{{1, 1, 1}}, {}), kParts, 0));
}

TEST(Support, IsAPointOfTheCoreAtItsHeight) {
  std::mt19937_64 rng(12);
  std::normal_distribution<double> normal;
  const Shape shapes[] = {Ellipsoid{{3, 2, 1}}, Ellipsoid{{3, 2, 0}}, Cylinder{1, 3}, Cone{1, 2},
                          Capsule{0.5, 2},      Box{{1, 2, 3}},       Point{},        Cone{0, 2}};
  for (const Shape& shape : shapes) {
    const Body body = At(shape, {0.3, -2, 1}, {0.5, -0.5, 0.5, 0.5});
    for (int i = 0; i < 200; ++i) {
      const Vec n = i < 6 ? body.axis[i / 2] * (i % 2 ? 1 : -1)
                          : Unit({normal(rng), normal(rng), normal(rng)});
      const Vec w = CoreSupport(body, n), m = Unit({normal(rng), normal(rng), normal(rng)});
      EXPECT_NEAR(Dot(n, w), CoreHeight(body, n), kRounding) << ShapeName(shape);
      EXPECT_LE(Dot(m, w), CoreHeight(body, m) + kRounding) << ShapeName(shape);
    }
  }
}

}  // namespace
}  // namespace farpoint::reference
