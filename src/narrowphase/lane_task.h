// Farpoint: one pair of hulls on its way through the lanes, as plain data: what goes in, and what
// comes out.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_TASK_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_TASK_H_

#include <cstdint>

#include "src/math/vec3.h"
#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/depth_interval.h"
#include "src/support/cell_blocks.h"
#include "src/support/minkowski_difference.h"

namespace farpoint {

/// One core of a pair.
struct LaneCore {
  CellBlocksView blocks;
  const Vec3d* vertices = nullptr;  // metres, about the core's origin
  double radius = 0;                // metres: of the blocks' unit
};

/// A pair of vertex cores in frame 0, metres. Sizes differ by less than what float32 bears.
struct LaneTask {
  LaneCore core0, core1;
  Mat3d oR1;
  Vec3d ot1;
  double rounding;  // what any support value may be off by
  double cutoff;    // of the cores' distance; infinite for none
  bool depth;       // of an overlap the exact depth is wanted
};

/// What the lanes found.
struct LaneAnswer {
  enum class Kind : uint8_t {
    kProven,  // `core` is the answer
    kDeep,    // `depth` holds; the point that touches may be missing
    kOpen,    // the search goes on elsewhere, from `slot` and `v`
  };
  Kind kind = Kind::kOpen;
  CoreAnswer core;
  DepthInterval depth;
  Vec3d v{0, 0, 0};
  SupportHint slot[3], newest;
  bool started = false;
  bool inside = false;  // in float32: {newest, slots} contains the origin
  uint32_t iterations = 0;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_TASK_H_
