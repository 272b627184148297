// Farpoint: exact cells laid out for vector units.
//
// Each cell's vertices lie side by side in blocks of sixteen, coordinate by coordinate, so that one
// look-up is a product of three registers and a maximum, instead of sixteen loads through indices.
// What a query waits for is memory: cells with equal lists share their blocks.

#ifndef FARPOINT_SRC_SUPPORT_CELL_BLOCKS_H_
#define FARPOINT_SRC_SUPPORT_CELL_BLOCKS_H_

#include <cstdint>
#include <vector>

#include "src/math/vec3.h"
#include "src/support/exact_cells.h"

namespace farpoint {

/// Sixteen vertices, the last one repeated where there are fewer. Indices are exact up to 2²⁴.
struct alignas(64) CellBlock {
  float x[16], y[16], z[16];
  float index[16];
};

/// The blocks of one cell.
struct CellBlockRange {
  uint32_t first, count;  // count ≥ 1
};

struct CellBlocksView {
  int32_t resolution = 1;  // cells along an octant's edge, as in ExactCells
  const CellBlockRange* cells = nullptr;
  const CellBlock* blocks = nullptr;
};

class CellBlocks {
 public:
  /// Of `vertices`, at most 2²⁴; `cells` null: one list of all of them.
  CellBlocks(const std::vector<Vec3f>& vertices, const ExactCells* cells);

  CellBlocksView view() const { return {resolution_, cells_.data(), blocks_.data()}; }
  int64_t bytes() const;

 private:
  CellBlockRange Add(const std::vector<Vec3f>& vertices, const std::vector<uint32_t>& list);

  int32_t resolution_ = 1;
  std::vector<CellBlockRange> cells_;  // 8·resolution²
  std::vector<CellBlock> blocks_;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_CELL_BLOCKS_H_
