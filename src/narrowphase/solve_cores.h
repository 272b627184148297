// Farpoint: the signed distance of two cores that are not halfspaces.
//
// GJK first. Where that does not settle it (overlap, touch, slow curves), what the overlap mode
// asks for: penetration.h brackets the depth from both sides, portal_refinement.h estimates it, or
// four points of GJK prove that there is one.

#ifndef FARPOINT_SRC_NARROWPHASE_SOLVE_CORES_H_
#define FARPOINT_SRC_NARROWPHASE_SOLVE_CORES_H_

#include "src/narrowphase/answer.h"
#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/depth_interval.h"
#include "src/narrowphase/lane_task.h"
#include "src/narrowphase/penetration.h"
#include "src/narrowphase/relative_pair.h"

namespace farpoint::FARPOINT_ISA {

/// `cutoff`: metres between the cores, beyond which the answer is `beyond`; infinite for never.
/// `warm`: where the lanes left the pair, or null. Adds the support queries made to `iterations`.
CoreAnswer SolveCores(const RelativePair& pair, const SolverOptions& options, double cutoff,
                      const LaneAnswer* warm, PenetrationScratch* scratch, uint32_t* iterations);

/// The answer to an overlap that `depth` proves (lower > 0). Looks for the point that touches where
/// `depth` has none.
CoreAnswer AnswerDepth(const RelativePair& pair, const DepthInterval& depth, uint32_t* iterations);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_SOLVE_CORES_H_
