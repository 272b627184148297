// Farpoint: points that agree with the plane.
//
// The plane that proves a distance and the points that are nearest may come from different steps of
// a search, and then disagree by the root of what the bracket is wide. Here the points are looked
// for anew, on the plane: by GJK towards where it should touch, which is exact for flat features,
// and by alternating projections (Cheney and Goldstein, "Proximity maps for convex sets", 1959),
// which keep points on curved cores and need no difference of large numbers.

#ifndef FARPOINT_SRC_NARROWPHASE_WITNESSES_H_
#define FARPOINT_SRC_NARROWPHASE_WITNESSES_H_

#include <cstdint>

#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/gjk_search.h"
#include "src/narrowphase/relative_pair.h"

namespace farpoint::FARPOINT_ISA {

/// Improves `answer`'s p0 until p0 + distance · normal is on core 1 but for the pair's rounding, if
/// it can; what is left of `off` (metres, how far it is now, infinite if unknown) the error bound
/// covers. Adds the queries made to `iterations`.
void AgreeWithPlane(const RelativePair& pair, double off, CoreAnswer* answer, uint32_t* iterations);

/// The answer of two cores that `gjk` proves apart: its points and its plane if they are of one
/// mind, else whichever of better points with their own plane and better points on its plane agree
/// better. The error bound covers the distance, the points, and the plane of the normal.
CoreAnswer AnswerApart(const RelativePair& pair, const GjkBracket& gjk, uint32_t* iterations);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_WITNESSES_H_
