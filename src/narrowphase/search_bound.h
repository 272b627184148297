// Farpoint: what one plane of the search in float32 proves.
//
// The search asks for the vertices farthest along ∓u, u = v/|v|, and makes w = p0 − R·p1 − t of
// them. u·w would be a lower bound of the distance if those were the farthest and w were exact. How
// far the truth may lie below u·w, in units of the pair (radii ρ0, ρ1 ≤ 1), with ε = 2⁻²⁴:
//
// - The direction asked along, of either core in its frame, is off by 12ε: 5ε for the square, the
//   root, the inverse and the product of unit_, 7ε for the rotation's entries and their products.
//   The height of the farthest vertex changes by ρ times as much, and that of the one found too.
// - The list of its cell holds the farthest vertex (exact_cells.h).
// - Of those in the list the highest by rounded coordinates is found, and stands for itself in w. A
//   direction's coordinates are cut by less than 1.01 steps: either of the two heights is off by
//   √3·1.01 steps at most. The rounded farthest vertex is off by half a step (and its float32) in
//   each coordinate: √3·0.51. Eight steps² are lost to the place in the block. In all less than
//   4.4 steps of ρ/kBlockSteps, with the 24ε above, a twentieth of a step, less than 4.5.
// - Coordinates times their scale, the rotation, and the differences round each coordinate of w by
//   8ε·(ρ0 + ρ1 + |t|) at most, so w by 14ε·(ρ0 + ρ1 + |t|).
//
// The product u·w is taken here in float64, of the float32 numbers as they are.

#ifndef FARPOINT_SRC_NARROWPHASE_SEARCH_BOUND_H_
#define FARPOINT_SRC_NARROWPHASE_SEARCH_BOUND_H_

#include "src/math/lane.h"
#include "src/support/cell_blocks.h"

namespace farpoint::FARPOINT_ISA {

/// Metres: how far below u·w the distance of two cores may lie, whose radii add up to `radii` and
/// which with the way between their centres are `size` large.
FARPOINT_HD inline double SearchRoundingOf(double radii, double size) {
  return 5.0 / kBlockSteps * radii + 0x1p-20 * size;
}

/// u·w; NaN where v is too short for the above.
FARPOINT_HD inline double SearchHeight(const Vec3d& v, const Vec3d& w) {
  // Squares of coordinates that leave the range of float32 are nothing beside it.
  constexpr double kShortest = 1e-30;
  const double squared = Dot(v, v);
  return squared > kShortest ? Dot(v, w) / Sqrt(squared) : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_SEARCH_BOUND_H_
