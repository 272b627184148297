// How deep below its hull a surface reaches, against known depths and an exhaustive search.

#include "src/hull/non_convexity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
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

double Measure(const std::vector<Vec3d>& vertices, const std::vector<MeshTriangle>& triangles) {
  const ConvexHull hull = BuildConvexHull(vertices.data(), vertices.size()).value();
  return NonConvexity(vertices, hull.vertices, triangles).value();
}

std::vector<Vec3d> Cube() {
  std::vector<Vec3d> v;
  for (int i = 0; i < 8; ++i) v.push_back({i & 1 ? 2. : 0., i & 2 ? 2. : 0., i >> 2 ? 2. : 0.});
  return v;
}

const std::vector<MeshTriangle> kCubeFaces = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                              {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                              {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};

TEST(NonConvexity, OfConvexMeshesAndOfNoTrianglesIsZero) {
  EXPECT_EQ(Measure(Cube(), kCubeFaces), 0);
  EXPECT_EQ(Measure(Cube(), {}), 0);
  EXPECT_EQ(Measure({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), 0) << "flat";
  RandomShapes random(41);
  std::vector<Vec3d> ball;
  for (int i = 0; i < 3'000; ++i) ball.push_back(random.Direction() + Vec3d{1e3, 0, 0});
  const ConvexHull hull = BuildConvexHull(ball.data(), ball.size()).value();
  std::vector<MeshTriangle> faces;
  for (const auto& f : hull.faces) {
    faces.push_back({hull.vertices[f[0]], hull.vertices[f[1]], hull.vertices[f[2]]});
  }
  EXPECT_EQ(Measure(ball, faces), 0);
}

TEST(NonConvexity, IsThatOfTheDeepestCornerMidpointOrCentroid) {
  std::vector<Vec3d> dented = Cube();
  dented.push_back({1, 1, 1.25});  // 0.75 below the top
  std::vector<MeshTriangle> triangles = kCubeFaces;
  triangles.push_back({4, 5, 8});
  EXPECT_DOUBLE_EQ(Measure(dented, triangles), 0.75);
  EXPECT_DOUBLE_EQ(Measure(Cube(), {{0, 7, 3}}), 1) << "the midpoint of 0 and 7 is the centre";
  EXPECT_DOUBLE_EQ(Measure(Cube(), {{1, 2, 4}}), 2.0 / 3) << "the centroid; midpoints are on faces";
}

TEST(NonConvexity, AgreesWithAnExhaustiveSearch) {
  RandomShapes random(42);
  double least = 1e9, most = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<Vec3d> v;
    const double shell = random.Uniform(0.2, 1);
    const double long_axis = round % 4 == 0 ? 100 : 1;
    for (int i = 0; i < 150; ++i) {
      v.push_back(random.Direction() * random.Uniform(shell, 1));
      v.back().y *= long_axis;
    }
    std::vector<MeshTriangle> triangles;
    for (int i = 0; i < 300; ++i) {  // small ones: neighbours of a vertex
      const auto any = [&] { return static_cast<uint32_t>(random.Index(150)); };
      const uint32_t a = any();
      uint32_t b = any(), c = any();
      for (int k = 0; k < 40; ++k) {
        const uint32_t other = any();
        if (Norm(v[other] - v[a]) < Norm(v[b] - v[a])) c = b, b = other;
      }
      triangles.push_back({a, b, c});
    }
    const ConvexHull hull = BuildConvexHull(v.data(), v.size()).value();
    double expected = 0;
    for (const MeshTriangle& t : triangles) {
      const Vec3d &a = v[t[0]], &b = v[t[1]], &c = v[t[2]];
      for (const Vec3d& p :
           {a, b, c, (a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5, (a + b + c) * (1.0 / 3)}) {
        double depth = std::numeric_limits<double>::infinity();
        for (const auto& f : hull.faces) {
          const Vec3d q = v[hull.vertices[f[0]]];
          const Vec3d n = Cross(v[hull.vertices[f[1]]] - q, v[hull.vertices[f[2]]] - q);
          depth = std::min(depth, Dot(n, q - p) / Norm(n));
        }
        expected = std::max(expected, depth);
      }
    }
    EXPECT_NEAR(NonConvexity(v, hull.vertices, triangles).value(), expected, 1e-12);
    least = std::min(least, expected);
    most = std::max(most, expected);
  }
  EXPECT_LT(least, 0.9 * most) << "not all alike";
}

std::vector<Vec3d> FineBall() {
  RandomShapes random(43);
  std::vector<Vec3d> ball;
  for (int i = 0; i < 60'000; ++i) ball.push_back(random.Direction());
  return ball;
}

std::vector<uint32_t> Iota(size_t count) {
  std::vector<uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// Every face of the hull may be the nearest to every triangle: exhaustive, twenty minutes.
TEST(NonConvexity, IsFoundSoonWhereNothingCanBeLeftOut) {
  RandomShapes random(44);
  const std::vector<Vec3d> ball = FineBall();
  for (const double spread : {1e-3, 0.5}) {
    std::vector<Vec3d> vertices = ball;
    std::vector<MeshTriangle> triangles;
    double least = 1;
    for (int i = 0; i < 500'000; ++i) {
      const Vec3d centre = random.Direction() * (spread * random.Uniform(0.001, 1));
      least = std::min(least, Norm(centre));
      const auto first = static_cast<uint32_t>(vertices.size());
      for (int k = 0; k < 3; ++k) vertices.push_back(centre + random.Direction() * 1e-4);
      triangles.push_back({first, first + 1, first + 2});
    }
    const auto begin = std::chrono::steady_clock::now();
    const double depth = NonConvexity(vertices, Iota(ball.size()), triangles).value();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20)) << spread;
    EXPECT_GE(depth, 0.99 * (1 - least)) << spread;
    EXPECT_LE(depth, 1);
  }
}

// One triangle in 120,000 matters.
TEST(NonConvexity, OfOneDentInAFineMesh) {
  const std::vector<Vec3d> ball = FineBall();
  const ConvexHull hull = BuildConvexHull(ball.data(), ball.size()).value();
  for (const double shrink : {0.8, 0.99}) {
    std::vector<Vec3d> vertices = ball;
    std::vector<MeshTriangle> faces(hull.faces.begin(), hull.faces.end());
    for (MeshTriangle& face : faces) {
      for (uint32_t& v : face) v = hull.vertices[v];
    }
    MeshTriangle& dented = faces[faces.size() / 3];
    vertices.push_back(vertices[dented[1]] * shrink);
    dented[1] = static_cast<uint32_t>(vertices.size()) - 1;
    const double depth = NonConvexity(vertices, hull.vertices, faces).value();
    EXPECT_NEAR(depth, 1 - shrink, 1e-3);
    EXPECT_EQ(depth, NonConvexity(vertices, hull.vertices, {dented}).value());
  }
}

TEST(NonConvexity, IsCancelled) {
  const std::vector<Vec3d> cube = Cube();
  const std::atomic<bool> cancel{true};
  EXPECT_EQ(NonConvexity(cube, {0, 1, 2, 3, 4, 5, 6, 7}, kCubeFaces, &cancel).status().code(),
            absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace farpoint
