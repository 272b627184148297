// Too many vertices are refused by the limit's name.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "src/support/geometry.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

Mesh Ball(int count) {
  RandomShapes random(3);
  Mesh mesh;
  for (int i = 0; i < count; ++i) mesh.vertices.push_back(random.Direction());
  return mesh;
}

std::string Refusal(const Shape& shape, const GeometryLimits& limits) {
  const auto geometry = Geometry::Create(shape, limits);
  EXPECT_EQ(geometry.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(geometry.status().message());
}

TEST(GeometryLimits, OfRawVertices) {
  const GeometryLimits limits{.max_vertices = 20};
  EXPECT_TRUE(Geometry::Create(Ball(20), limits).ok());
  EXPECT_THAT(Refusal(Ball(21), limits),
              AllOf(StartsWith("vertices: "), HasSubstr("21"), HasSubstr("max_vertices = 20")));
}

TEST(GeometryLimits, OfHullVertices) {
  const GeometryLimits limits{.max_hull_vertices = 30};
  EXPECT_TRUE(Geometry::Create(Ball(30), limits).ok());
  EXPECT_THAT(Refusal(Ball(31), limits), AllOf(StartsWith("vertices: "), HasSubstr("31"),
                                               HasSubstr("max_hull_vertices = 30")));
  Mesh inside = Ball(30);
  for (int i = 0; i < 100; ++i) inside.vertices.push_back({0.1 * i / 100, 0, 0});
  EXPECT_TRUE(Geometry::Create(inside, limits).ok()) << "only extreme vertices count";
}

TEST(GeometryLimits, ABadParameterIsRefusedBeforeAnyWork) {
  EXPECT_THAT(Refusal(Cylinder{-1, 2}, {}), StartsWith("radius: "));
  EXPECT_THAT(Refusal(Mesh{}, {}), StartsWith("vertices: "));
}

}  // namespace
}  // namespace farpoint
