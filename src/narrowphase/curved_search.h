// Farpoint: one pair of cores with formulas, on the way of the lanes (curved_solver.h).

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_SEARCH_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_SEARCH_H_

#include <cstdint>

#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/curved_task.h"

namespace farpoint::FARPOINT_ISA {

/// True, and `answer` is proven, or false where another way has to be gone. At most 16 steps in
/// float32 and 8 in float64, which `iterations` goes up by.
bool SolveCurved(const CurvedPair<double>& pair, const CurvedLimits<double>& limits,
                 CoreAnswer* answer, uint32_t* iterations);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_SEARCH_H_
