// Farpoint: GJK on a pair, from nothing to the best that float64 can tell.
//
// In float32 on cores of unit size first, by the support field asked for, to find the features;
// then in float64 from those features, with exact supports: a field that is only nearly right, or a
// variant that takes another way, changes where the search goes, not what it proves.

#ifndef FARPOINT_SRC_NARROWPHASE_GJK_SEARCH_H_
#define FARPOINT_SRC_NARROWPHASE_GJK_SEARCH_H_

#include "src/narrowphase/answer.h"
#include "src/narrowphase/gjk.h"
#include "src/narrowphase/lane_task.h"
#include "src/narrowphase/relative_pair.h"

namespace farpoint::FARPOINT_ISA {

/// Stops once the distance of the cores is proven to exceed `cutoff` (metres; infinite: never). At
/// most 64 queries in float32 and 4 times 128 in float64; `iterations` of the state counts them.
/// `warm`: where the lanes left the pair, instead of float32; or null.
GjkState<double> SearchGjk(const RelativePair& pair, const SolverOptions& options, double cutoff,
                           const LaneAnswer* warm);

/// What GJK's last simplex says: the two nearest points, and the plane between them.
struct GjkBracket {
  Vec3d p0, v;   // v = p0 − p1
  double upper;  // |v|: the cores are not farther apart
  double lower;  // proven by the plane below, rounding not yet taken off
  Vec3d normal;  // unit, from core 0 to core 1
};
GjkBracket BracketOf(const GjkState<double>& state);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_GJK_SEARCH_H_
