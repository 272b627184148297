// Farpoint: the support of one hull by its field of blocks.
//
// Heights there are rounded: enough for a search. For proofs they name all vertices that may be
// farthest, mostly one, and float64 decides between those.

#ifndef FARPOINT_SRC_SUPPORT_BLOCK_SUPPORT_H_
#define FARPOINT_SRC_SUPPORT_BLOCK_SUPPORT_H_

#include <cstdint>
#include <limits>

#include "src/support/block_heights.h"
#include "src/support/hull_core.h"

namespace farpoint::FARPOINT_ISA {

/// The blocks that a direction's cell names, and the direction in steps.
struct BlockRange {
  const CellBlock* block;
  uint32_t count;
  BlockDirection direction;
};

/// The highest vertex but for rounding.
FARPOINT_HD inline const BlockVertex& RoundedFarthest(const BlockRange& range) {
  const CellBlock* found = range.block;
  PlacedHeight highest = BlockHeights(*found, range.direction).Highest();
  for (uint32_t k = 1; k < range.count; ++k) {
    const PlacedHeight h = BlockHeights(range.block[k], range.direction).Highest();
    if ((h | 7) <= (highest | 7)) continue;
    highest = h;
    found = range.block + k;
  }
  return found->vertex[highest & 7];
}

/// The index of the vertex that is farthest along `d`, of unit length, in float64; the first of
/// those that tie.
FARPOINT_HD inline int32_t ExactFarthest(const BlockRange& range, const Vec3d* vertices,
                                         const Vec3d& d) {
  // Steps²: of two heights, each coordinate of vertex and direction is off by half a step and a
  // whole one (it is cut), and the place takes three bits.
  constexpr PlacedHeight kNear = 6 * kBlockSteps;
  const BlockHeights first(*range.block, range.direction);
  PlacedHeight highest = first.Highest();
  for (uint32_t k = 1; k < range.count; ++k) {
    const PlacedHeight h = BlockHeights(range.block[k], range.direction).Highest();
    highest = h > highest ? h : highest;
  }
  const PlacedHeight least = highest - kNear;
  int32_t best = range.block->vertex[highest & 7].index;  // of a direction that is none
  double best_height = -std::numeric_limits<double>::infinity();
  uint32_t near = first.AtLeast(least);
  if (range.count == 1 && (near & (near - 1)) == 0) return best;
  for (uint32_t k = 0;;) {
    for (; near != 0; near &= near - 1) {
      const int32_t vertex = range.block[k].vertex[LowestBit(near)].index;
      const double height = Dot(vertices[vertex], d);
      if (!(height > best_height)) continue;
      best_height = height;
      best = vertex;
    }
    if (++k == range.count) break;
    near = BlockHeights(range.block[k], range.direction).AtLeast(least);
  }
  return best;
}

/// The blocks of the cell of `d`, of unit length. Any direction, even NaN, finds some.
template <class T>
FARPOINT_HD BlockRange FindBlocks(const CellBlocksView& field, const Vec3<T>& d) {
  const auto word = [](T c) {
    const auto steps = static_cast<int16_t>(c * T(kBlockSteps - 1));
    return static_cast<BlockDirection>(static_cast<uint16_t>(steps));
  };
  const uint32_t cell = field.cells[CellOf(field.resolution, d)];
  return {field.blocks + (cell & ((1u << kCountShift) - 1)), cell >> kCountShift,
          word(d.x) | word(d.y) << 16 | word(d.z) << 32};
}

/// ExactFarthest of one hull.
FARPOINT_HD inline int32_t FarthestVertex(const HullCore& core, const Vec3d& d) {
  return ExactFarthest(FindBlocks(core.field, d), core.vertices, d);
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_SUPPORT_BLOCK_SUPPORT_H_
