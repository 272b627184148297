#include "src/support/shared_lists.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace farpoint {
namespace {

// Lists that a cell may join: so many of the newest that hold one of its vertices, of so many of
// those. What it finds among more is hardly better, and the search stays linear.
constexpr size_t kNewest = 8;
constexpr size_t kAskedVertices = 4;

class Sharing {
 public:
  explicit Sharing(size_t block) : block_(block) {}

  void Place(const std::vector<uint32_t>& list) {
    auto best = static_cast<uint32_t>(shared_.lists.size());
    size_t least_growth = kTooMuch;
    for (size_t k = 0; k < std::min(list.size(), kAskedVertices); ++k) {
      // Spread over the list.
      for (uint32_t candidate : NewestWith(list[k * list.size() / kAskedVertices])) {
        const size_t growth = GrowthBy(shared_.lists[candidate], list);
        if (growth >= least_growth) continue;
        least_growth = growth;
        best = candidate;
      }
    }
    if (best == shared_.lists.size()) shared_.lists.emplace_back();
    Join(list, best);
    shared_.list_of.push_back(best);
  }

  SharedLists Take() { return std::move(shared_); }

 private:
  static constexpr size_t kTooMuch = std::numeric_limits<size_t>::max();

  size_t BlocksOf(size_t count) const { return (count + block_ - 1) / block_; }

  // By how many vertices `with` grows if `list` joins it; kTooMuch if that takes more blocks than
  // either has.
  size_t GrowthBy(const std::vector<uint32_t>& with, const std::vector<uint32_t>& list) const {
    const size_t blocks = BlocksOf(list.size());
    if (BlocksOf(with.size()) != blocks) return kTooMuch;
    size_t growth = 0, k = 0;
    for (uint32_t vertex : list) {
      while (k < with.size() && with[k] < vertex) ++k;
      if (k == with.size() || with[k] != vertex) ++growth;
      if (with.size() + growth > blocks * block_) return kTooMuch;
    }
    return growth;
  }

  void Join(const std::vector<uint32_t>& list, uint32_t number) {
    std::vector<uint32_t>& with = shared_.lists[number];
    std::vector<uint32_t> added;
    std::set_difference(list.begin(), list.end(), with.begin(), with.end(),
                        std::back_inserter(added));
    const auto middle = static_cast<ptrdiff_t>(with.size());
    with.insert(with.end(), added.begin(), added.end());
    std::inplace_merge(with.begin(), with.begin() + middle, with.end());
    for (uint32_t vertex : added) {
      if (vertex >= holders_.size()) holders_.resize(vertex + 1);
      std::vector<uint32_t>& holders = holders_[vertex];
      if (holders.size() == kNewest) holders.erase(holders.begin());
      holders.push_back(number);
    }
  }

  const std::vector<uint32_t>& NewestWith(uint32_t vertex) {
    if (vertex >= holders_.size()) holders_.resize(vertex + 1);
    return holders_[vertex];
  }

  const size_t block_;
  SharedLists shared_;
  std::vector<std::vector<uint32_t>> holders_;  // of a vertex: the newest lists with it
};

}  // namespace

SharedLists ShareLists(const ExactCellsView& cells, size_t block) {
  Sharing sharing(block);
  const size_t count = size_t{8} * cells.resolution * cells.resolution;
  std::vector<uint32_t> list;
  for (size_t cell = 0; cell < count; ++cell) {
    list.clear();
    for (uint32_t k = cells.start[cell]; k < cells.start[cell + 1]; ++k) {
      list.push_back(cells.list != nullptr ? cells.list[k] : cells.wide_list[k]);
    }
    sharing.Place(list);
  }
  return sharing.Take();
}

}  // namespace farpoint
