// Farpoint: exact cells laid out for vector units, and for the cache.
//
// A query waits for memory, so a cell's vertices lie side by side in blocks of eight that fill a
// cache line each: coordinates are rounded to 16 bits of the core's radius. With a direction
// rounded likewise, a block's heights are one multiplication. That is enough to lead a search, and
// to name the few vertices that may be farthest; whoever proves anything asks those in float64.
// Cells with lists that are alike share their blocks (shared_lists.h).

#ifndef FARPOINT_SRC_SUPPORT_CELL_BLOCKS_H_
#define FARPOINT_SRC_SUPPORT_CELL_BLOCKS_H_

#include <cstdint>
#include <vector>

#include "src/math/vec3.h"
#include "src/support/exact_cells.h"

namespace farpoint {

/// Vertices in a block.
inline constexpr int kBlockSize = 8;
/// Steps of a rounded coordinate along the core's radius, and of a direction's along its length.
inline constexpr int kBlockSteps = 32'767;

/// Coordinates in steps, and the vertex's index.
struct BlockVertex {
  int16_t x, y, z;
  uint16_t index;
};

/// Eight vertices, the last one repeated where there are fewer.
struct alignas(64) CellBlock {
  BlockVertex vertex[kBlockSize];
};

struct CellBlocksView {
  int32_t resolution = 1;           // cells along an octant's edge, as in ExactCells
  const uint32_t* cells = nullptr;  // the first block, and above kCountShift their number ≥ 1
  const CellBlock* blocks = nullptr;
};
inline constexpr uint32_t kCountShift = 24;

class CellBlocks {
 public:
  /// More vertices than this have no blocks.
  static constexpr size_t kMostVertices = 65'536;

  /// Of the `vertices` of a core of unit radius; `cells` null: one list of all of them.
  CellBlocks(const std::vector<Vec3f>& vertices, const ExactCells* cells);

  /// False if the lists are too many or too long for the layout: not to be used.
  bool complete() const { return complete_; }
  CellBlocksView view() const { return {resolution_, cells_.data(), blocks_.data()}; }
  int64_t bytes() const;
  /// Entries of what the view points to.
  int64_t cell_count() const { return static_cast<int64_t>(cells_.size()); }
  int64_t block_count() const { return static_cast<int64_t>(blocks_.size()); }

 private:
  uint32_t Add(const std::vector<Vec3f>& vertices, const std::vector<uint32_t>& list);

  bool complete_ = true;
  int32_t resolution_ = 1;
  std::vector<uint32_t> cells_;  // 8·resolution²
  std::vector<CellBlock> blocks_;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_CELL_BLOCKS_H_
