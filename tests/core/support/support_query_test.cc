// The support that clients ask for: vertices as they were given, the whole shape, ties.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "src/support/support_query.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::Norm;
using scalar::operator-;

std::shared_ptr<const Geometry> Make(const Shape& shape) {
  return Geometry::Create(shape, GeometryLimits()).value();
}

// With repeats, points inside, and vertices in the middle of faces and edges, in random order.
Mesh Messy(RandomShapes* random) {
  Mesh mesh;
  for (int i = 0; i < 343; ++i) {
    mesh.vertices.push_back({i % 7 - 3., i / 7 % 7 - 3., i / 49 - 3.});
  }
  for (int i = 0; i < 50; ++i) mesh.vertices.push_back(random->Position(3));
  for (int i = 0; i < 50; ++i) mesh.vertices.push_back(mesh.vertices[random->Index(343)]);
  random->Shuffle(&mesh.vertices);
  return mesh;
}

Vec3d RoundDirection(RandomShapes* random) {  // many ties
  return {random->Index(3) - 1., random->Index(3) - 1., random->Index(3) - 1.5};
}

TEST(SupportQuery, AScanNamesTheLowestOfTheFarthestGiven) {
  RandomShapes random(21);
  int inner = 0;
  for (int round = 0; round < 20; ++round) {
    const Mesh mesh = Messy(&random);
    const auto geometry = Make(mesh);
    for (int k = 0; k < 50; ++k) {
      const Vec3d d = k % 2 == 0 ? RoundDirection(&random) : random.Direction();
      size_t best = 0;
      for (size_t i = 1; i < mesh.vertices.size(); ++i) {
        if (Dot(mesh.vertices[i], d) > Dot(mesh.vertices[best], d)) best = i;
      }
      const SupportAnswer answer = FindSupport(*geometry, d, {.field = SupportField::kScan});
      EXPECT_EQ(answer.vertex_index, static_cast<int64_t>(best));
      EXPECT_EQ(Norm(answer.point - mesh.vertices[best]), 0);
      const auto& corners = geometry->given_index();
      inner += !std::binary_search(corners.begin(), corners.end(), static_cast<uint32_t>(best));
    }
  }
  EXPECT_GT(inner, 0) << "no tie was won by a vertex that is no corner";
}

TEST(SupportQuery, ExactFieldsAgreeUpToTies) {
  RandomShapes random(22);
  for (int round = 0; round < 20; ++round) {
    const Mesh mesh = Messy(&random);
    const auto geometry = Make(mesh);
    for (int k = 0; k < 50; ++k) {
      const Vec3d d = k % 2 == 0 ? RoundDirection(&random) : random.Direction();
      const double height = Dot(FindSupport(*geometry, d, {.field = SupportField::kScan}).point, d);
      for (SupportField field : {SupportField::kExactCells, SupportField::kHillClimbing}) {
        const SupportAnswer answer = FindSupport(*geometry, d, {.field = field});
        EXPECT_NEAR(Dot(answer.point, d), height, 1e-14);
        EXPECT_EQ(Norm(answer.point - mesh.vertices[answer.vertex_index]), 0);
      }
    }
  }
}

TEST(SupportQuery, CountsEveryDistinctVertexThatTies) {
  const auto cube = Make([] {
    Mesh mesh;
    for (int i = 0; i < 27; ++i) mesh.vertices.push_back({i % 3 - 1., i / 3 % 3 - 1., i / 9 - 1.});
    mesh.vertices.push_back({1, 1, 1});  // a repeat
    return mesh;
  }());
  const auto count = [&](const Vec3d& d, double tolerance, SupportField field) {
    return FindSupport(*cube, d, {field, nullptr, tolerance, true}).tie_count;
  };
  for (SupportField field :
       {SupportField::kScan, SupportField::kExactCells, SupportField::kHillClimbing}) {
    EXPECT_EQ(count({0, 0, 1}, 0, field), 9u);
    EXPECT_EQ(count({0, 1, 1}, 0, field), 3u);
    EXPECT_EQ(count({1, 1, 1}, 0, field), 1u);
    EXPECT_EQ(count({0.01, 0, 1}, 0, field), 3u);
    EXPECT_EQ(count({0.01, 0, 1}, 0.03, field), 9u) << "within 3 % of the best's height";
  }
  EXPECT_EQ(FindSupport(*cube, {0, 0, 1}, {.field = SupportField::kScan}).tie_count, 0u)
      << "not asked for";
}

TEST(SupportQuery, AnswersOnTheWholeShape) {
  RandomShapes random(23);
  for (int round = 0; round < 100; ++round) {
    const double r = random.Uniform(0.1, 2), l = random.Uniform(0, 2), s = random.Scale(1e-3, 1e3);
    const Vec3d unit = random.Direction();
    const Vec3d d{unit.x * s, unit.y * s, unit.z * s};
    for (SupportField field : {SupportField::kExactCells, SupportField::kLatLong,
                               SupportField::kScan, SupportField::kHillClimbing}) {
      const SupportQuery query{field, nullptr, 0, true};
      const auto height = [&](const Shape& shape) {
        const SupportAnswer answer = FindSupport(*Make(shape), d, query);
        EXPECT_EQ(answer.vertex_index, -1);
        EXPECT_EQ(answer.tie_count, 1u);
        return Dot(answer.point, unit);
      };
      EXPECT_NEAR(height(Sphere{r}), r, 1e-14);
      EXPECT_NEAR(height(Capsule{r, l}), r + l / 2 * std::abs(unit.z), 1e-14);
      EXPECT_NEAR(height(Cylinder{r, l}), r * std::hypot(unit.x, unit.y) + l / 2 * std::abs(unit.z),
                  1e-14);
      EXPECT_NEAR(height(Box{{r, l, 1}}),
                  (r * std::abs(unit.x) + l * std::abs(unit.y) + std::abs(unit.z)) / 2, 1e-14);
      EXPECT_NEAR(height(Ellipsoid{{r, 1, 2}}), std::hypot(r * unit.x, unit.y, 2 * unit.z), 1e-13);
    }
  }
}

TEST(SupportQuery, LatLongNamesVerticesAsGiven) {
  RandomShapes random(24);
  const Mesh mesh = Messy(&random);
  const auto geometry = Make(mesh);
  const LatLongFields fields({geometry.get()}, 45);
  for (int round = 0; round < 500; ++round) {
    const Vec3d d = random.Direction();
    const SupportAnswer answer =
        FindSupport(*geometry, d, {SupportField::kLatLong, &fields, 0, true});
    ASSERT_GE(answer.vertex_index, 0);
    EXPECT_EQ(Norm(answer.point - mesh.vertices[answer.vertex_index]), 0);
    EXPECT_GE(answer.tie_count, 1u);
    EXPECT_LE(answer.tie_count, 4u);
    // The nearest direction of the grid is within 4°: its winner cannot be far below.
    const double best = Dot(FindSupport(*geometry, d, {.field = SupportField::kScan}).point, d);
    EXPECT_GT(Dot(answer.point, d), best - 0.5);
    EXPECT_LE(Dot(answer.point, d), best);
  }
}

}  // namespace
}  // namespace farpoint
