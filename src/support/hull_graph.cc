#include "src/support/hull_graph.h"

#include <algorithm>
#include <utility>

namespace farpoint {

HullGraph::HullGraph(const std::vector<std::array<uint32_t, 3>>& faces, size_t vertices) {
  std::vector<std::pair<uint32_t, uint32_t>> arcs;
  arcs.reserve(6 * faces.size());
  for (const auto& face : faces) {
    for (int i = 0; i < 3; ++i) {
      const uint32_t from = face[i], to = face[(i + 1) % 3];
      arcs.emplace_back(from, to);
      arcs.emplace_back(to, from);
    }
  }
  std::sort(arcs.begin(), arcs.end());
  arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
  start_.assign(vertices + 1, 0);
  neighbour_.reserve(arcs.size());
  for (const auto& [from, to] : arcs) {
    ++start_[from + 1];
    neighbour_.push_back(to);
  }
  for (size_t i = 0; i < vertices; ++i) start_[i + 1] += start_[i];
}

int64_t HullGraph::bytes() const {
  return static_cast<int64_t>((start_.capacity() + neighbour_.capacity()) * sizeof(uint32_t));
}

}  // namespace farpoint
