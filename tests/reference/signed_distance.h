// Where the true signed distance of two bodies must lie, computed without the solver.

#ifndef FARPOINT_TESTS_REFERENCE_SIGNED_DISTANCE_H_
#define FARPOINT_TESTS_REFERENCE_SIGNED_DISTANCE_H_

#include "tests/reference/body.h"
#include "tests/reference/vec.h"

namespace farpoint::reference {

/// What a solver offers. Its plane and points are measured, never believed: any unit normal bounds
/// from below, any two points of the bodies from above.
struct Offer {
  Vec normal, point_a, point_b;
};

/// How hard to look for a shallower way out of a curved overlap: directions tried, and how many of
/// the best are refined.
struct SearchEffort {
  int directions = 500;
  int refined = 4;
};

struct Bracket {
  Real lower = 0, upper = 0;
  bool overlapping_cores = false;
  Real middle() const { return (lower + upper) / 2; }
  Real width() const { return upper - lower; }
};

/// −min over unit n of h_A(n) + h_B(−n), which is the signed distance of any two convex bodies.
///   halfspaces, polytopes   exact but for long double rounding, the offer is not used
///   curved, cores apart     from the best plane near the offer's normal to the points of both
///                           cores that alternating projection finds from the offer's
///   curved, cores overlap   the shallowest of all directions tried, the offer's among them; the
///                           truth is never below, and above only if the search missed the minimum
Bracket SignedDistance(const Body& a, const Body& b, const Offer& offer,
                       const SearchEffort& effort = {});

/// The least h_A(n) + h_B(−n) found from a Fibonacci lattice of directions and `guess` (unit) by
/// pattern search.
Real LeastHeightFound(const Body& a, const Body& b, const Vec& guess, const SearchEffort& effort);

}  // namespace farpoint::reference

#endif  // FARPOINT_TESTS_REFERENCE_SIGNED_DISTANCE_H_
