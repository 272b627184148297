// Farpoint: which vertices of a hull an edge connects, for hill climbing.

#ifndef FARPOINT_SRC_SUPPORT_HULL_GRAPH_H_
#define FARPOINT_SRC_SUPPORT_HULL_GRAPH_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farpoint {

/// A trivially copyable view, host or device: the neighbours of vertex i are
/// neighbour[start[i]] … neighbour[start[i + 1] − 1], ascending.
struct HullGraphView {
  const uint32_t* start = nullptr;
  const uint32_t* neighbour = nullptr;
};

class HullGraph {
 public:
  /// Of the triangles of a hull with `vertices` vertices, each in at least one of them.
  HullGraph(const std::vector<std::array<uint32_t, 3>>& faces, size_t vertices);

  HullGraphView view() const { return {start_.data(), neighbour_.data()}; }
  int64_t bytes() const;

 private:
  std::vector<uint32_t> start_;      // vertices + 1
  std::vector<uint32_t> neighbour_;  // two an edge
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_HULL_GRAPH_H_
