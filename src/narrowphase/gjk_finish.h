// Farpoint: the last steps of GJK, by planes.
//
// GJK measures progress by the length of v, and so does the choice among the faces of its simplex:
// a move by the root of float64's precision across v does not change its length, but tilts the
// plane by as much. Here the face is chosen whose own plane has the simplex farthest behind it,
// which tells such moves to the last digit, and its normal is taken across its edges: near the
// origin v is a small difference of large numbers, whose direction is noise along them.

#ifndef FARPOINT_SRC_NARROWPHASE_GJK_FINISH_H_
#define FARPOINT_SRC_NARROWPHASE_GJK_FINISH_H_

#include <cstdint>

#include "src/narrowphase/gjk.h"
#include "src/narrowphase/gjk_search.h"
#include "src/narrowphase/relative_pair.h"

namespace farpoint::FARPOINT_ISA {

/// Improves the bracket of cores that GJK left apart in `state` until the plane and the points meet
/// but for rounding, or 16 steps bring nothing new. Adds the support queries to `iterations`.
void FinishByPlanes(const RelativePair& pair, const GjkState<double>& state, GjkBracket* bracket,
                    uint32_t* iterations);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_GJK_FINISH_H_
