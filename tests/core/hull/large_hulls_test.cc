// Large inputs: no quadratic merging, nothing sticks out by more than is said, builds can be ended.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "src/hull/convex_hull.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Cross;
using scalar::Dot;
using scalar::Norm;
using scalar::operator-;
using scalar::operator*;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr double kPi = 3.14159265358979323846;

// Rings of `corners` points about an axis that is no axis of the frame.
std::vector<Vec3d> Rings(int corners, int rings) {
  std::vector<Vec3d> points;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * kPi * i / corners, x = std::cos(angle), y = std::sin(angle);
    for (int k = 0; k < rings; ++k) {
      const double z = rings == 1 ? 0 : -1 + 2.0 * k / (rings - 1);
      points.push_back({0.6 * x + 0.8 * z, y, 0.6 * z - 0.8 * x});
    }
  }
  return points;
}

std::vector<Vec3d> Ball(int count) {
  RandomShapes random(21);
  std::vector<Vec3d> points;
  for (int i = 0; i < count; ++i) points.push_back(random.Direction());
  return points;
}

long double LongDot(const Vec3d& a, const Vec3d& b) {
  return static_cast<long double>(a.x) * b.x + static_cast<long double>(a.y) * b.y +
         static_cast<long double>(a.z) * b.z;
}

// How far `points` reach beyond the hull along `d`, in more precision than the hull was made with.
double Excess(const std::vector<Vec3d>& points, const ConvexHull& hull, const Vec3d& d) {
  long double cloud = -1e30L, kept = -1e30L;
  for (const Vec3d& p : points) cloud = std::max(cloud, LongDot(p, d));
  for (uint32_t v : hull.vertices) kept = std::max(kept, LongDot(points[v], d));
  return static_cast<double>((cloud - kept) / std::sqrt(LongDot(d, d)));
}

// Along directions at random and along normals of faces, where points on the boundary would show.
void CheckNothingSticksOut(const std::vector<Vec3d>& points, const ConvexHull& hull) {
  RandomShapes random(22);
  double worst = 0;
  for (int i = 0; i < 60; ++i) {
    worst = std::max(worst, Excess(points, hull, random.Direction()));
    if (hull.faces.empty()) continue;
    const auto& f = hull.faces[random.Index(static_cast<int>(hull.faces.size()))];
    const Vec3d a = points[hull.vertices[f[0]]];
    const Vec3d n = Cross(points[hull.vertices[f[1]]] - a, points[hull.vertices[f[2]]] - a);
    if (Norm(n) > 0) worst = std::max(worst, Excess(points, hull, n));
  }
  EXPECT_LE(worst, hull.deviation);
}

void CheckFacesAreClosed(const ConvexHull& hull) {
  std::map<std::pair<uint32_t, uint32_t>, int> edges;
  for (const auto& f : hull.faces) {
    for (int k = 0; k < 3; ++k) ++edges[std::minmax(f[k], f[(k + 1) % 3])];
  }
  for (const auto& [edge, count] : edges) ASSERT_EQ(count, 2);
  EXPECT_EQ(hull.faces.size(), 2 * hull.vertices.size() - 4) << "Euler, of triangles";
}

TEST(LargeHulls, OfTwoPolygonsOfManyCornersKeepThemAll) {
  const std::vector<Vec3d> points = Rings(15'000, 2);
  const ConvexHull hull = BuildConvexHull(points.data(), points.size()).value();
  EXPECT_EQ(hull.vertices.size(), points.size());
  EXPECT_EQ(hull.deviation, 0) << "nothing was dropped";
  EXPECT_EQ(hull.boundary.size(), points.size());
  CheckFacesAreClosed(hull);
  EXPECT_NEAR(hull.volume, 2 * kPi, 1e-6);
}

TEST(LargeHulls, DropPointsOnTheBoundaryByNoMoreThanTheySay) {
  const std::vector<Vec3d> points = Rings(9'000, 5);
  const ConvexHull hull = BuildConvexHull(points.data(), points.size()).value();
  EXPECT_GE(hull.vertices.size(), 18'000u);
  EXPECT_LT(hull.vertices.size(), points.size());
  EXPECT_EQ(hull.boundary.size(), points.size()) << "rings between lie on the sides";
  EXPECT_GT(hull.deviation, 0);
  EXPECT_LE(hull.deviation, 1e-9);
  CheckNothingSticksOut(points, hull);
  CheckFacesAreClosed(hull);
  const ConvexHull again = BuildConvexHull(points.data(), points.size()).value();
  EXPECT_EQ(again.vertices, hull.vertices) << "moved alike";
  EXPECT_EQ(again.faces, hull.faces);
}

// Corners in a row that qhull overlooks stand out by as much as the edge that it puts there cuts
// off.
TEST(LargeHulls, OfAPrismSoFineThatQhullOverlooksCorners) {
  constexpr int kCorners = 33'000;
  std::vector<Vec3d> points;
  for (const double z : {-0.5, 0.5}) {
    for (int i = 0; i < kCorners; ++i) {
      const double angle = i * 2 * kPi / kCorners;
      points.push_back({std::cos(angle), std::sin(angle), z});
    }
  }
  const ConvexHull hull = BuildConvexHull(points.data(), points.size()).value();
  std::vector<bool> kept(points.size(), false);
  for (uint32_t v : hull.vertices) kept[v] = true;
  for (size_t i = 0; i < points.size(); ++i) {
    if (kept[i]) continue;
    const Vec3d& p = points[i];
    EXPECT_LE(Excess(points, hull, {p.x, p.y, 1e-3 * p.z}), hull.deviation) << i;
  }
  EXPECT_LE(hull.deviation, 1e-9);
}

TEST(LargeHulls, OfAConeAndAFlatPolygon) {
  std::vector<Vec3d> cone = Rings(15'000, 1);
  const ConvexHull polygon = BuildConvexHull(cone.data(), cone.size()).value();
  EXPECT_EQ(polygon.dimension, 2);
  EXPECT_EQ(polygon.vertices.size(), cone.size());
  EXPECT_EQ(polygon.faces.size(), cone.size() - 2);
  cone.push_back({0.8, 0, 0.6});
  const ConvexHull hull = BuildConvexHull(cone.data(), cone.size()).value();
  EXPECT_EQ(hull.dimension, 3);
  EXPECT_EQ(hull.vertices.size(), cone.size());
  CheckFacesAreClosed(hull);
  EXPECT_NEAR(hull.volume, kPi / 3, 1e-6);
}

TEST(LargeHulls, OfManyInnerAndRepeatedPoints) {
  RandomShapes random(23);
  std::vector<Vec3d> points = Ball(2'000);
  while (points.size() < 100'000) points.push_back(random.Position(0.999));
  for (int i = 0; i < 50'000; ++i) points.push_back(points[i % 3'000]);
  const ConvexHull hull = BuildConvexHull(points.data(), points.size()).value();
  EXPECT_GE(hull.vertices.size(), 2'000u);
  EXPECT_LE(hull.deviation, 1e-13);
  CheckNothingSticksOut(points, hull);
  CheckFacesAreClosed(hull);
}

TEST(LargeHulls, AreRefusedOverALimitEarly) {
  const std::vector<Vec3d> points = Ball(20'000);
  for (int64_t limit : {3, 1'000, 19'999}) {
    HullLimits limits;
    limits.max_vertices = limit;
    const auto hull = BuildConvexHull(points.data(), points.size(), limits);
    EXPECT_EQ(hull.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(
        std::string(hull.status().message()),
        AllOf(StartsWith("vertices: "), HasSubstr(absl::StrCat("max_hull_vertices = ", limit))));
  }
  HullLimits enough;
  enough.max_vertices = 20'000;
  EXPECT_TRUE(BuildConvexHull(points.data(), points.size(), enough).ok());
}

TEST(LargeHulls, AreCancelled) {
  std::atomic<bool> cancel{true};
  HullLimits limits;
  limits.cancel = &cancel;
  const std::vector<Vec3d> few = Ball(10), many = Ball(400'000);
  EXPECT_EQ(BuildConvexHull(few.data(), few.size(), limits).status().code(),
            absl::StatusCode::kCancelled);
  cancel = false;
  EXPECT_TRUE(BuildConvexHull(few.data(), few.size(), limits).ok());
  std::chrono::steady_clock::time_point set;
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    set = std::chrono::steady_clock::now();
    cancel = true;
  });
  const auto hull = BuildConvexHull(many.data(), many.size(), limits);
  const auto end = std::chrono::steady_clock::now();
  canceller.join();
  EXPECT_EQ(hull.status().code(), absl::StatusCode::kCancelled);
  EXPECT_LE(end - set, std::chrono::seconds(2));
}

TEST(HullBoundary, HasPointsOnFacesAndEdgesButNoInnerOnes) {
  std::vector<Vec3d> points;
  for (int i = 0; i < 8; ++i)
    points.push_back({i & 1 ? 1. : -1., i & 2 ? 1. : -1., i >> 2 ? 1. : -1.});
  points.push_back({0, 0, 0});
  points.push_back({1, 0, 0.5});  // 9: on a face
  points.push_back({1, 1, 0.5});  // 10: on an edge
  points.push_back({1, 1, 0.5});  // again
  points.push_back({1 - 1e-9, 0, 0});
  const ConvexHull hull = BuildConvexHull(points.data(), points.size()).value();
  EXPECT_EQ(hull.boundary, (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 9, 10}));
}

TEST(HullBoundary, HasEveryPointThatAnExhaustiveSearchFindsThere) {
  RandomShapes random(24);
  int on = 0, inside = 0;
  for (int round = 0; round < 5; ++round) {
    std::vector<Vec3d> points;
    for (int i = 0; i < 40; ++i) points.push_back(random.Position(1));
    const ConvexHull coarse = BuildConvexHull(points.data(), points.size()).value();
    const std::vector<Vec3d> corners = points;
    for (const auto& f : coarse.faces) {  // many points on faces, and as many well below them
      for (int i = 0; i < 20; ++i) {
        const double u = random.Uniform(0, 1), v = random.Uniform(0, 1 - u);
        const Vec3d a = corners[coarse.vertices[f[0]]];
        const Vec3d p =
            a - (a - corners[coarse.vertices[f[1]]]) * u - (a - corners[coarse.vertices[f[2]]]) * v;
        points.push_back(p);
        points.push_back(p * 0.99);
      }
    }
    const ConvexHull hull = BuildConvexHull(points.data(), points.size()).value();
    std::vector<bool> is_on(points.size(), false);
    for (uint32_t i : hull.boundary) is_on[i] = true;
    for (size_t i = 0; i < points.size(); ++i) {
      long double depth = 1e30L;
      for (const auto& f : coarse.faces) {
        const Vec3d a = corners[coarse.vertices[f[0]]];
        const Vec3d n =
            Cross(corners[coarse.vertices[f[1]]] - a, corners[coarse.vertices[f[2]]] - a);
        depth = std::min(depth, (LongDot(n, a) - LongDot(n, points[i])) / Norm(n));
      }
      if (depth < 1e-15L) {
        EXPECT_TRUE(is_on[i]) << static_cast<double>(depth);
      }
      if (depth > 1e-10L) {
        EXPECT_FALSE(is_on[i]) << static_cast<double>(depth);
      }
      on += is_on[i];
      inside += !is_on[i];
    }
  }
  EXPECT_GE(on, 3'000);
  EXPECT_GE(inside, 3'000);
}

}  // namespace
}  // namespace farpoint
