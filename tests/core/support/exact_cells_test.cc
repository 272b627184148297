// Exact cells find the very vertex that a scan finds.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "src/support/exact_cells.h"
#include "src/support/geometry.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::Norm;
using scalar::operator+;
using scalar::operator*;

struct Cloud {
  const char* name;
  std::vector<Vec3d> vertices;
};

std::vector<Cloud> Clouds() {
  RandomShapes random(8);
  std::vector<Cloud> clouds;
  for (int count : {17, 33, 100, 500, 3'000}) {
    Cloud ball{"ball", {}}, needle{"needle", {}}, plate{"plate", {}}, solid{"solid", {}};
    for (int i = 0; i < count; ++i) {
      const Vec3d d = random.Direction();
      ball.vertices.push_back(d);
      needle.vertices.push_back({d.x * 1e-6, d.y, d.z * 1e-6});
      plate.vertices.push_back({d.x, d.y, d.z * 1e-9});
      solid.vertices.push_back(random.Position(1));  // unreduced, as after a hull that failed
    }
    for (Cloud& c : {std::ref(ball), std::ref(needle), std::ref(plate), std::ref(solid)}) {
      clouds.push_back(std::move(c));
    }
  }
  Cloud cylinder{"cylinder", {}}, polygon{"polygon", {}}, duplicated{"duplicated", {}},
      grid{"grid", {}};
  for (int i = 0; i < 200; ++i) {
    const double angle = 2 * M_PI * i / 200;
    for (double z : {-1., -0.5, 0., 0.5, 1.}) {
      cylinder.vertices.push_back({std::cos(angle), std::sin(angle), z});
    }
    polygon.vertices.push_back({std::cos(angle), std::sin(angle), 0});
    const Vec3d d = random.Direction();
    for (int copy = 0; copy < 3; ++copy) duplicated.vertices.push_back(d);
  }
  for (int i = 0; i < 125; ++i) {
    grid.vertices.push_back({i % 5 - 2., i / 5 % 5 - 2., i / 25 - 2.});
  }
  clouds.insert(clouds.end(), {cylinder, polygon, duplicated, grid});
  return clouds;
}

std::vector<Vec3d> Directions(RandomShapes* random, int32_t resolution,
                              const std::vector<Vec3d>& vertices) {
  std::vector<Vec3d> directions;
  for (int i = 0; i < 1'000; ++i) directions.push_back(random->Direction());
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        if (x != 0 || y != 0 || z != 0) directions.push_back({double(x), double(y), double(z)});
      }
    }
  }
  // Corners and borders of cells, and their neighbours by rounding.
  for (int i = 0; i < 1'000; ++i) {
    const double p = random->Index(resolution + 1), q = random->Index(resolution + 1);
    const double v = random->Index(2) ? q / resolution : random->Uniform(0, 1);
    const double u = p / resolution, w = 1 - u - v;
    if (w < 0) continue;
    const auto sign = [&] { return random->Index(2) ? -1.0 : 1.0; };
    Vec3d d{u * sign(), v * sign(), w * sign()};
    if (random->Index(2)) d.x = std::nextafter(d.x, random->Uniform(-1, 1));
    if (random->Index(2)) d.z = std::nextafter(d.z, random->Uniform(-1, 1));
    directions.push_back(d * random->Scale(1e-20, 1e20));
  }
  // Normals of planes through vertices, where ties are.
  for (int i = 0; i < 300; ++i) {
    const auto any = [&] { return vertices[random->Index(static_cast<int>(vertices.size()))]; };
    const Vec3d a = any();
    const Vec3d n = scalar::Cross(any() + a * -1.0, any() + a * -1.0);
    if (Norm(n) > 0) directions.push_back(n);
  }
  return directions;
}

TEST(ExactCells, FindTheIndexThatAScanFindsInFloat64) {
  RandomShapes random(9);
  int asked = 0, ties = 0;
  for (const Cloud& cloud : Clouds()) {
    const int32_t count = static_cast<int32_t>(cloud.vertices.size());
    const int32_t resolution = ExactCells::ResolutionFor(cloud.vertices.size());
    const ExactCells cells(cloud.vertices, resolution);
    for (const Vec3d& d : Directions(&random, resolution, cloud.vertices)) {
      const int32_t found = scalar::CellSupport(cells.view(), cloud.vertices.data(), d);
      const int32_t scanned = scalar::ScanSupport(cloud.vertices.data(), count, d);
      ++asked;
      if (found == scanned) continue;
      ++ties;
      EXPECT_EQ(Dot(cloud.vertices[found], d), Dot(cloud.vertices[scanned], d))
          << cloud.name << " of " << count;
    }
  }
  EXPECT_GE(asked, 40'000);
  EXPECT_EQ(ties, 0) << "ties keep the lowest index too";
}

TEST(ExactCells, LoseNoMoreThanRoundingInFloat32) {
  RandomShapes random(10);
  int asked = 0, equal = 0;
  for (const Cloud& cloud : Clouds()) {
    const int32_t resolution = ExactCells::ResolutionFor(cloud.vertices.size());
    const ExactCells cells(cloud.vertices, resolution);
    std::vector<Vec3f> vertices;
    for (const Vec3d& v : cloud.vertices) vertices.push_back({float(v.x), float(v.y), float(v.z)});
    for (const Vec3d& d : Directions(&random, resolution, cloud.vertices)) {
      const Vec3d unit = d * (1 / Norm(d));
      const Vec3f n{float(unit.x), float(unit.y), float(unit.z)};
      const int32_t found = scalar::CellSupport(cells.view(), vertices.data(), n);
      const int32_t scanned =
          scalar::ScanSupport(vertices.data(), static_cast<int32_t>(vertices.size()), n);
      EXPECT_GE(Dot(vertices[found], n), Dot(vertices[scanned], n) - 1e-6f) << cloud.name;
      ++asked;
      equal += found == scanned;
    }
  }
  EXPECT_GE(asked, 40'000);
  EXPECT_GE(equal, asked * 0.99);
}

TEST(ExactCells, ListFewVerticesOfALargeHull) {
  RandomShapes random(11);
  std::vector<Vec3d> vertices;
  for (int i = 0; i < 3'000; ++i) vertices.push_back(random.Direction());
  const int32_t resolution = ExactCells::ResolutionFor(vertices.size());
  const ExactCells cells(vertices, resolution);
  int64_t listed = 0;
  for (int i = 0; i < 1'000; ++i) {
    const int32_t cell = scalar::CellOf(resolution, random.Direction());
    listed += cells.view().start[cell + 1] - cells.view().start[cell];
  }
  EXPECT_LE(listed / 1'000.0, 30);
  EXPECT_GT(cells.bytes(), 8 * resolution * resolution * 4);
}

TEST(ExactCells, AreThereForLargeHullsOnlyAndAgreeWithTheirVertices) {
  RandomShapes random(12);
  for (int count : {8, 16, 17, 200}) {
    Mesh mesh;
    for (int i = 0; i < count; ++i) mesh.vertices.push_back(random.Direction());
    const auto geometry = Geometry::Create(mesh, GeometryLimits()).value();
    ASSERT_EQ(geometry->core_vertices().size(), static_cast<size_t>(count));
    EXPECT_EQ(geometry->cells() != nullptr, count > 16);
    if (geometry->cells() == nullptr) continue;
    const auto& core = geometry->core_vertices();
    for (int i = 0; i < 1'000; ++i) {
      const Vec3d d = random.Direction();
      EXPECT_EQ(scalar::CellSupport(geometry->cells()->view(), core.data(), d),
                scalar::ScanSupport(core.data(), count, d));
    }
  }
}

TEST(ExactCells, OfMoreVerticesThan16BitsCanCount) {
  RandomShapes random(13);
  std::vector<Vec3d> vertices;
  for (int i = 0; i < 70'000; ++i) vertices.push_back(random.Direction());
  const int32_t resolution = ExactCells::ResolutionFor(vertices.size());
  const ExactCells cells(vertices, resolution);
  EXPECT_EQ(cells.view().list, nullptr);
  int beyond = 0;
  for (int i = 0; i < 2'000; ++i) {
    const Vec3d d = random.Direction();
    const int32_t found = scalar::CellSupport(cells.view(), vertices.data(), d);
    EXPECT_EQ(found, scalar::ScanSupport(vertices.data(), 70'000, d));
    beyond += found >= 65'536;
  }
  EXPECT_GE(beyond, 50);
}

TEST(ExactCells, AreLeftUndoneOnceCancelled) {
  RandomShapes random(14);
  std::vector<Vec3d> vertices;
  for (int i = 0; i < 1'000; ++i) vertices.push_back(random.Direction());
  const std::atomic<bool> cancel{true};
  EXPECT_LT(ExactCells(vertices, 64, &cancel).bytes(), ExactCells(vertices, 64).bytes());
  Mesh mesh{vertices};
  EXPECT_EQ(Geometry::Create(mesh, GeometryLimits(), &cancel).status().code(),
            absl::StatusCode::kCancelled);
}

}  // namespace
}  // namespace farpoint
