#include "src/support/hull_graph.h"

#include <algorithm>

namespace farpoint {

HullGraph::HullGraph(size_t vertex_count, const std::vector<std::array<uint32_t, 3>>& faces)
    : start_(vertex_count + 1, 0) {
  // Every edge of every face both ways, so that a polygon's rim, which one face has, counts too.
  for (const auto& face : faces) {
    for (uint32_t v : face) start_[v + 1] += 2;
  }
  for (size_t i = 0; i < vertex_count; ++i) start_[i + 1] += start_[i];
  std::vector<uint32_t> all(start_[vertex_count]), next(start_.begin(), start_.end() - 1);
  for (const auto& face : faces) {
    for (int k = 0; k < 3; ++k) {
      all[next[face[k]]++] = face[(k + 1) % 3];
      all[next[face[k]]++] = face[(k + 2) % 3];
    }
  }
  neighbour_.reserve(all.size() / 2 + 2);
  uint32_t begin = 0;
  for (size_t i = 0; i < vertex_count; ++i) {
    const uint32_t end = start_[i + 1];
    std::sort(all.begin() + begin, all.begin() + end);
    const auto last = std::unique(all.begin() + begin, all.begin() + end);
    start_[i] = static_cast<uint32_t>(neighbour_.size());
    neighbour_.insert(neighbour_.end(), all.begin() + begin, last);
    begin = end;
  }
  start_[vertex_count] = static_cast<uint32_t>(neighbour_.size());
  neighbour_.shrink_to_fit();
}

int64_t HullGraph::bytes() const {
  return static_cast<int64_t>((start_.capacity() + neighbour_.capacity()) * sizeof(uint32_t));
}

}  // namespace farpoint
