// EPA's polytope in fixed memory: what it takes, what it refuses, and what its nearest face proves.

// The pack's overloads come first.
#include "src/math/lane_pack.h"
//
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "src/narrowphase/small_polytope.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::Norm;
using SmallPolytope = scalar::SmallPolytope<scalar::Pack<double>>;
using scalar::operator*;
using scalar::operator-;
using scalar::operator+;

constexpr double kMargin = 1e-15;
constexpr SupportHint kIndex[4] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}};

bool Starts(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  SmallPolytope polytope;
  SmallPolytope::NewFaces made;
  const Vec3d corner[4] = {a, b, c, d};
  return polytope.Start(corner, kIndex, kMargin, &made);
}

TEST(SmallPolytope, StartsWhereTheOriginIsInsideForSure) {
  EXPECT_TRUE(Starts({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}));
  EXPECT_TRUE(Starts({0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {-1, -1, -1})) << "either way round";
  EXPECT_TRUE(Starts({1e-9, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1})) << "a flat one";
  EXPECT_FALSE(Starts({1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1})) << "outside";
  EXPECT_FALSE(Starts({1, 0, 0}, {0, 1, 0}, {-1, -1, 0}, {0, 0, 1})) << "on a face";
  EXPECT_FALSE(Starts({1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, 0, 1})) << "on an edge";
  EXPECT_FALSE(Starts({0, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, 0, 1})) << "on a corner";
  EXPECT_FALSE(Starts({1, 0, 0}, {0, 1, 0}, {-1, -1, 0}, {-1, 1, 0})) << "in a plane";
  EXPECT_FALSE(Starts({1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0})) << "a point";
  EXPECT_FALSE(Starts({1, 1e-16, 0}, {-1, 1e-16, 0}, {0, 1, 1}, {0, 1, -1})) << "within rounding";
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(Starts({kNaN, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}));
}

struct Cloud {
  std::vector<Vec3d> points;
  int Farthest(const Vec3d& d) const {
    int best = 0;
    for (int i = 1; i < static_cast<int>(points.size()); ++i) {
      if (Dot(points[i], d) > Dot(points[best], d)) best = i;
    }
    return best;
  }
};

struct Outcome {
  bool closed = false;
  double lower = 0, upper = 0;
};

// EPA on a cloud of points about the origin.
Outcome ExpandAll(const Cloud& cloud, const std::array<int, 4>& seed, double margin) {
  SmallPolytope polytope;
  Vec3d corner[4];
  SupportHint index[4];
  for (int k = 0; k < 4; ++k) {
    corner[k] = cloud.points[seed[k]];
    index[k] = {seed[k], 0};
  }
  Outcome outcome;
  SmallPolytope::NewFaces start;
  if (!polytope.Start(corner, index, margin, &start)) return outcome;
  for (;;) {
    const int face = polytope.Nearest();
    const Vec3d n = polytope.normal(face);
    EXPECT_NEAR(Norm(n), 1, 1e-15);
    const int far = cloud.Farthest(n);
    outcome.lower = polytope.offset(face);
    outcome.upper = Dot(n, cloud.points[far]);
    if (outcome.upper - outcome.lower <= margin || polytope.Has({far, 0})) {
      outcome.closed = true;
      return outcome;
    }
    SmallPolytope::NewFaces made;
    if (!polytope.Add(cloud.points[far], {far, 0}, face, margin / 4, &made) ||
        !polytope.SetPlanes(made)) {
      return outcome;
    }
  }
}

TEST(SmallPolytope, FindsTheNearestFaceOfACube) {
  for (double size : {1e-9, 1.0, 1e9}) {
    for (const Vec3d& middle : {Vec3d{0, 0, 0}, Vec3d{0.3, 0.1, -0.2}, Vec3d{0, 0.999, 0}}) {
      Cloud cube;
      for (int i = 0; i < 8; ++i) {
        cube.points.push_back(
            (Vec3d{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0} + middle) * size);
      }
      int closed = 0;
      for (const auto& seed : {std::array<int, 4>{0, 3, 5, 6}, {1, 2, 4, 7}}) {
        const Outcome outcome = ExpandAll(cube, seed, 1e-14 * size);
        if (!outcome.closed) continue;
        ++closed;
        const double depth =
            size * (1 - std::max({std::abs(middle.x), std::abs(middle.y), std::abs(middle.z)}));
        EXPECT_NEAR(outcome.lower, depth, 1e-14 * size);
        EXPECT_NEAR(outcome.upper, depth, 1e-14 * size);
      }
      EXPECT_GE(closed, middle.y > 0.9 ? 0 : 2) << "the origin is in both tetrahedra";
    }
  }
}

// What it closes is the least height over all planes: no random direction undercuts `lower`.
TEST(SmallPolytope, NoDirectionUndercutsTheBall) {
  RandomShapes random(51);
  int closed = 0, full = 0;
  for (int i = 0; i < 400; ++i) {
    Cloud cloud;
    const int count = 6 + random.Index(i % 4 == 0 ? 2'000 : 40);
    for (int k = 0; k < count; ++k) cloud.points.push_back(random.Direction());
    const Outcome outcome = ExpandAll(cloud, {0, 1, 2, 3}, 1e-14);
    if (!outcome.closed) {
      full += count > 100;
      continue;
    }
    ++closed;
    EXPECT_LE(outcome.upper - outcome.lower, 1e-13);
    for (int k = 0; k < 300; ++k) {
      const Vec3d d = random.Direction();
      EXPECT_GE(Dot(d, cloud.points[cloud.Farthest(d)]), outcome.lower - 1e-15);
    }
  }
  EXPECT_GE(closed, 10);
  EXPECT_GE(full, 10) << "a round cloud needs more vertices than there is room for";
}

}  // namespace
}  // namespace farpoint
