// Farpoint: many pairs of hulls in lockstep, a pair a lane.
//
// 1. GJK in float32 on cores of unit size finds the features. A lane whose pair is done takes the
//    next, so that no lane waits for the slowest.
// 2. One query in float64 proves them (lane_certificate.h); nearly always that is all.
// 3. What it cannot prove goes on with GJK in float64 and exact supports, and is tried once more.
//
// An answer does not depend on the other pairs nor on the lane.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_SOLVER_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_SOLVER_H_

#include "src/narrowphase/lane_task.h"

namespace farpoint::FARPOINT_ISA {

/// Takes n ≤ kLaneBlock pairs. Writes `answers[i]` of those that it proves, and puts the others in
/// `open`, n at most, with how far they came in scratch->found of the same place. Returns the
/// number of those.
int SolveLanes(const PairOfObjects* pairs, int n, const SolverOptions& options,
               LaneScratch* scratch, PairAnswer* answers, int32_t* open);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_SOLVER_H_
