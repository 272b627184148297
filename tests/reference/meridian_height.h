// The same for two solids of revolution whose axes are parallel, in their common meridian plane.
//
// Points, segments, cylinders, cones and spheroids have heights that depend only on the
// direction's parts across and along their axis, so h(n) = P(ρ, z) − t·n with ρ ≥ 0 the part
// across and t the way from centre to centre; given ρ and z it is least where n leans towards t.
// What is left is a half circle of directions (ρ, z), and a circle of equal minima in space
// becomes one direction. Axes that are not quite parallel are those after a turn of the smaller
// core about its centre, which moves none of its points by more than its radius times the angle.

#ifndef FARPOINT_TESTS_REFERENCE_MERIDIAN_HEIGHT_H_
#define FARPOINT_TESTS_REFERENCE_MERIDIAN_HEIGHT_H_

#include <optional>

#include "tests/reference/least_height.h"

namespace farpoint::reference {

/// Branch and bound over arcs of the half circle, as LeastCoreHeight. Nothing unless both cores
/// are of revolution and their axes parallel to within a sine of 1e-3, the cost of which is in
/// the bracket. `direction` is not set.
std::optional<LeastHeight> LeastMeridianHeight(const Body& a, const Body& b, int parts, Real width);

}  // namespace farpoint::reference

#endif  // FARPOINT_TESTS_REFERENCE_MERIDIAN_HEIGHT_H_
