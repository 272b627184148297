// Blocks hold what the exact cells list, rounded; and say so where they cannot.

#include "src/support/cell_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "src/support/geometry.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

std::vector<Vec3f> Narrowed(const std::vector<Vec3d>& vertices) {
  std::vector<Vec3f> narrow;
  for (const Vec3d& v : vertices) narrow.push_back({float(v.x), float(v.y), float(v.z)});
  return narrow;
}

std::vector<Vec3d> Ball(int count, uint64_t seed = 1) {
  RandomShapes random(seed);
  std::vector<Vec3d> vertices;
  for (int i = 0; i < count; ++i) vertices.push_back(random.Direction());
  return vertices;
}

// The vertices that a cell's blocks hold; each block must be full.
std::set<uint32_t> Listed(const CellBlocksView& view, size_t cell) {
  const uint32_t first = view.cells[cell] & ((1u << kCountShift) - 1);
  const uint32_t count = view.cells[cell] >> kCountShift;
  EXPECT_GE(count, 1u);
  std::set<uint32_t> listed;
  for (uint32_t k = 0; k < count; ++k) {
    for (const BlockVertex& v : view.blocks[first + k].vertex) listed.insert(v.index);
  }
  return listed;
}

void ExpectRounded(const CellBlocksView& view, size_t cell, const std::vector<Vec3f>& vertices) {
  const CellBlock& block = view.blocks[view.cells[cell] & ((1u << kCountShift) - 1)];
  for (const BlockVertex& v : block.vertex) {
    EXPECT_LE(std::fabs(v.x - vertices[v.index].x * double{kBlockSteps}), 0.51);
    EXPECT_LE(std::fabs(v.y - vertices[v.index].y * double{kBlockSteps}), 0.51);
    EXPECT_LE(std::fabs(v.z - vertices[v.index].z * double{kBlockSteps}), 0.51);
  }
}

TEST(CellBlocks, HoldTheListOfEveryCell) {
  for (int count : {17, 100, 2'000}) {
    const std::vector<Vec3d> vertices = Ball(count);
    const ExactCells cells(vertices, ExactCells::ResolutionFor(vertices.size()));
    const CellBlocks blocks(Narrowed(vertices), &cells);
    ASSERT_TRUE(blocks.complete());
    const ExactCellsView exact = cells.view();
    const CellBlocksView view = blocks.view();
    ASSERT_EQ(view.resolution, exact.resolution);
    for (size_t cell = 0; cell < size_t(8) * exact.resolution * exact.resolution; ++cell) {
      std::set<uint32_t> expected;
      for (uint32_t k = exact.start[cell]; k < exact.start[cell + 1]; ++k) {
        expected.insert(exact.list[k]);
      }
      // More than it needs, so that others can share it, but in no more blocks.
      const std::set<uint32_t> listed = Listed(view, cell);
      ASSERT_TRUE(std::includes(listed.begin(), listed.end(), expected.begin(), expected.end()))
          << cell;
      ASSERT_EQ(view.cells[cell] >> kCountShift, (expected.size() + kBlockSize - 1) / kBlockSize);
      ExpectRounded(view, cell, Narrowed(vertices));
    }
    EXPECT_GT(blocks.bytes(), int64_t(4) * 8 * exact.resolution * exact.resolution);
  }
}

TEST(CellBlocks, WithoutCellsEveryOctantHoldsAll) {
  for (int count : {1, 2, 3, 8, 9, 16}) {
    const CellBlocks blocks(Narrowed(Ball(count)), nullptr);
    ASSERT_TRUE(blocks.complete());
    EXPECT_EQ(blocks.view().resolution, 1);
    for (size_t octant = 0; octant < 8; ++octant) {
      EXPECT_EQ(Listed(blocks.view(), octant).size(), size_t(count));
      ExpectRounded(blocks.view(), octant, Narrowed(Ball(count)));
    }
  }
}

TEST(CellBlocks, CellsSideBySideShareTheirBlocks) {
  const std::vector<Vec3d> vertices = Ball(2'000);
  const ExactCells cells(vertices, ExactCells::ResolutionFor(vertices.size()));
  const CellBlocks blocks(Narrowed(vertices), &cells);
  EXPECT_LT(blocks.block_count() * 4, blocks.cell_count());
  EXPECT_GT(blocks.block_count() * kBlockSize, 2'000) << "every vertex is in some";
}

TEST(CellBlocks, EqualListsShareTheirBlocks) {
  const CellBlocks few(Narrowed(Ball(8)), nullptr), more(Narrowed(Ball(16)), nullptr);
  EXPECT_LT(few.bytes(), more.bytes());
  EXPECT_LE(more.bytes(), int64_t(8 * 4 + 4 * sizeof(CellBlock)));
}

TEST(CellBlocks, AListOf256BlocksIsTooLong) {
  EXPECT_TRUE(CellBlocks(Narrowed(Ball(255 * 8)), nullptr).complete());
  EXPECT_FALSE(CellBlocks(Narrowed(Ball(255 * 8 + 1)), nullptr).complete());
}

// Every vertex of a disc is farthest for some direction near its axis.
TEST(CellBlocks, AGeometryWhoseListsAreTooLongIsAnsweredWithout) {
  Mesh disc;
  for (int i = 0; i < 3'000; ++i) {
    disc.vertices.push_back({std::cos(i * M_PI / 1'500), std::sin(i * M_PI / 1'500), 0});
  }
  const GeometryPtr geometry = MakeGeometry(disc);
  ASSERT_GE(geometry->core_vertices().size(), 2'500u);
  EXPECT_EQ(geometry->hull(), nullptr);
  const PairAnswer answer = Ask({disc, {}}, {Box{{1, 1, 1}}, {{0, 0, 2}}});
  EXPECT_NEAR(answer.distance, 1.5, 1e-12);
}

TEST(CellBlocks, HoldAsManyVerticesAs16BitsCount) {
  const std::vector<Vec3d> vertices = Ball(CellBlocks::kMostVertices);
  const ExactCells cells(vertices, ExactCells::ResolutionFor(vertices.size()));
  const CellBlocks blocks(Narrowed(vertices), &cells);
  ASSERT_TRUE(blocks.complete());
  const auto last = static_cast<uint32_t>(vertices.size() - 1);
  const int32_t cell = scalar::CellOf(blocks.view().resolution, vertices[last]);
  EXPECT_EQ(Listed(blocks.view(), cell).count(last), 1u);
}

TEST(CellBlocks, AGeometryOfMoreVerticesHasNone) {
  GeometryLimits limits;
  limits.max_hull_vertices = 100'000;
  const auto geometry = Geometry::Create(Mesh{Ball(66'000)}, limits).value();
  ASSERT_GT(geometry->core_vertices().size(), CellBlocks::kMostVertices);
  EXPECT_EQ(geometry->hull(), nullptr);
}

}  // namespace
}  // namespace farpoint
