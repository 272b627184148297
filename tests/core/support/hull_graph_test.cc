// Walking along the edges of a hull ends at its farthest vertex.

#include "src/support/hull_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "src/support/geometry.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Dot;

std::vector<uint32_t> Neighbours(const HullGraph& graph, uint32_t v) {
  const HullGraphView view = graph.view();
  return {view.neighbour + view.start[v], view.neighbour + view.start[v + 1]};
}

TEST(HullGraph, OfATetrahedronJoinsEveryTwoOnce) {
  const HullGraph graph(4, {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}});
  EXPECT_EQ(graph.vertex_count(), 4u);
  EXPECT_EQ(Neighbours(graph, 0), (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_EQ(Neighbours(graph, 2), (std::vector<uint32_t>{0, 1, 3}));
  EXPECT_GE(graph.bytes(), 4 * (5 + 12));
}

TEST(HullGraph, OfAPolygonsFanHasItsRimBothWays) {
  const HullGraph graph(4, {{0, 1, 2}, {0, 2, 3}});
  EXPECT_EQ(Neighbours(graph, 0), (std::vector<uint32_t>{1, 2, 3}));
  EXPECT_EQ(Neighbours(graph, 1), (std::vector<uint32_t>{0, 2}));
  EXPECT_EQ(Neighbours(graph, 2), (std::vector<uint32_t>{0, 1, 3}));
  EXPECT_EQ(Neighbours(graph, 3), (std::vector<uint32_t>{0, 2}));
}

TEST(HullGraph, LeadsFromAnyVertexToTheFarthest) {
  RandomShapes random(31);
  int walks = 0;
  for (int count : {5, 50, 2'000}) {
    Mesh mesh;
    for (int i = 0; i < count; ++i) {
      mesh.vertices.push_back(i % 3 ? random.Direction() : random.Position(1));
    }
    const auto geometry = Geometry::Create(mesh, GeometryLimits()).value();
    const auto& core = geometry->core_vertices();
    ASSERT_NE(geometry->graph(), nullptr);
    ASSERT_EQ(geometry->graph()->vertex_count(), core.size());
    for (int i = 0; i < 500; ++i, ++walks) {
      const Vec3d d = random.Direction();
      uint32_t at = random.Index(static_cast<int>(core.size()));
      for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t next : Neighbours(*geometry->graph(), at)) {
          if (Dot(core[next], d) <= Dot(core[at], d)) continue;
          at = next;
          moved = true;
          break;
        }
      }
      double best = -2;
      for (const Vec3d& v : core) best = std::max(best, Dot(v, d));
      EXPECT_NEAR(Dot(core[at], d), best, 1e-15);
    }
  }
  EXPECT_EQ(walks, 1'500);
}

TEST(HullGraph, IsMissingWhereThereAreNoFaces) {
  EXPECT_EQ(Geometry::Create(Sphere{1}, {}).value()->graph(), nullptr);
  EXPECT_EQ(Geometry::Create(Capsule{1, 2}, {}).value()->graph(), nullptr);
  EXPECT_EQ(Geometry::Create(Cylinder{1, 2}, {}).value()->graph(), nullptr);
  EXPECT_NE(Geometry::Create(Box{{1, 2, 3}}, {}).value()->graph(), nullptr);
  const Mesh square{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
  EXPECT_NE(Geometry::Create(square, {}).value()->graph(), nullptr);
}

TEST(BoundaryIndex, IsOfTheVerticesAsGiven) {
  Mesh mesh{{{5, 5, 5}}};  // inside
  for (int copy = 0; copy < 2; ++copy) {
    for (int i = 0; i < 8; ++i) {
      mesh.vertices.push_back({i & 1 ? 10. : 0., i & 2 ? 10. : 0., i >> 2 ? 10. : 0.});
    }
  }
  mesh.vertices.push_back({10, 5, 5});
  EXPECT_EQ(Geometry::Create(mesh, {}).value()->boundary_index(),
            (std::vector<uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 17}));
  EXPECT_EQ(Geometry::Create(Triangle{}, {}).value()->boundary_index(), std::vector<uint32_t>{0});
  EXPECT_TRUE(Geometry::Create(Box{{1, 1, 1}}, {}).value()->boundary_index().empty());
  EXPECT_TRUE(Geometry::Create(Sphere{1}, {}).value()->boundary_index().empty());
}

}  // namespace
}  // namespace farpoint
