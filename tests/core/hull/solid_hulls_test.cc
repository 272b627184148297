// Hulls of solids: only extreme points stay, faces look outward, nothing sticks out.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "src/hull/convex_hull.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Cross;
using scalar::Dot;
using scalar::Norm;
using scalar::operator-;
using scalar::operator+;
using scalar::operator*;

ConvexHull Hull(const std::vector<Vec3d>& points) {
  auto hull = BuildConvexHull(points.data(), points.size());
  EXPECT_TRUE(hull.ok()) << hull.status();
  return hull.value();
}

std::vector<Vec3d> Cube() {
  std::vector<Vec3d> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({i & 1 ? 1. : -1., i & 2 ? 1. : -1., i & 4 ? 1. : -1.});
  return corners;
}

double Size(const std::vector<Vec3d>& points) {
  double size = 0;
  for (const Vec3d& p : points) size = std::max(size, Norm(p - points[0]));
  return size;
}

// Every point is inside every face's plane but for the deviation and rounding, every edge is shared
// by two faces in opposite senses, and the faces enclose the volume that is reported.
void CheckSurface(const std::vector<Vec3d>& points, const ConvexHull& hull) {
  ASSERT_EQ(hull.dimension, 3);
  ASSERT_FALSE(hull.faces.empty());
  const double size = Size(points);
  std::map<std::pair<uint32_t, uint32_t>, int> edges;
  const Vec3d origin = points[hull.vertices[0]];
  double volume = 0;
  for (const auto& face : hull.faces) {
    Vec3d corner[3];
    for (int i = 0; i < 3; ++i) {
      ASSERT_LT(face[i], hull.vertices.size());
      corner[i] = points[hull.vertices[face[i]]];
      ++edges[{face[i], face[(i + 1) % 3]}];
    }
    volume += Dot(corner[0] - origin, Cross(corner[1] - origin, corner[2] - origin)) / 6;
    const Vec3d n = Cross(corner[1] - corner[0], corner[2] - corner[0]);
    if (Norm(n) < 1e-6 * size * size) continue;  // a sliver has no reliable plane
    for (const Vec3d& p : points) {
      EXPECT_LE(Dot(n, p - corner[0]) / Norm(n), hull.deviation + 1e-9 * size);
    }
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
  }
  EXPECT_NEAR(volume, hull.volume, 1e-12 * size * size * size);
  EXPECT_LE(hull.deviation, 1e-11 * size);
}

TEST(SolidHulls, OfACubeHasItsCornersOnlyAndTheLowestIndexOfADuplicateWins) {
  std::vector<Vec3d> points = Cube();
  for (const Vec3d& p : {Vec3d{0, 0, 0}, Vec3d{0.5, 0.1, -0.9}, Vec3d{1, 0, 0}, Vec3d{1, 0.5, -0.5},
                         Vec3d{1, 1, 0}, Vec3d{1, 1, 0.25}, Vec3d{-1, 0, 1}}) {
    points.push_back(p);  // inside, on a face, on an edge
  }
  for (const Vec3d& p : Cube()) points.push_back(p);
  points.push_back({-0.0, 0, 0});
  const ConvexHull hull = Hull(points);
  EXPECT_EQ(hull.vertices, (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(hull.faces.size(), 12u);
  EXPECT_NEAR(hull.volume, 8, 1e-14);
  CheckSurface(points, hull);
}

TEST(SolidHulls, IndicesReferToTheOrderGiven) {
  std::vector<Vec3d> points(5, Vec3d{0, 0, 0});
  for (const Vec3d& p : Cube()) {
    points.push_back(p);
    points.push_back(p * 0.5);
  }
  EXPECT_EQ(Hull(points).vertices, (std::vector<uint32_t>{5, 7, 9, 11, 13, 15, 17, 19}));
}

TEST(SolidHulls, OfAnySizeAndFarFromTheOrigin) {
  for (double size : {1e-12, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e9}) {
    for (double away : {0.0, 3.0, 1e3, 1e6}) {
      std::vector<Vec3d> points = Cube();
      points.push_back({0.25, 0.5, 0});
      // Binary fractions, so that the cube survives the translation exactly.
      const double unit = std::exp2(std::round(std::log2(size)));
      for (Vec3d& p : points) p = p * unit + Vec3d{away, -2 * away, away} * unit;
      const ConvexHull hull = Hull(points);
      EXPECT_EQ(hull.vertices.size(), 8u) << size << " " << away;
      EXPECT_NEAR(hull.volume / (unit * unit * unit), 8, 1e-12);
      CheckSurface(points, hull);
    }
  }
}

TEST(SolidHulls, OfRandomCloudsContainThemAndNoVertexIsInsideTheOthers) {
  RandomShapes random(4);
  int vertices = 0;
  for (int round = 0; round < 60; ++round) {
    std::vector<Vec3d> points;
    const int count = 4 + random.Index(200);
    const double flatten = random.Scale(1e-4, 1);
    for (int i = 0; i < count; ++i) {
      const Vec3d p = round % 2 ? random.Position(1) : random.Direction();
      points.push_back({p.x, p.y, p.z * flatten});
    }
    const ConvexHull hull = Hull(points);
    CheckSurface(points, hull);
    EXPECT_TRUE(std::is_sorted(hull.vertices.begin(), hull.vertices.end()));
    vertices += static_cast<int>(hull.vertices.size());
    // Support: the hull's farthest vertex is as far as the cloud's.
    for (int i = 0; i < 100; ++i) {
      const Vec3d d = random.Direction();
      double of_cloud = -2, of_hull = -2;
      for (const Vec3d& p : points) of_cloud = std::max(of_cloud, Dot(d, p));
      for (uint32_t v : hull.vertices) of_hull = std::max(of_hull, Dot(d, points[v]));
      EXPECT_LE(of_cloud - of_hull, hull.deviation);
    }
  }
  EXPECT_GE(vertices, 2'000);
}

TEST(SolidHulls, OfThinButSolidSlabs) {
  for (double thickness : {1e-3, 1e-6, 1e-9, 1e-12}) {
    std::vector<Vec3d> points = Cube();
    for (Vec3d& p : points) p.z *= thickness;
    const ConvexHull hull = Hull(points);
    EXPECT_EQ(hull.dimension, 3);
    EXPECT_EQ(hull.vertices.size(), 8u) << thickness;
    if (hull.faces.empty()) continue;  // too thin for qhull: all points are kept instead
    EXPECT_NEAR(hull.volume / thickness, 8, 1e-3) << thickness;
  }
}

TEST(SolidHulls, OfMeshesLikeCylindersKeepEveryRimVertex) {
  std::vector<Vec3d> points;
  constexpr int kRim = 64;
  for (int i = 0; i < kRim; ++i) {
    const double angle = 2 * M_PI * i / kRim;
    for (double z : {-1.0, 0.0, 1.0}) points.push_back({std::cos(angle), std::sin(angle), z});
  }
  const ConvexHull hull = Hull(points);
  for (const Vec3d& p : points) {
    if (p.z == 0) continue;  // on the side's edges but for rounding
    EXPECT_TRUE(std::any_of(hull.vertices.begin(), hull.vertices.end(),
                            [&](uint32_t v) { return Norm(points[v] - p) == 0; }));
  }
  CheckSurface(points, hull);
  EXPECT_NEAR(hull.volume, kRim * std::sin(2 * M_PI / kRim), 1e-12);
}

}  // namespace
}  // namespace farpoint
