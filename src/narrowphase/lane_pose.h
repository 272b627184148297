// Farpoint: pairs of objects made ready for the lanes.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_POSE_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_POSE_H_

#include <cstdint>

#include "src/narrowphase/in_world.h"
#include "src/narrowphase/lane_task.h"
#include "src/narrowphase/pair_rounding.h"
#include "src/narrowphase/search_bound.h"

namespace farpoint::FARPOINT_ISA {

/// Whether both are hulls that lanes know; then `task` and where its search begins. As
/// MakeRelative, the relative pose is taken from the difference of the positions.
FARPOINT_HD inline bool PrepareTask(const PairOfObjects& pair, const SolverOptions& options,
                                    LaneTask* task, LaneAnswer* found) {
  const PosedGeometry &a = *pair.a, &b = *pair.b;
  *found = LaneAnswer();
  if (a.hull == nullptr || b.hull == nullptr) return false;
  const HullCore &core0 = *a.hull, &core1 = *b.hull;
  task->core0 = &core0;
  task->core1 = &core1;
  const Vec3d apart = b.position - a.position;
  const Mat3d& ra = a.rotation;
  task->ot1 = MultiplyTransposed(ra, apart + (b.core_offset - a.core_offset));
  task->oR1 = MultiplyTransposed(ra, b.rotation);
  const double large = Max(core0.radius, core1.radius), small = Min(core0.radius, core1.radius);
  const double centres = Norm(task->ot1);
  if (!(large > 0) || !(small * kLargestRatio >= large || small == 0) ||
      !(centres <= kLargestRatio * large)) {
    return false;
  }
  task->unit = large;
  const double size =
      core0.radius + core1.radius + core0.origin_norm + core1.origin_norm + Norm(apart);
  task->rounding = RoundingOf(size, core0.deviation + core1.deviation);
  task->search_rounding = task->rounding + SearchRoundingOf(core0.radius + core1.radius, size);
  task->cutoff = CutoffOf(a, b, options);
  found->direction = centres > task->rounding ? -task->ot1 : Vec3d{large, 0, 0};
  return true;
}

/// Those pairs in order that lanes know: their places are put in `which`, their number returned.
inline int PrepareTasks(const PairOfObjects* pairs, int n, const SolverOptions& options,
                        LaneScratch* scratch, int32_t* which) {
  // Objects come from anywhere in memory.
  constexpr int kObjectsAhead = 8, kHullsAhead = 4;
  const auto fetch = [](const void* from, int lines) {  // null of a core without a hull
    const uintptr_t start = reinterpret_cast<uintptr_t>(from);
    for (int i = 0; i < lines; ++i)
      __builtin_prefetch(reinterpret_cast<const void*>(start + 64 * i));
  };
  int tasks = 0;
  for (int k = 0; k < n; ++k) {
    if (k + kObjectsAhead < n) {
      fetch(pairs[k + kObjectsAhead].a, 3);
      fetch(pairs[k + kObjectsAhead].b, 3);
    }
    if (k + kHullsAhead < n) {
      fetch(pairs[k + kHullsAhead].a->hull, 2);
      fetch(pairs[k + kHullsAhead].b->hull, 2);
    }
    if (PrepareTask(pairs[k], options, &scratch->task[k], &scratch->found[k])) which[tasks++] = k;
  }
  return tasks;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_POSE_H_
