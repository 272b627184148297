// What became of a shape: facts for clients, and the core that the solver works on.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "src/support/geometry.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Norm;
using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

std::shared_ptr<const Geometry> Make(const Shape& shape) {
  auto geometry = Geometry::Create(shape, GeometryLimits());
  EXPECT_TRUE(geometry.ok()) << geometry.status();
  return geometry.value();
}
double Volume(const Shape& shape) { return Make(shape)->facts().volume; }

TEST(GeometryFacts, Volumes) {
  constexpr double kPi = 3.141592653589793;
  EXPECT_NEAR(Volume(Sphere{2}), 4.0 / 3 * kPi * 8, 1e-13);
  EXPECT_NEAR(Volume(Ellipsoid{{1, 2, 3}}), 4.0 / 3 * kPi * 6, 1e-13);
  EXPECT_NEAR(Volume(Ellipsoid{{2, 2, 2}}), 4.0 / 3 * kPi * 8, 1e-13);
  EXPECT_NEAR(Volume(Box{{2, 3, 4}}), 24, 1e-13);
  EXPECT_NEAR(Volume(Capsule{1, 3}), kPi * 3 + 4.0 / 3 * kPi, 1e-13);
  EXPECT_NEAR(Volume(Cylinder{2, 3}), kPi * 12, 1e-13);
  EXPECT_NEAR(Volume(Cone{2, 3}), kPi * 4, 1e-13);
  EXPECT_EQ(Volume(Halfspace{{0, 0, 1}, 1}), std::numeric_limits<double>::infinity());
  EXPECT_EQ(Volume(Point{}), 0);
  EXPECT_EQ(Volume(Segment{{{{0, 0, 0}, {1, 2, 3}}}}), 0);
  EXPECT_EQ(Volume(Triangle{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}), 0);
  EXPECT_NEAR(Volume(Prism{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {1, 0, 2}, {0, 1, 2}}}}),
              1, 1e-15);
  EXPECT_NEAR(Volume(Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 0.1, 0.1}}}), 1.0 / 6,
              1e-15);
  EXPECT_EQ(Volume(Box{{2, 3, 0}}), 0);
  EXPECT_EQ(Volume(Cylinder{0, 3}), 0);
}

TEST(GeometryFacts, CountsAndBounds) {
  const auto mesh = Make(Mesh{{{10, 0, 0}, {12, 0, 0}, {10, 2, 0}, {10, 0, 2}, {10.1, 0.1, 0.1}}});
  EXPECT_EQ(mesh->facts().vertices_given, 5);
  EXPECT_EQ(mesh->facts().hull_vertices, 4);
  EXPECT_EQ(mesh->facts().hull_faces, 4);
  EXPECT_EQ(mesh->facts().centre.x, 11);
  EXPECT_EQ(mesh->facts().centre.y, 1);
  EXPECT_NEAR(mesh->facts().bounding_radius, std::sqrt(3.0), 1e-15);
  EXPECT_GE(mesh->facts().resident_bytes, 4 * (24 + 12 + 4) + 5 * 24);
  const auto capsule = Make(Capsule{1, 3});
  EXPECT_EQ(capsule->facts().vertices_given, 0);
  EXPECT_EQ(capsule->facts().bounding_radius, 2.5);
  EXPECT_EQ(Make(Cylinder{3, 8})->facts().bounding_radius, 5);
  EXPECT_EQ(Make(Cylinder{3, 8})->facts().hull_vertices, 0);
  EXPECT_EQ(Make(Box{{2, 4, 4}})->facts().bounding_radius, 3);
  EXPECT_EQ(Make(Prism{})->facts().vertices_given, 6);
  EXPECT_EQ(Make(Prism{})->facts().hull_vertices, 1);
  EXPECT_EQ(Make(Halfspace{{0, 0, 1}, 3})->facts().centre.z, 3);
  EXPECT_EQ(Make(Halfspace{{0, 0, 1}, 3})->facts().bounding_radius,
            std::numeric_limits<double>::infinity());
  RandomShapes random(1);
  Mesh large;
  for (int i = 0; i < 500; ++i) large.vertices.push_back(random.Direction());
  const auto g = Make(large);
  EXPECT_GE(g->facts().resident_bytes, g->cells()->bytes() + 500 * (24 + 24 + 12 + 4));
}

TEST(GeometryCore, IsTheSimplestOneThatIsTheShape) {
  const auto core = [](const Shape& shape) {
    const auto g = Make(shape);
    return std::tuple(g->core_kind(), g->core_vertices().size(), g->swept_radius());
  };
  constexpr CoreKind kVertices = CoreKind::kVertices;
  EXPECT_EQ(core(Sphere{2}), std::tuple(kVertices, 1u, 2.0));
  EXPECT_EQ(core(Sphere{0}), std::tuple(kVertices, 1u, 0.0));
  EXPECT_EQ(core(Capsule{1, 3}), std::tuple(kVertices, 2u, 1.0));
  EXPECT_EQ(core(Capsule{1, 0}), std::tuple(kVertices, 1u, 1.0));
  EXPECT_EQ(core(Capsule{0, 3}), std::tuple(kVertices, 2u, 0.0));
  EXPECT_EQ(core(Ellipsoid{{2, 2, 2}}), std::tuple(kVertices, 1u, 2.0)) << "a sphere";
  EXPECT_EQ(core(Ellipsoid{{0, 0, 0}}), std::tuple(kVertices, 1u, 0.0));
  EXPECT_EQ(core(Ellipsoid{{0, 2, 0}}), std::tuple(kVertices, 2u, 0.0));
  EXPECT_EQ(core(Ellipsoid{{1, 2, 0}}), std::tuple(CoreKind::kEllipsoid, 0u, 0.0));
  EXPECT_EQ(core(Ellipsoid{{1, 1, 2}}), std::tuple(CoreKind::kEllipsoid, 0u, 0.0));
  EXPECT_EQ(core(Cylinder{0, 2}), std::tuple(kVertices, 2u, 0.0));
  EXPECT_EQ(core(Cylinder{1, 0}), std::tuple(CoreKind::kCylinder, 0u, 0.0));
  EXPECT_EQ(core(Cone{0, 2}), std::tuple(kVertices, 2u, 0.0));
  EXPECT_EQ(core(Cone{0, 0}), std::tuple(kVertices, 1u, 0.0));
  EXPECT_EQ(core(Cone{1, 2}), std::tuple(CoreKind::kCone, 0u, 0.0));
  EXPECT_EQ(core(Box{{1, 2, 3}}), std::tuple(kVertices, 8u, 0.0));
  EXPECT_EQ(core(Box{{1, 2, 0}}), std::tuple(kVertices, 4u, 0.0));
  EXPECT_EQ(core(Box{{0, 2, 0}}), std::tuple(kVertices, 2u, 0.0));
  EXPECT_EQ(core(Box{{0, 0, 0}}), std::tuple(kVertices, 1u, 0.0));
  EXPECT_EQ(core(Point{{{{5, 5, 5}}}}), std::tuple(kVertices, 1u, 0.0));
  EXPECT_EQ(core(Halfspace{{0, 0, 1}, 1}), std::tuple(CoreKind::kHalfspace, 0u, 0.0));
}

TEST(GeometryCore, IsCentredAndKnowsWhichVertexWasGiven) {
  RandomShapes random(2);
  for (int round = 0; round < 50; ++round) {
    Mesh mesh;
    const Vec3d offset = random.Position(100);
    for (int i = 0; i < 40; ++i) mesh.vertices.push_back(random.Position(1) + offset);
    for (int i = 0; i < 40; ++i) mesh.vertices.push_back(mesh.vertices[i]);
    const auto g = Make(mesh);
    ASSERT_EQ(g->given_index().size(), g->core_vertices().size());
    for (size_t k = 0; k < g->core_vertices().size(); ++k) {
      ASSERT_LT(g->given_index()[k], 40u) << "the lowest of the duplicates";
      const Vec3d given = mesh.vertices[g->given_index()[k]];
      EXPECT_LE(Norm(g->core_vertices()[k] + g->core_origin() - given), 1e-13);
      EXPECT_LE(Norm(g->core_vertices()[k]), g->core_radius());
      const Vec3f u = g->unit_vertices()[k];
      const Vec3d scaled = Vec3d{u.x, u.y, u.z} * g->core_radius();
      EXPECT_LE(Norm(scaled - g->core_vertices()[k]), 1e-6 * g->core_radius());
    }
    EXPECT_LE(Norm(g->core_origin() - offset), 2);
  }
}

TEST(GeometryCore, KeepsHowFarDroppedVerticesMayStickOut) {
  RandomShapes random(4);
  Mesh mesh;
  for (int i = 0; i < 100; ++i) mesh.vertices.push_back(random.Position(1));
  const auto hull = BuildConvexHull(mesh.vertices.data(), mesh.vertices.size());
  ASSERT_LT(hull->vertices.size(), 100u);
  EXPECT_GT(hull->deviation, 0);
  EXPECT_GE(Make(mesh)->core_deviation(), hull->deviation);
}

TEST(GeometryCore, OfAHalfspaceIsNormalised) {
  const auto g = Make(Halfspace{{0, 0.6 * 1.0005, 0.8 * 1.0005}, 2});
  EXPECT_NEAR(Norm(g->core_parameters()), 1, 1e-15);
  EXPECT_NEAR(Norm(g->core_origin()), 2 / 1.0005, 1e-15);
}

}  // namespace
}  // namespace farpoint
