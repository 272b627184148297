#include "src/support/cell_blocks.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace farpoint {

CellBlocks::CellBlocks(const std::vector<Vec3f>& vertices, const ExactCells* cells) {
  if (cells == nullptr) {
    std::vector<uint32_t> all(vertices.size());
    std::iota(all.begin(), all.end(), 0);
    cells_.assign(8, Add(vertices, all));
    return;
  }
  const ExactCellsView view = cells->view();
  resolution_ = view.resolution;
  const size_t count = size_t{8} * resolution_ * resolution_;
  cells_.reserve(count);
  std::map<std::vector<uint32_t>, CellBlockRange> ranges;
  std::vector<uint32_t> list;
  for (size_t cell = 0; cell < count; ++cell) {
    list.clear();
    for (uint32_t k = view.start[cell]; k < view.start[cell + 1]; ++k) {
      list.push_back(view.list != nullptr ? view.list[k] : view.wide_list[k]);
    }
    auto [place, is_new] = ranges.try_emplace(list);
    if (is_new) place->second = Add(vertices, list);
    cells_.push_back(place->second);
  }
  blocks_.shrink_to_fit();
}

CellBlockRange CellBlocks::Add(const std::vector<Vec3f>& vertices,
                               const std::vector<uint32_t>& list) {
  const auto first = static_cast<uint32_t>(blocks_.size());
  for (size_t begin = 0; begin < list.size(); begin += 16) {
    CellBlock block;
    for (size_t k = 0; k < 16; ++k) {
      const uint32_t vertex = list[std::min(begin + k, list.size() - 1)];
      block.x[k] = vertices[vertex].x;
      block.y[k] = vertices[vertex].y;
      block.z[k] = vertices[vertex].z;
      block.index[k] = static_cast<float>(vertex);
    }
    blocks_.push_back(block);
  }
  return {first, static_cast<uint32_t>(blocks_.size()) - first};
}

int64_t CellBlocks::bytes() const {
  return static_cast<int64_t>(cells_.capacity() * sizeof(CellBlockRange) +
                              blocks_.capacity() * sizeof(CellBlock));
}

}  // namespace farpoint
