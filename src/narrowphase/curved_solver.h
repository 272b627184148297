// Farpoint: many pairs of cores with formulas in lockstep, a pair a lane, kinds mixed.
//
// 1. StepCurved in float32 on cores of unit size, until a step is small: three or four.
// 2. StepCurved in float64 from there: mostly two, for a step squares what is missing. The last one
//    proves: its plane from below, its points from above, within rounding of each other.
//
// What is not proven so (overlap, touch, where steps circle) is left open. An answer does not depend
// on the other pairs nor on the lane.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_SOLVER_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_SOLVER_H_

#include "src/narrowphase/curved_task.h"
#include "src/narrowphase/lane_task.h"

namespace farpoint::FARPOINT_ISA {

/// Fills `answers`, n each. Of one left open nothing but the iterations says anything.
void SolveCurvedLanes(const CurvedTask* tasks, int n, LaneAnswer* answers);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_SOLVER_H_
