// Farpoint: the farthest vertex by walking uphill along the edges of the hull.
//
// Of a convex polytope a vertex that no neighbour beats is the farthest of all, so the walk ends at
// it; near the end rounding may hold it up a few units in the last place short. From a good hint it
// looks at a handful of vertices, however many there are.

#ifndef FARPOINT_SRC_SUPPORT_HILL_CLIMBING_H_
#define FARPOINT_SRC_SUPPORT_HILL_CLIMBING_H_

#include <cstdint>

#include "src/math/vec3.h"
#include "src/support/hull_graph.h"

namespace farpoint::FARPOINT_ISA {

/// The index of the vertex farthest along `direction` ≠ 0, from vertex `hint`, or the first if that
/// is negative. Every step gains height, so it takes fewer steps than there are vertices.
template <class T>
FARPOINT_HD int32_t ClimbSupport(const HullGraphView& graph, const Vec3<T>* vertices, int32_t hint,
                                 const Vec3<T>& direction) {
  int32_t best = hint < 0 ? 0 : hint;
  T best_value = Dot(vertices[best], direction);
  for (;;) {
    const int32_t at = best;
    for (uint32_t k = graph.start[at]; k < graph.start[at + 1]; ++k) {
      const auto i = static_cast<int32_t>(graph.neighbour[k]);
      const T value = Dot(vertices[i], direction);
      if (value > best_value) {
        best_value = value;
        best = i;
      }
    }
    if (best == at) return best;
  }
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_SUPPORT_HILL_CLIMBING_H_
