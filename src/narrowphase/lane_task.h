// Farpoint: one pair of hulls on its way through the lanes, as plain data: what goes in, and what
// comes out.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_TASK_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_TASK_H_

#include <cstdint>

#include "src/isa.h"
#include "src/math/vec3.h"
#include "src/narrowphase/answer.h"
#include "src/narrowphase/depth_interval.h"
#include "src/narrowphase/posed_geometry.h"
#include "src/support/hull_core.h"
#include "src/support/minkowski_difference.h"

namespace farpoint {

struct PairOfObjects {
  const PosedGeometry *a, *b;
};

/// A pair of hulls in the frame of the first, metres.
struct LaneTask {
  const HullCore *core0, *core1;
  Mat3d oR1;
  Vec3d ot1;
  double unit;             // of the float32 search
  double rounding;         // what any support value or witness point may be off by
  double cutoff;           // of the cores' distance; infinite for none
  double search_rounding;  // what a plane of the float32 search may be off by: `rounding` and more
};

namespace FARPOINT_ISA {

/// The point of the difference that two vertices make, from the vertices as given.
FARPOINT_HD inline Vec3d PointOf(const LaneTask& task, const SupportHint& index) {
  return task.core0->vertices[index.index0] -
         (Multiply(task.oR1, task.core1->vertices[index.index1]) + task.ot1);
}

}  // namespace FARPOINT_ISA

/// How far the lanes came with a pair.
struct LaneAnswer {
  enum class Stage : uint8_t {
    kSearched,  // the slots hold the simplex to be proven
    kBeyond,    // `direction` should separate by more than the cut-off
    kApart,     // `direction` is proven to separate by `lower`, more than the cut-off
    kInside,    // {newest, slots} should contain the origin
    kDeep,      // its depth is proven, the point that touches is not found
    kAnswered,  // the pair's answer is written
    kOpen,      // it is proven elsewhere, from the slots if `started`
  };
  Stage stage = Stage::kOpen;
  bool started = false;  // the slots hold a simplex
  SupportHint slot[3], newest;
  Vec3d direction{1, 0, 0};
  double lower = 0;  // of kApart, metres
  uint32_t iterations = 0;

  FARPOINT_INLINE LaneAnswer() = default;
};

/// The most pairs that go through the lanes at once.
inline constexpr int kLaneBlock = 128;

/// Memory of one thread.
struct LaneScratch {
  LaneTask task[kLaneBlock];
  LaneAnswer found[kLaneBlock];
  DepthInterval depth[kLaneBlock];  // of those that overlap and are kDeep or kAnswered
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_TASK_H_
