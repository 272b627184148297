// Farpoint: pairs, from posed geometries to proven answers.
//
//   PairScratch scratch;
//   PairAnswer answer = scalar::SolvePair(cup, shelf, SolverOptions(), &scratch);
//   scalar::SolvePairs(pairs, n, SolverOptions(), isa.solve_lanes, &scratch, answers);
//
// Many pairs at once go through lanes (lane_solver.h: hulls; curved_solver.h: what one formula
// describes), a pair a lane. What those leave open, and what they do not know, goes this way:
//
// 1. The relative pose in float64, from the difference of the positions: 1 km from the origin costs
//    nothing.
// 2. Halfspaces in closed form.
// 3. GJK in float32 on cores of unit size, to find the features.
// 4. GJK in float64 from those features; the plane across its normal proves the lower bound.
// 5. Where that does not settle it (overlap, touch, slow curves): penetration.h, which brackets the
//    distance from both sides.
// 6. Radii and padding, then the world frame.

#ifndef FARPOINT_SRC_NARROWPHASE_SOLVE_PAIR_H_
#define FARPOINT_SRC_NARROWPHASE_SOLVE_PAIR_H_

#include <memory>

#include "src/narrowphase/answer.h"
#include "src/narrowphase/curved_solver.h"
#include "src/narrowphase/lane_task.h"
#include "src/narrowphase/penetration.h"
#include "src/narrowphase/posed_geometry.h"
#include "src/narrowphase/relative_pair.h"

namespace farpoint::FARPOINT_ISA {

/// Memory reused from pair to pair by one thread. Answers do not depend on what it was used for
/// before.
struct PairScratch {
  PenetrationScratch penetration;
  // Of SolvePairs, made on first use.
  std::unique_ptr<LaneScratch> lanes;
  std::unique_ptr<CurvedScratch> curved;
};

/// The lanes of some instruction set; null for none.
struct LaneSolver {
  /// SolveLanes of lane_solver.h.
  int (*hulls)(const PairOfObjects* pairs, int n, const SolverOptions& options,
               LaneScratch* scratch, PairAnswer* answers, int32_t* open) = nullptr;
  /// SolveCurvedLanes of curved_solver.h.
  void (*curved)(int n, CurvedScratch* scratch) = nullptr;
};

/// Answers n pairs, those that lanes can take by `solve_lanes`; null: by SolvePair. Equal pairs,
/// options and instruction set give equal bits, whatever the neighbours.
void SolvePairs(const PairOfObjects* pairs, int n, const SolverOptions& options,
                LaneSolver solve_lanes, PairScratch* scratch, PairAnswer* answers);

/// Answers one pair; never fails, whatever finite input. Equal input gives equal bits.
PairAnswer SolvePair(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options,
                     PairScratch* scratch);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_SOLVE_PAIR_H_
