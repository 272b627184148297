// Farpoint: the exact penetration depth of many pairs of hulls.
//
// EPA (expanding_polytope.h) on SmallPolytope, a few pairs at a time: each step of one pair waits
// for memory (a cell, its blocks, the vertices found), and the others' steps fill the wait.
// Supports are found in float32, which any vertex of a polytope may be; the plane that closes the
// bracket is asked again in float64.
//
// An answer does not depend on the other pairs.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_PENETRATION_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_PENETRATION_H_

#include "src/narrowphase/lane_task.h"

namespace farpoint::FARPOINT_ISA {

/// Takes those of the first n pairs that are kInside. Those it can close become kDeep, with their
/// interval in scratch->depth; the others stay as they are.
void PenetrateLanes(int n, LaneScratch* scratch);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_PENETRATION_H_
