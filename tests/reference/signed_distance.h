// Where the true signed distance of two bodies must lie, computed without the solver.

#ifndef FARPOINT_TESTS_REFERENCE_SIGNED_DISTANCE_H_
#define FARPOINT_TESTS_REFERENCE_SIGNED_DISTANCE_H_

#include "tests/reference/body.h"
#include "tests/reference/least_height.h"
#include "tests/reference/vec.h"

namespace farpoint::reference {

/// What a solver offers. Its plane and points are measured, never believed: any unit normal
/// bounds from below, any two points of the bodies from above. It saves time; without it (zeros,
/// NaN) the bracket holds as well.
struct Offer {
  Vec normal, point_a, point_b;
};

/// Metres; the truth lies within, whatever the effort.
struct Bracket {
  Real lower = 0, upper = 0;
  Real middle() const { return (lower + upper) / 2; }
  Real width() const { return upper - lower; }
};

/// −min over unit n of h_A(n) + h_B(−n), which is the signed distance of any two convex bodies.
///   halfspaces             exact but for long double rounding; the offer is not used
///   two polytopes          the same (up to effort.vertices each), by polytope_distance.h
///   others, cores apart    from the best plane near the offer's normal to the points of both
///                          cores that alternating projection finds from the offer's
///   others, and where that leaves more than effort.width
///                          branch and bound over directions: least_height.h, meridian_height.h
Bracket SignedDistance(const Body& a, const Body& b, const Offer& offer, const Effort& effort = {});

}  // namespace farpoint::reference

#endif  // FARPOINT_TESTS_REFERENCE_SIGNED_DISTANCE_H_
