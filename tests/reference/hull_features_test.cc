// Where a hull has too many vertices for all triples, its faces and edges must do as well.

#include "tests/reference/hull_features.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "tests/reference/polytope_distance.h"

namespace farpoint::reference {
namespace {

class HullFeatures : public testing::Test {
 protected:
  Real Uniform(Real low, Real high) {
    return std::uniform_real_distribution<double>(static_cast<double>(low),
                                                  static_cast<double>(high))(rng_);
  }
  Vec Anywhere() { return {Uniform(-1, 1), Uniform(-1, 1), Uniform(-1, 1)}; }
  std::vector<Vec> OnSphere(int count) {
    std::vector<Vec> v;
    for (int i = 0; i < count; ++i) v.push_back(Unit(Anywhere()));
    return v;
  }

  std::mt19937_64 rng_{1};
};

// Points inside change nothing but the way: eight vertices are looked at in all triples, twenty
// points as a hull.
TEST_F(HullFeatures, InnerPointsDoNotChangeTheDistance) {
  int apart = 0, overlapping = 0;
  for (int round = 0; round < 60; ++round) {
    std::vector<Vec> a = OnSphere(8), b = OnSphere(8);
    const Vec way = Unit(Anywhere()) * Uniform(0.2L, 2.5L);
    for (Vec& v : b) v = v + way;
    const Real small = PolytopeSignedDistance(a, b);
    for (auto* v : {&a, &b}) {
      for (int i = 0; i < 12; ++i) {
        Vec inner;
        Real weights = 0;
        for (int k = 0; k < 8; ++k) {
          const Real weight = Uniform(0.01L, 1);
          inner = inner + (*v)[k] * weight;
          weights += weight;
        }
        v->push_back(inner * (1 / weights));
      }
    }
    EXPECT_NEAR(static_cast<double>(PolytopeSignedDistance(a, b) - small), 0, 1e-18) << small;
    (small > 0 ? apart : overlapping) += 1;
  }
  EXPECT_GT(apart, 15);
  EXPECT_GT(overlapping, 15);
}

TEST_F(HullFeatures, GenericHullsObeyEuler) {
  for (int count : {13, 40, 100}) {
    const auto features = FeaturesOf(OnSphere(count));
    EXPECT_EQ(features.edges.size(), 3u * count - 6);
    EXPECT_EQ(features.triangles.size(), 2u * count - 4);
  }
}

// Coplanar corners: the diagonals are no edges, and the fans cover the faces.
TEST_F(HullFeatures, PrismsHaveTheirEdgesAndNoDiagonals) {
  constexpr int kSides = 16;
  std::vector<Vec> prism;
  for (int i = 0; i < kSides; ++i) {
    const Real angle = 2 * std::acos(Real(-1)) * i / kSides;
    for (Real z : {-1, 1}) prism.push_back({std::cos(angle), std::sin(angle), z});
  }
  EXPECT_EQ(FeaturesOf(prism).edges.size(), 3u * kSides);
  EXPECT_NEAR(static_cast<double>(PolytopeSignedDistance(prism, {{0.1L, 0.2L, 3}})), 2, 1e-17);
  EXPECT_NEAR(static_cast<double>(PolytopeSignedDistance(
                  prism, {{0.1L, 0.2L, 0.9L}, {0.2L, 0.1L, 5}, {0.4L, 0.4L, 5}, {0.1L, 0.5L, 7}})),
              -0.1, 1e-17);
}

}  // namespace
}  // namespace farpoint::reference
