// A posed shape as the reference sees it: heights and farthest points along a direction, in long
// double, from the shapes' definitions and nothing else.

#ifndef FARPOINT_TESTS_REFERENCE_BODY_H_
#define FARPOINT_TESTS_REFERENCE_BODY_H_

#include <array>
#include <vector>

#include "src/math/pose.h"
#include "src/shape/shape.h"
#include "tests/reference/vec.h"

namespace farpoint::reference {

/// A core in the frame that MakeBody was given, and a ball of `radius` swept over it.
struct Body {
  enum class Kind { kPolytope, kEllipsoid, kCylinder, kCone, kHalfspace };
  Kind kind = Kind::kPolytope;
  std::vector<Vec> vertices;  // polytope: the core is their hull
  std::array<Vec, 3> axis;    // of the local frame, unit
  Vec centre;                 // the local origin
  Vec size;                   // half axes; (radius, radius, half length)
  Vec normal;                 // halfspace: unit, normal · x ≤ offset
  Real offset = 0;
  Real radius = 0;  // of a sphere or capsule, and padding
};

/// `shape` at `pose`, world axes, positions measured from `origin` (so that distant poses lose
/// nothing).
Body MakeBody(const Shape& shape, const Pose& pose, Real padding = 0, const Vec& origin = {});

/// The largest n·x over the core, for any n.
Real CoreHeight(const Body& body, const Vec& n);
/// A point of the core where n·x is largest; NaN for a halfspace, which has none.
Vec CoreSupport(const Body& body, const Vec& n);
/// Over the body: the radius adds radius·|n|.
Real Height(const Body& body, const Vec& n);

/// A length that the body's size and offset do not exceed by more than a small factor.
Real Extent(const Body& body);

}  // namespace farpoint::reference

#endif  // FARPOINT_TESTS_REFERENCE_BODY_H_
