// Farpoint: the exact-cell support field.
//
// Directions are cut into cells by a grid on the octahedron |x| + |y| + |z| = 1: an octant, and in
// it the square (p, q) of u = |x|/Σ, v = |y|/Σ in steps of 1/resolution. Each cell lists every
// vertex that can be farthest for some direction in it, so the best of the list is the farthest
// vertex of all: exact, and nearly independent of their number. A direction finds its cell without
// transcendental functions.
//
// How the lists are made: a direction in a cell is a non-negative combination of the cell's
// corners, so a vertex that another one beats at every corner is never farthest inside. Cells start
// as octants that list all vertices and are split in four; a child tests its parent's list only.
// Corners are widened by more than float32 rounding, so that a query in either precision lands in a
// list that holds its winner; comparisons are relaxed by float64 rounding, so that ties stay. In
// float32 another vertex that is as far but for rounding may win.

#ifndef FARPOINT_SRC_SUPPORT_EXACT_CELLS_H_
#define FARPOINT_SRC_SUPPORT_EXACT_CELLS_H_

#include <atomic>
#include <cstdint>
#include <vector>

#include "src/isa.h"
#include "src/math/lane.h"
#include "src/math/vec3.h"

namespace farpoint {

/// A trivially copyable view for queries, host or device.
struct ExactCellsView {
  int32_t resolution = 0;           // cells along an octant's edge
  const uint32_t* start = nullptr;  // 8·resolution² + 1 offsets into the list
  // Vertex indices, ascending in each cell; no cell is empty. One of the two, the other is null:
  // 16 bits wide up to 65,536 vertices, as what a query waits for is memory.
  const uint16_t* list = nullptr;
  const uint32_t* wide_list = nullptr;
};

class ExactCells {
 public:
  /// About any origin inside the vertices' hull. `resolution` must be a power of two. Once `cancel`
  /// (may be null) is set, the rest is left undone soon and the field must not be used.
  ExactCells(const std::vector<Vec3d>& vertices, int32_t resolution,
             const std::atomic<bool>* cancel = nullptr);

  /// The resolution that keeps lists short for a hull of `count` vertices.
  static int32_t ResolutionFor(size_t count);

  ExactCellsView view() const {
    return {resolution_, start_.data(), list_.empty() ? nullptr : list_.data(),
            wide_list_.empty() ? nullptr : wide_list_.data()};
  }
  int64_t bytes() const;

 private:
  int32_t resolution_;
  std::vector<uint32_t> start_;
  std::vector<uint16_t> list_;
  std::vector<uint32_t> wide_list_;
};

namespace FARPOINT_ISA {

/// The cell of a finite direction ≠ 0.
template <class T>
FARPOINT_HD int32_t CellOf(int32_t resolution, const Vec3<T>& d) {
  const T ax = Abs(d.x), ay = Abs(d.y), az = Abs(d.z);
  const T scale = T(resolution) / (ax + ay + az);
  const int32_t last = resolution - 1;
  // Compared before the conversion, so that no value of u, not even a NaN, leaves the table.
  const T u = ax * scale, v = ay * scale;
  const int32_t p = u < T(last) ? static_cast<int32_t>(u) : last;
  const int32_t q = v < T(last) ? static_cast<int32_t>(v) : last;
  const int32_t octant = (d.x < T(0) ? 1 : 0) | (d.y < T(0) ? 2 : 0) | (d.z < T(0) ? 4 : 0);
  return (octant * resolution + p) * resolution + q;
}

/// The index of the vertex in list[k] to list[end - 1], k < end, that is farthest along
/// `direction`.
template <class T, class Index>
FARPOINT_HD int32_t ListSupport(const Index* list, uint32_t k, uint32_t end,
                                const Vec3<T>* vertices, const Vec3<T>& direction) {
  int32_t best = static_cast<int32_t>(list[k]);
  T best_value = Dot(vertices[best], direction);
  for (++k; k < end; ++k) {
    const int32_t i = static_cast<int32_t>(list[k]);
    const T value = Dot(vertices[i], direction);
    if (value > best_value) {
      best_value = value;
      best = i;
    }
  }
  return best;
}

/// The index of the vertex farthest along a finite `direction` ≠ 0; the lowest index wins a tie.
template <class T>
FARPOINT_HD int32_t CellSupport(const ExactCellsView& cells, const Vec3<T>* vertices,
                                const Vec3<T>& direction) {
  const int32_t cell = CellOf(cells.resolution, direction);
  const uint32_t k = cells.start[cell], end = cells.start[cell + 1];
  return cells.list != nullptr ? ListSupport(cells.list, k, end, vertices, direction)
                               : ListSupport(cells.wide_list, k, end, vertices, direction);
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_EXACT_CELLS_H_
