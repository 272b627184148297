// The point of a body nearest to a given one.

#ifndef FARPOINT_TESTS_REFERENCE_NEAREST_POINT_H_
#define FARPOINT_TESTS_REFERENCE_NEAREST_POINT_H_

#include "tests/reference/body.h"

namespace farpoint::reference {

/// The point of the core nearest to `point`: itself inside. For a polytope of n vertices it costs
/// n⁴ up to a dozen, else n³.
Vec CoreNearest(const Body& body, const Vec& point);
/// Distance of a point from the core, 0 inside; from the body.
Real CoreDistance(const Body& body, const Vec& point);
Real Distance(const Body& body, const Vec& point);

}  // namespace farpoint::reference

#endif  // FARPOINT_TESTS_REFERENCE_NEAREST_POINT_H_
