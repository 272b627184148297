// Farpoint: many pairs of cores with formulas in lockstep, a pair a lane, kinds mixed.
//
// The search is that of curved_search.h. Pairs that need more steps than most are collected and go
// on together. How many steps a pair makes depends on that pair alone, and an answer does not
// depend on the other pairs nor on the lane.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_SOLVER_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_SOLVER_H_

#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/curved_step.h"
#include "src/narrowphase/curved_task.h"

namespace farpoint {

/// What the lanes say of a pair.
struct CurvedAnswer {
  bool proven = false;  // `core` is the answer
  CoreAnswer core;
  uint32_t iterations = 0;
};

/// Memory for one block, reused from block to block.
struct CurvedScratch {
  CurvedTasks tasks;
  CurvedAnswer found[CurvedTasks::kPairs];
  CurvedTable<float, CurvedPair> pair;
  CurvedTable<float, CurvedSearch> search;
  CurvedTable<double, CurvedSearch> finish;
};

namespace FARPOINT_ISA {

/// Answers the first n ≤ CurvedTasks::kPairs of scratch->tasks in scratch->found. What the tasks
/// have beyond n, to the end of a pack, is overwritten. Of an answer left open nothing but the
/// iterations says anything.
void SolveCurvedLanes(int n, CurvedScratch* scratch);

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_SOLVER_H_
