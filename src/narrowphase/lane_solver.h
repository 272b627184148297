// Farpoint: many pairs of hulls in lockstep, a pair a lane.
//
// 1. GJK in float32 on cores of unit size finds the features. A lane whose pair is done takes the
//    next, so that no lane waits for the slowest.
// 2. GJK in float64 from those features, with exact supports: mostly one query, whose plane proves
//    that the features are the nearest. It ends like the search of gjk_search.h, and its answers are
//    as exact; a pair that it cannot settle is left open.
//
// An answer does not depend on the other pairs nor on the lane.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_SOLVER_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_SOLVER_H_

#include "src/narrowphase/lane_task.h"

namespace farpoint::FARPOINT_ISA {

/// Fills `answers`, n each.
void SolveLanes(const LaneTask* tasks, int n, LaneAnswer* answers);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_SOLVER_H_
