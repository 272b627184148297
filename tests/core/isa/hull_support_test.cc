// The exact supports of the lanes are those of a scan in float64, for every instruction set.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/core/ask.h"
#include "tests/core/isa/lane_probe.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::Norm;
using scalar::operator*;
using scalar::operator-;

std::vector<Vec3d> Directions(RandomShapes* random, const std::vector<Vec3d>& vertices) {
  std::vector<Vec3d> directions;
  for (int i = 0; i < 300; ++i) directions.push_back(random->Direction());
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        if (x != 0 || y != 0 || z != 0) directions.push_back({double(x), double(y), double(z)});
      }
    }
  }
  // Near those, and near normals of planes through vertices, where ties are.
  for (int i = 0; i < 100; ++i) {
    const auto any = [&] { return vertices[random->Index(static_cast<int>(vertices.size()))]; };
    const Vec3d a = any(), n = scalar::Cross(any() - a, any() - a);
    Vec3d d = i % 2 == 0 || !(Dot(n, n) > 0) ? directions[300 + i % 26] : n * (1 / Norm(n));
    for (double* c : {&d.x, &d.y, &d.z}) *c += random->Uniform(-1, 1) * random->Scale(1e-17, 1e-3);
    directions.push_back(d);
  }
  for (Vec3d& d : directions) d = d * (1 / Norm(d));
  return directions;
}

void ExpectSupports(const Shape& shape, uint64_t seed) {
  const GeometryPtr geometry = MakeGeometry(shape);
  ASSERT_NE(geometry->hull(), nullptr);
  const HullCore& core = *geometry->hull();
  const std::vector<Vec3d>& vertices = geometry->core_vertices();
  RandomShapes random(seed);
  const std::vector<Vec3d> directions = Directions(&random, vertices);
  const int n = static_cast<int>(directions.size());
  std::vector<int32_t> exact(n), rounded(n);
  for (const LaneProbe& probe : LaneProbes()) {
    probe.supports(core, directions.data(), n, exact.data(), rounded.data());
    for (int i = 0; i < n; ++i) {
      const Vec3d& d = directions[i];
      ASSERT_LT(uint32_t(exact[i]), vertices.size()) << probe.name;
      ASSERT_LT(uint32_t(rounded[i]), vertices.size()) << probe.name;
      double highest = -std::numeric_limits<double>::infinity();
      for (const Vec3d& v : vertices) highest = std::max(highest, Dot(v, d));
      // Sums of products may be fused in the lanes.
      const double rounding = 2 * std::numeric_limits<double>::epsilon() * core.radius;
      ASSERT_GE(Dot(vertices[exact[i]], d), highest - rounding) << probe.name << " " << i;
      ASSERT_GE(Dot(vertices[rounded[i]], d), highest - 8 * core.radius / kBlockSteps)
          << probe.name << " " << i;
    }
  }
}

Mesh Ball(int count, double size, uint64_t seed) {
  RandomShapes random(seed);
  Mesh mesh;
  for (int i = 0; i < count; ++i) mesh.vertices.push_back(random.Direction() * size);
  return mesh;
}

TEST(HullSupport, IsThatOfAScan) {
  for (int count : {4, 5, 8, 9, 16, 17, 40, 128, 500, 2'048}) {
    ASSERT_NO_FATAL_FAILURE(ExpectSupports(Ball(count, 1, count), count)) << count;
  }
}

TEST(HullSupport, OfAnySize) {
  for (double size : {1e-30, 1e-9, 1e-6, 1e6, 1e12}) {
    for (int count : {8, 200}) {
      ASSERT_NO_FATAL_FAILURE(ExpectSupports(Ball(count, size, 3), 4)) << size;
    }
  }
}

TEST(HullSupport, OfPointsSegmentsPolygonsAndNeedles) {
  RandomShapes random(5);
  Mesh polygon, needle, nearly_flat, twice;
  for (int i = 0; i < 100; ++i) {
    const Vec3d d = random.Direction();
    polygon.vertices.push_back({std::cos(i * M_PI / 50), std::sin(i * M_PI / 50), 0});
    needle.vertices.push_back({d.x, d.y * 1e-7, d.z * 1e-7});
    nearly_flat.vertices.push_back({d.x, d.y, d.z * 1e-9});
    twice.vertices.insert(twice.vertices.end(), {d, d, {d.x, d.y, std::nextafter(d.z, 2)}});
  }
  const Shape kShapes[] = {Point{{{{1, 2, 3}}}},
                           Segment{{{{0, 0, 0}, {1, 2, 3}}}},
                           Segment{{{{1, 1, 1}, {1, 1, 1}}}},
                           Triangle{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}},
                           Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}},
                           Box{{1, 0, 0}},
                           Box{{1, 1, 0}},
                           polygon,
                           needle,
                           nearly_flat,
                           twice};
  for (size_t i = 0; i < std::size(kShapes); ++i) {
    ASSERT_NO_FATAL_FAILURE(ExpectSupports(kShapes[i], i)) << i;
  }
}

// Coordinates that are whole numbers: along the axes, heights are exact in any order of rounding.
TEST(HullSupport, TheFirstOfThoseThatTieWins) {
  Mesh cube = {{{1, 1, 1},
                {-1, 1, 1},
                {1, -1, 1},
                {-1, -1, 1},
                {1, 1, -1},
                {-1, 1, -1},
                {1, -1, -1},
                {-1, -1, -1}}};
  Mesh drum;  // 24 sides
  for (int i = 0; i < 24; ++i) {
    for (double z : {-0.5, 0.5}) {
      drum.vertices.push_back({std::cos(i * M_PI / 12), std::sin(i * M_PI / 12), z});
    }
  }
  const Vec3d kAxes[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (const Mesh& mesh : {cube, drum}) {
    const GeometryPtr geometry = MakeGeometry(mesh);
    const std::vector<Vec3d>& vertices = geometry->core_vertices();
    for (const LaneProbe& probe : LaneProbes()) {
      int32_t exact[6], rounded[6];
      probe.supports(*geometry->hull(), kAxes, 6, exact, rounded);
      for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(exact[i], scalar::ScanSupport(vertices.data(),
                                                static_cast<int32_t>(vertices.size()), kAxes[i]))
            << probe.name << " " << i;
      }
    }
  }
}

TEST(HullSupport, DirectionsThatAreNoneFindSomeVertex) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const Vec3d kDirections[] = {{kNan, kNan, kNan}, {0, 0, 0}, {kNan, 1, 0}, {1, 0, 0}};
  for (int count : {1, 8, 300}) {
    const GeometryPtr geometry = MakeGeometry(Ball(count, 1, 9));
    for (const LaneProbe& probe : LaneProbes()) {
      int32_t exact[4], rounded[4];
      probe.supports(*geometry->hull(), kDirections, 4, exact, rounded);
      for (int i = 0; i < 4; ++i) {
        EXPECT_LT(uint32_t(exact[i]), geometry->core_vertices().size()) << probe.name << " " << i;
        EXPECT_LT(uint32_t(rounded[i]), geometry->core_vertices().size()) << probe.name << " " << i;
      }
    }
  }
}

}  // namespace
}  // namespace farpoint
