// Farpoint: cells that share their lists of vertices.
//
// A list may hold more than its cell needs: any vertex is as good as one that is not there. So
// cells side by side, whose lists differ by a vertex or two, can have one list together as long as
// it takes no more blocks than their own. There are then fewer blocks, and what a query waits for
// is more often in the cache.

#ifndef FARPOINT_SRC_SUPPORT_SHARED_LISTS_H_
#define FARPOINT_SRC_SUPPORT_SHARED_LISTS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/support/exact_cells.h"

namespace farpoint {

struct SharedLists {
  std::vector<uint32_t> list_of;             // 8·resolution²: a cell's number in `lists`
  std::vector<std::vector<uint32_t>> lists;  // vertex indices, ascending
};

/// Lists that hold those of `cells` (of fewer than 65,537 vertices), each with as many blocks of
/// `block` vertices as the shortest of the cell's own. The same for the same cells.
SharedLists ShareLists(const ExactCellsView& cells, size_t block);

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_SHARED_LISTS_H_
