// The signed distance of two small polytopes by brute force over all their features.

#ifndef FARPOINT_TESTS_REFERENCE_POLYTOPE_DISTANCE_H_
#define FARPOINT_TESTS_REFERENCE_POLYTOPE_DISTANCE_H_

#include <vector>

#include "tests/reference/vec.h"

namespace farpoint::reference {

/// Of the hulls of two vertex sets, degenerate ones included; no hull is ever built. Apart: the
/// least distance over all vertices against all vertex triples and all vertex pairs against all
/// vertex pairs. Overlapping: minus the least height of the difference over the normals of all
/// vertex triples and of all pairs of vertex pairs, which include every facet of the difference.
/// Exact to some ten units of long double rounding of the coordinates, unless features that are
/// not parallel are so to more than ten digits. Cost n⁴: for at most a dozen vertices each.
Real PolytopeSignedDistance(const std::vector<Vec>& a, const std::vector<Vec>& b);

/// The point of a hull nearest to `point`: itself inside.
Vec NearestInPolytope(const Vec& point, const std::vector<Vec>& vertices);

}  // namespace farpoint::reference

#endif  // FARPOINT_TESTS_REFERENCE_POLYTOPE_DISTANCE_H_
