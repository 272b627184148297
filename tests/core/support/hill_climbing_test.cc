// Hill climbing ends as high as a scan, from wherever it starts, and a good hint makes it short.

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "src/support/core_view.h"
#include "src/support/support_query.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::ClimbSupport;
using scalar::Dot;
using scalar::ScanSupport;

std::vector<std::shared_ptr<const Geometry>> Hulls() {
  RandomShapes random(11);
  std::vector<Mesh> meshes(5);
  for (int i = 0; i < 700; ++i) {
    const Vec3d d = random.Direction();
    meshes[0].vertices.push_back(d);
    meshes[1].vertices.push_back({d.x * 1e-3, d.y, d.z * 10});
    if (i < 5) meshes[2].vertices.push_back(d);
    meshes[3].vertices.push_back({std::cos(i), std::sin(i), 0});  // a polygon
  }
  for (int i = 0; i < 512; ++i) {  // many coplanar vertices
    meshes[4].vertices.push_back({double(i % 8), double(i / 8 % 8), double(i / 64)});
  }
  std::vector<std::shared_ptr<const Geometry>> hulls;
  for (const Mesh& mesh : meshes) {
    hulls.push_back(Geometry::Create(mesh, GeometryLimits()).value());
  }
  return hulls;
}

TEST(HillClimbing, EndsAsHighAsAScan) {
  RandomShapes random(12);
  for (const auto& hull : Hulls()) {
    ASSERT_NE(hull->graph(), nullptr);
    const auto& vertices = hull->core_vertices();
    const int32_t count = static_cast<int32_t>(vertices.size());
    for (int round = 0; round < 2'000; ++round) {
      const Vec3d d = random.Direction();
      const int32_t hint = random.Index(count + 1) - 1;
      const int32_t climbed = ClimbSupport(hull->graph()->view(), vertices.data(), hint, d);
      const double height = Dot(vertices[ScanSupport(vertices.data(), count, d)], d);
      EXPECT_NEAR(Dot(vertices[climbed], d), height, 1e-15 * hull->core_radius());
    }
  }
}

// Found by fuzzing: points of circles seen from the side are collinear along both edges of a flat
// hull, some of them a unit in the last place apart.
TEST(HillClimbing, IsNotHeldUpByPointsThatNearlyCoincide) {
  int climbed = 0, kept = 0;
  for (int half = 6; half <= 40; ++half) {
    Mesh mesh;
    for (int i = 0; i < 2 * half + 1; ++i) {
      const double angle = 2 * M_PI * (i % half) / half;
      mesh.vertices.push_back(
          {4328.7612810830615 * std::cos(angle) - 1.5625, 2.6875, i < half ? -1.0 : 1.0});
    }
    const auto geometry = Geometry::Create(mesh, GeometryLimits());
    ASSERT_TRUE(geometry.ok()) << geometry.status();
    climbed += (*geometry)->graph() != nullptr;
    kept += (*geometry)->core_vertices().size() > 6;
    for (const Vec3d& d : {Vec3d{-1, 0, 0}, Vec3d{1, 0, 0}, Vec3d{-1, 0, 1e-3}, Vec3d{1, 1, -1}}) {
      SupportQuery query;
      const Vec3d scan = FindSupport(**geometry, d, query).point;
      query.field = SupportField::kHillClimbing;
      const Vec3d climb = FindSupport(**geometry, d, query).point;
      EXPECT_NEAR(scalar::Dot(climb, d), scalar::Dot(scan, d), 1e-9) << half << " a circle";
    }
  }
  EXPECT_GE(climbed + kept, 10) << "nothing was tested";
}

TEST(HillClimbing, StaysWhereTheHintIsTheAnswer) {
  RandomShapes random(13);
  for (const auto& hull : Hulls()) {
    const auto& vertices = hull->core_vertices();
    for (int round = 0; round < 200; ++round) {
      const Vec3d d = random.Direction();
      const int32_t best = ClimbSupport(hull->graph()->view(), vertices.data(), -1, d);
      EXPECT_EQ(ClimbSupport(hull->graph()->view(), vertices.data(), best, d), best);
    }
  }
}

TEST(HullGraph, HasEveryEdgeBothWaysAndNoOther) {
  for (const auto& hull : Hulls()) {
    const HullGraphView graph = hull->graph()->view();
    const size_t count = hull->core_vertices().size();
    std::set<std::pair<uint32_t, uint32_t>> arcs;
    for (uint32_t i = 0; i < count; ++i) {
      EXPECT_LT(graph.start[i], graph.start[i + 1]) << "every corner has neighbours";
      for (uint32_t k = graph.start[i]; k < graph.start[i + 1]; ++k) {
        EXPECT_LT(graph.neighbour[k], count);
        EXPECT_NE(graph.neighbour[k], i);
        EXPECT_TRUE(arcs.insert({i, graph.neighbour[k]}).second) << "twice";
      }
    }
    for (const auto& [from, to] : arcs) EXPECT_EQ(arcs.count({to, from}), 1u);
    // Euler: e = f · 3 / 2 of a closed surface of triangles; a polygon's fan has 2 n − 3 edges.
    const auto faces = static_cast<size_t>(hull->facts().hull_faces);
    EXPECT_EQ(arcs.size() / 2, faces == count - 2 ? 2 * count - 3 : faces * 3 / 2);
  }
}

}  // namespace
}  // namespace farpoint
