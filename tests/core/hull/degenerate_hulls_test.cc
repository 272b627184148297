// Any input has a hull: points, segments and polygons are results, not errors.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "src/hull/convex_hull.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::operator*;
using scalar::operator+;
using scalar::operator-;
using scalar::Dot;

ConvexHull Hull(const std::vector<Vec3d>& points) {
  auto hull = BuildConvexHull(points.data(), points.size());
  EXPECT_TRUE(hull.ok()) << hull.status();
  return hull.value();
}

TEST(DegenerateHulls, OfNothingIsAnError) {
  EXPECT_EQ(BuildConvexHull(nullptr, 0).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(DegenerateHulls, OfCoincidentPointsIsAPoint) {
  for (size_t count : {1, 2, 9}) {
    const ConvexHull hull = Hull(std::vector<Vec3d>(count, Vec3d{1e6, -2, 3}));
    EXPECT_EQ(hull.dimension, 0);
    EXPECT_EQ(hull.vertices, std::vector<uint32_t>{0});
    EXPECT_TRUE(hull.faces.empty());
    EXPECT_EQ(hull.volume, 0);
    EXPECT_EQ(hull.deviation, 0);
  }
  EXPECT_EQ(Hull({{0.0, 0, 0}, {-0.0, 0, -0.0}}).vertices, std::vector<uint32_t>{0});
}

TEST(DegenerateHulls, OfCollinearPointsIsASegment) {
  for (double scale : {1e-12, 1e-6, 1.0, 1e6, 1e12}) {
    std::vector<Vec3d> points;
    for (double t : {2.0, -1.0, 0.0, 5.0, -1.0, 5.0, 3.0}) {
      points.push_back(Vec3d{1, -2, 3} * (t * scale));
    }
    const ConvexHull hull = Hull(points);
    EXPECT_EQ(hull.dimension, 1) << scale;
    EXPECT_EQ(hull.vertices, (std::vector<uint32_t>{1, 3}));
    EXPECT_TRUE(hull.faces.empty());
    EXPECT_EQ(hull.volume, 0);
    EXPECT_LE(hull.deviation, 1e-13 * 20 * scale);
  }
}

TEST(DegenerateHulls, OfCoplanarPointsIsAPolygon) {
  RandomShapes random(5);
  for (double scale : {1e-6, 1.0, 1e6}) {
    for (int round = 0; round < 10; ++round) {
      const Vec3d u = random.Direction(), w = random.Direction(), offset = random.Position(5);
      std::vector<Vec3d> points;
      // A square, its centre, points on its edges, and duplicates.
      for (const auto& [a, b] :
           {std::pair(1, 1), std::pair(0, 0), std::pair(-1, 1), std::pair(1, 0), std::pair(-1, -1),
            std::pair(1, -1), std::pair(1, 1), std::pair(0, -1)}) {
        points.push_back((u * double(a) + w * double(b) + offset) * scale);
      }
      const ConvexHull hull = Hull(points);
      // Rounding of the points may leave some thickness; then they are a thin solid. But with all
      // of the corners, whatever the dimension.
      const std::set<uint32_t> kept(hull.vertices.begin(), hull.vertices.end());
      for (uint32_t corner : {0u, 2u, 4u, 5u}) EXPECT_EQ(kept.count(corner), 1u);
      EXPECT_EQ(kept.count(6), 0u) << "a duplicate";
      EXPECT_LE(hull.volume, 1e-13 * scale * scale * scale * 100);
    }
  }
  const ConvexHull exact =
      Hull({{1, 1, 7}, {0, 0, 7}, {-1, 1, 7}, {1, 0, 7}, {-1, -1, 7}, {1, -1, 7}, {1, 1, 7}});
  EXPECT_EQ(exact.dimension, 2);
  EXPECT_EQ(exact.vertices, (std::vector<uint32_t>{0, 2, 4, 5}));
  EXPECT_EQ(exact.faces.size(), 2u);
  EXPECT_EQ(exact.volume, 0);
}

TEST(DegenerateHulls, APolygonsFanCoversItOnceFromOneSide) {
  std::vector<Vec3d> points;
  for (int i = 0; i < 12; ++i) {
    const int k = i * 5 % 12;  // not in order
    points.push_back({std::cos(k * M_PI / 6), std::sin(k * M_PI / 6), 0.5});
  }
  const ConvexHull hull = Hull(points);
  ASSERT_EQ(hull.dimension, 2);
  ASSERT_EQ(hull.vertices.size(), 12u);
  ASSERT_EQ(hull.faces.size(), 10u);
  double area = 0;
  for (const auto& f : hull.faces) {
    const Vec3d a = points[hull.vertices[f[0]]], b = points[hull.vertices[f[1]]],
                c = points[hull.vertices[f[2]]];
    area += scalar::Cross(b - a, c - a).z / 2;
  }
  EXPECT_NEAR(std::abs(area), 3, 1e-14);  // of a regular dodecagon
}

TEST(DegenerateHulls, NeedlesKeepBothEndsAndNothingSticksOut) {
  RandomShapes random(6);
  for (double width : {1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 1e-18}) {
    for (int round = 0; round < 20; ++round) {
      std::vector<Vec3d> points;
      for (int i = 0; i < 30; ++i) {
        const Vec3d p = random.Position(width);
        points.push_back({random.Uniform(-1, 1), p.y, p.z});
      }
      const Quaternion q = random.Rotation();
      const Mat3d turn = RotationMatrix(q);
      for (Vec3d& p : points) p = scalar::Multiply(turn, p);
      const ConvexHull hull = Hull(points);
      EXPECT_LE(hull.deviation, 1e-12);
      for (int i = 0; i < 50; ++i) {
        const Vec3d d = random.Direction();
        double of_cloud = -2, of_hull = -2;
        for (const Vec3d& p : points) of_cloud = std::max(of_cloud, Dot(d, p));
        for (uint32_t v : hull.vertices) of_hull = std::max(of_hull, Dot(d, points[v]));
        EXPECT_LE(of_cloud - of_hull, hull.deviation) << width;
      }
    }
  }
}

// The line goes through one of the points at an end, the segment to another: what is left out may
// be at the other side.
TEST(DegenerateHulls, ThinSetsCountWhatTheirEndsAreOffTheLine) {
  const std::vector<Vec3d> input = {{0.4, -1e15, 0.2}, {2.1, 0, 0}, {0, 0.3, 0.2},
                                    {0.2, 0.4, 2.5},   {0, 0, 0},   {0, 0, 0}};
  std::vector<size_t> order = {0, 1, 2, 3, 4, 5};
  do {
    std::vector<Vec3d> points;
    for (size_t i : order) points.push_back(input[i]);
    const ConvexHull hull = Hull(points);
    ASSERT_EQ(hull.dimension, 1);
    const Vec3d a = points[hull.vertices[0]], b = points[hull.vertices[1]];
    const Vec3d end = a.y > b.y ? a : b;
    for (const Vec3d& p : points) {
      if (p.y < -1) continue;
      // Half a metre is the rounding of such coordinates.
      EXPECT_LE(std::hypot(p.x - end.x, p.z - end.z), hull.deviation + 0.5);
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

// Squares of such lengths are denormal or 0: the points are not told apart, and the hull says so.
TEST(DegenerateHulls, OfPointsTooNearToSquareTheirDistanceIsAPointThatSaysHowFarTheyAre) {
  for (double size : {5e-324, 1e-320, 1e-300, 1e-200, 1e-165, 1e-160, 1e-151}) {
    for (double offset : {0.0, size * 7}) {
      const std::vector<Vec3d> points = {
          {offset, 0, 0}, {offset, size, 0}, {offset, size, 0}, {offset, 0, size * 2}};
      const ConvexHull hull = Hull(points);
      EXPECT_EQ(hull.dimension, 0);
      EXPECT_EQ(hull.vertices, (std::vector<uint32_t>{0})) << size;
      EXPECT_EQ(hull.boundary, (std::vector<uint32_t>{0, 1, 3})) << size;
      EXPECT_GE(hull.deviation, size * 2) << size;
      EXPECT_LE(hull.deviation, size * 2 * (1 + 1e-15) + 5e-324) << size;
    }
  }
  const ConvexHull larger = Hull({{0, 0, 0}, {3e-150, 0, 0}, {0, 4e-150, 0}, {0, 0, 4e-150}});
  EXPECT_EQ(larger.dimension, 3);
  EXPECT_EQ(larger.deviation, 0);
}

}  // namespace
}  // namespace farpoint
