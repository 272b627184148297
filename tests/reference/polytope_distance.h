// The signed distance of two polytopes by brute force over all their features.

#ifndef FARPOINT_TESTS_REFERENCE_POLYTOPE_DISTANCE_H_
#define FARPOINT_TESTS_REFERENCE_POLYTOPE_DISTANCE_H_

#include <vector>

#include "tests/reference/vec.h"

namespace farpoint::reference {

/// Of the hulls of two vertex sets, degenerate ones included. Apart: the least distance over all
/// vertices against all faces and all edges against all edges. Overlapping: minus the least height
/// of the difference over the normals of all faces and of all pairs of edges, which include every
/// facet of the difference. Of up to a dozen vertices no hull is built: each triple counts as a
/// face and each pair as an edge (hull_features.h). Exact to some ten units of long double rounding
/// of the coordinates, unless features that are not parallel are so to more than ten digits. Cost
/// n⁴ up to a dozen vertices each, else n³: 100 and 100 take some tens of milliseconds.
Real PolytopeSignedDistance(const std::vector<Vec>& a, const std::vector<Vec>& b);

/// The point of a hull nearest to `point`: itself inside.
Vec NearestInPolytope(const Vec& point, const std::vector<Vec>& vertices);

}  // namespace farpoint::reference

#endif  // FARPOINT_TESTS_REFERENCE_POLYTOPE_DISTANCE_H_
