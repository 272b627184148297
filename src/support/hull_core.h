// Farpoint: a hull as the lanes of the CPU backend read it, in one place.

#ifndef FARPOINT_SRC_SUPPORT_HULL_CORE_H_
#define FARPOINT_SRC_SUPPORT_HULL_CORE_H_

#include "src/math/vec3.h"
#include "src/support/cell_blocks.h"

namespace farpoint {

/// Plain data, owned by its Geometry. Metres, in the core's frame.
struct alignas(64) HullCore {
  CellBlocksView field;
  const Vec3d* vertices = nullptr;
  double radius = 0;       // of the vertices; the unit of the field
  double deviation = 0;    // how far the raw vertices may lie outside
  double origin_norm = 0;  // how far the core's frame is from the local one
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_HULL_CORE_H_
