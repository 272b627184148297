// The lat-long field against its published definition, written out once more in long double and by
// scans: the table, the four cells of a query, seam and poles, ties, packing.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "src/support/geometry.h"
#include "src/support/lat_long.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::LatLongCells;
using scalar::LatLongSupport;
using scalar::QueryLatLong;

std::shared_ptr<const Geometry> Make(const Shape& shape) {
  return Geometry::Create(shape, GeometryLimits()).value();
}

Mesh Ball(uint64_t seed, int count) {
  RandomShapes random(seed);
  Mesh mesh;
  for (int i = 0; i < count; ++i) mesh.vertices.push_back(random.Direction());
  return mesh;
}

// A cube whose faces are cut into 4×4 squares: most vertices are no corners of the hull, and many
// tie along the axes.
Mesh GridCube() {
  Mesh mesh;
  for (int i = 0; i < 125; ++i) {
    const Vec3d v{i % 5 - 2., i / 5 % 5 - 2., i / 25 - 2.};
    if (std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}) == 2) mesh.vertices.push_back(v);
  }
  return mesh;
}

// The best vertex for cell (i, j), by the definition.
uint32_t Winner(const Mesh& mesh, int resolution, int i, int j) {
  const double theta = double(i) / resolution * 2 * M_PI - M_PI,
               phi = double(j) / resolution * M_PI;
  const Vec3d d{std::sin(phi) * std::cos(theta), std::sin(phi) * std::sin(theta), std::cos(phi)};
  uint32_t best = 0;
  for (uint32_t v = 1; v < mesh.vertices.size(); ++v) {
    if (Dot(mesh.vertices[v], d) > Dot(mesh.vertices[best], d)) best = v;
  }
  return best;
}

TEST(LatLong, TheTableHoldsTheLowestOfTheFarthestVerticesGiven) {
  int not_corners = 0;
  for (const Mesh& mesh : {Ball(1, 300), Ball(2, 9), GridCube()}) {
    const auto geometry = Make(mesh);
    const std::set<uint32_t> corners(geometry->given_index().begin(),
                                     geometry->given_index().end());
    for (int resolution : {2, 8, 31}) {
      const LatLongFields fields({geometry.get()}, resolution);
      const LatLongView view = fields.view(0);
      for (int i = 0; i < resolution; ++i) {
        for (int j = 0; j < resolution; ++j) {
          const uint32_t vid = view.support_vid[i * resolution + j];
          EXPECT_EQ(vid, Winner(mesh, resolution, i, j)) << resolution << ": " << i << ", " << j;
          not_corners += corners.count(vid) == 0;
          const Vec3f v = view.support_v[i * resolution + j];
          const double radius = geometry->core_radius();
          EXPECT_NEAR(v.x * radius + geometry->core_origin().x, mesh.vertices[vid].x, 1e-6);
          EXPECT_NEAR(v.z * radius + geometry->core_origin().z, mesh.vertices[vid].z, 1e-6);
        }
      }
    }
  }
  EXPECT_GT(not_corners, 0) << "no tie was won by a vertex inside a face";
}

TEST(LatLong, AQueryLooksAtTheFourCellsAround) {
  constexpr int kResolution = 12;
  RandomShapes random(3);
  for (int round = 0; round < 2'000; ++round) {
    const Vec3d d = random.Direction();
    const long double theta = std::atan2(static_cast<long double>(d.y), d.x),
                      phi = std::acos(static_cast<long double>(d.z));
    const long double i = (theta + M_PIl) / (2 * M_PIl) * kResolution,
                      j = phi / M_PIl * kResolution;
    const int i0 = int(std::floor(i)) % kResolution, i1 = int(std::ceil(i)) % kResolution;
    const int j0 = std::min(int(std::floor(j)), kResolution - 1),
              j1 = std::min(int(std::ceil(j)), kResolution - 1);
    int32_t cell[4];
    LatLongCells(kResolution, d, cell);
    EXPECT_EQ(cell[0], i0 * kResolution + j0);
    EXPECT_EQ(cell[1], i1 * kResolution + j0);
    EXPECT_EQ(cell[2], i0 * kResolution + j1);
    EXPECT_EQ(cell[3], i1 * kResolution + j1);
  }
}

TEST(LatLong, WrapsAtTheSeamAndClampsAtThePole) {
  int32_t cell[4];
  LatLongCells(8, Vec3d{-1, -1e-9, 0}, cell);  // θ just above −π
  EXPECT_EQ(cell[0] / 8, 0);
  LatLongCells(8, Vec3d{-1, 1e-9, 0}, cell);  // θ just below π: the last column and the first
  EXPECT_EQ(cell[0] / 8, 7);
  EXPECT_EQ(cell[1] / 8, 0);
  LatLongCells(8, Vec3d{-1, 0, 0}, cell);  // θ = π
  EXPECT_EQ(cell[0] / 8, 0);
  LatLongCells(8, Vec3d{0, 0, 5}, cell);
  EXPECT_EQ(cell[0] % 8, 0);
  LatLongCells(8, Vec3d{0, 0, -5}, cell);
  for (int c : cell) EXPECT_EQ(c % 8, 7) << "no row of its own for φ = π";
  LatLongCells(8, Vec3d{NAN, 1, 0}, cell);
  for (int c : cell) EXPECT_TRUE(c >= 0 && c < 64) << c;
}

TEST(LatLong, CountsDistinctVerticesThatTie) {
  const auto cube = Make(GridCube());
  const LatLongFields fields({cube.get()}, 180);
  const LatLongView view = fields.view(0);
  const auto vertex_of = [&](int32_t cell) {
    const auto& vertices = std::get<Mesh>(cube->shape()).vertices;
    return vertices[view.support_vid[cell]];
  };
  RandomShapes random(4);
  int several = 0;
  for (int round = 0; round < 3'000; ++round) {
    // Along the axes and near them, so that there are ties.
    Vec3d d{0, 0, 0};
    (&d.x)[random.Index(3)] = random.Index(2) == 0 ? 1 : -1;
    (&d.x)[random.Index(3)] += random.Uniform(-0.01, 0.01) * random.Index(2);
    const double tolerance = random.Index(2) * 1e-3;
    const LatLongAnswer answer = QueryLatLong(view, d, tolerance, vertex_of);
    int32_t cell[4];
    LatLongCells(180, d, cell);
    double best = -INFINITY;
    for (int32_t c : cell) best = std::max(best, Dot(vertex_of(c), d));
    std::set<uint32_t> tied;
    for (int32_t c : cell) {
      if (Dot(vertex_of(c), d) >= best - tolerance * std::abs(best)) {
        tied.insert(view.support_vid[c]);
      }
    }
    EXPECT_EQ(answer.ties, static_cast<int>(tied.size()));
    EXPECT_EQ(Dot(vertex_of(answer.cell), d), best);
    several += tied.size() > 1;
  }
  EXPECT_GT(several, 40);
}

TEST(LatLong, ASolversQueryBreaksTies) {
  const auto box = Make(Box{{2, 2, 2}});
  const LatLongFields fields({box.get()}, 45);  // odd: y = 0 is half way between two columns
  const LatLongView view = fields.view(0);
  const auto ties = [&](const Vec3f& d) {
    return QueryLatLong(view, d, 0.0f, [&](int32_t cell) { return view.support_v[cell]; }).ties;
  };
  const Vec3f edge{1, 0, 0.5f};
  ASSERT_EQ(ties(edge), 2);
  int32_t vertex = -1, other = -1, perturbed = -1;
  const Vec3f p = LatLongSupport(view, edge, &vertex);
  LatLongSupport(view, {1, -1e-9f, 0.5f}, &other);
  EXPECT_EQ(vertex, other) << "directions that differ by rounding make one choice";
  EXPECT_GT(p.x, 0);
  EXPECT_GT(p.z, 0);
  LatLongSupport(view, {1, -1e-3f, 0.5f}, &perturbed);
  EXPECT_EQ(vertex, perturbed) << "that of the first perturbation, towards −y";
}

TEST(LatLong, PacksGeometriesOneAfterTheOther) {
  const auto ball = Make(Ball(5, 40)), cube = Make(GridCube()), prism = Make(Ball(6, 12));
  const LatLongFields packed({ball.get(), cube.get(), prism.get()}, 16);
  const LatLongFields alone[3] = {LatLongFields({ball.get()}, 16), LatLongFields({cube.get()}, 16),
                                  LatLongFields({prism.get()}, 16)};
  RandomShapes random(7);
  for (int g = 0; g < 3; ++g) {
    EXPECT_EQ(packed.view(g).cell_start, g * 256u);
    for (int round = 0; round < 200; ++round) {
      const Vec3d d = random.Direction();
      const Vec3f narrow{float(d.x), float(d.y), float(d.z)};
      int32_t a = -1, b = -1;
      const Vec3f p = LatLongSupport(packed.view(g), narrow, &a);
      const Vec3f q = LatLongSupport(alone[g].view(0), narrow, &b);
      EXPECT_EQ(a, b);
      EXPECT_EQ(p.x, q.x);
    }
  }
}

TEST(LatLong, OnlyCoresWithCornersHaveOne) {
  EXPECT_TRUE(LatLongFields::Has(*Make(Box{{1, 1, 1}})));
  EXPECT_TRUE(LatLongFields::Has(*Make(Ball(8, 5))));
  EXPECT_FALSE(LatLongFields::Has(*Make(Sphere{1})));
  EXPECT_FALSE(LatLongFields::Has(*Make(Capsule{1, 1})));
  EXPECT_FALSE(LatLongFields::Has(*Make(Cylinder{1, 1})));
}

}  // namespace
}  // namespace farpoint
