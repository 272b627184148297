// The least height of the difference of two cores over all directions, proven from both sides.
//
// h(n) = h_A(n) + h_B(−n) is the height of the difference A − B: positively homogeneous and
// convex, and −min h over unit n is the cores' signed distance. Branch and bound over spherical
// triangles: every n of the triangle with corners nᵢ is Σλᵢnᵢ with λ ≥ 0, and h(n) ≥ n·w for
// every point w of the difference, so h(n) ≥ Σλᵢ · minᵢ nᵢ·w, where 1 ≤ Σλᵢ ≤ 1 / minᵢ nᵢ·c for
// the unit centre c. As w the best convex combination of the support points in the corners
// serves.

#ifndef FARPOINT_TESTS_REFERENCE_LEAST_HEIGHT_H_
#define FARPOINT_TESTS_REFERENCE_LEAST_HEIGHT_H_

#include "tests/reference/body.h"
#include "tests/reference/vec.h"

namespace farpoint::reference {

/// How hard to look. An isolated minimum takes some thousand parts; where it is a circle or a
/// whole patch of the sphere, n parts leave a width of about size/n² (circle) or size/n.
struct Effort {
  int parts = 20'000;   // of the sphere of directions at most
  Real width = 1e-13L;  // stop here, relative to the extent of both bodies
  int vertices = 16;    // of a polytope at most, to look at all its features: that costs n³
};

/// Metres; but for rounding the minimum lies within, and `upper` is a height of `direction`.
struct LeastHeight {
  Real lower = 0, upper = 0;
  Vec direction;
};

/// Height of the difference of the cores along n.
Real CoreSum(const Body& a, const Body& b, const Vec& n);

/// Of two bounded cores. `guess` (unit): a direction that may be near the minimum; it only saves
/// time. Stops at `width` (metres) or after `parts`.
LeastHeight LeastCoreHeight(const Body& a, const Body& b, const Vec& guess, int parts, Real width);

}  // namespace farpoint::reference

#endif  // FARPOINT_TESTS_REFERENCE_LEAST_HEIGHT_H_
