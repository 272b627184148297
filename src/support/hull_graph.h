// Farpoint: which vertices of a hull share an edge.
//
// Walking from vertex to vertex, always to one that is farther, ends at the farthest of all: a hull
// has no other local maximum. Faces that are flat but cut into triangles only add edges.

#ifndef FARPOINT_SRC_SUPPORT_HULL_GRAPH_H_
#define FARPOINT_SRC_SUPPORT_HULL_GRAPH_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace farpoint {

/// A trivially copyable view for queries, host or device. The neighbours of vertex i are
/// neighbour[start[i]] to neighbour[start[i + 1] - 1], each once, ascending.
struct HullGraphView {
  const uint32_t* start = nullptr;  // one more than there are vertices
  const uint32_t* neighbour = nullptr;
};

class HullGraph {
 public:
  /// Of triangles between `vertex_count` vertices (ConvexHull::faces), each used by one at least.
  HullGraph(size_t vertex_count, const std::vector<std::array<uint32_t, 3>>& faces);

  HullGraphView view() const { return {start_.data(), neighbour_.data()}; }
  size_t vertex_count() const { return start_.size() - 1; }
  int64_t bytes() const;

 private:
  std::vector<uint32_t> start_, neighbour_;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_HULL_GRAPH_H_
