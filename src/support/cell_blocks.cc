#include "src/support/cell_blocks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "src/support/shared_lists.h"

namespace farpoint {
namespace {

int16_t Rounded(float coordinate) {
  return static_cast<int16_t>(std::lround(std::clamp(coordinate, -1.0f, 1.0f) * kBlockSteps));
}

}  // namespace

CellBlocks::CellBlocks(const std::vector<Vec3f>& vertices, const ExactCells* cells) {
  if (cells == nullptr) {
    std::vector<uint32_t> all(vertices.size());
    std::iota(all.begin(), all.end(), 0);
    cells_.assign(8, Add(vertices, all));
    return;
  }
  resolution_ = cells->view().resolution;
  const SharedLists shared = ShareLists(cells->view(), kBlockSize);
  std::vector<uint32_t> place;
  for (const auto& list : shared.lists) place.push_back(complete_ ? Add(vertices, list) : 0);
  cells_.reserve(shared.list_of.size());
  for (uint32_t list : shared.list_of) cells_.push_back(place[list]);
  blocks_.shrink_to_fit();
}

uint32_t CellBlocks::Add(const std::vector<Vec3f>& vertices, const std::vector<uint32_t>& list) {
  const size_t first = blocks_.size();
  const size_t count = (list.size() + kBlockSize - 1) / kBlockSize;
  if (first + count >= size_t{1} << kCountShift || count >= size_t{1} << (32 - kCountShift)) {
    complete_ = false;
    return 0;
  }
  for (size_t begin = 0; begin < list.size(); begin += kBlockSize) {
    CellBlock block;
    for (size_t k = 0; k < kBlockSize; ++k) {
      const uint32_t vertex = list[std::min(begin + k, list.size() - 1)];
      const Vec3f& v = vertices[vertex];
      block.vertex[k] = {Rounded(v.x), Rounded(v.y), Rounded(v.z), static_cast<uint16_t>(vertex)};
    }
    blocks_.push_back(block);
  }
  return static_cast<uint32_t>(first | (count << kCountShift));
}

int64_t CellBlocks::bytes() const {
  return static_cast<int64_t>(cells_.capacity() * sizeof(uint32_t) +
                              blocks_.capacity() * sizeof(CellBlock));
}

}  // namespace farpoint
