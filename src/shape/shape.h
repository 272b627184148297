// Farpoint: any shape.
//
//   Shape cup = Cylinder{.radius = 0.04, .length = 0.1};
//   absl::Status status = Validate(cup);
//
// One header a shape holds its parameters, their validation and its support function; this one
// closes the set. A shape says what a client asked for; src/support/geometry.h makes it ready for
// questions.

#ifndef FARPOINT_SRC_SHAPE_SHAPE_H_
#define FARPOINT_SRC_SHAPE_SHAPE_H_

#include <variant>

#include "absl/status/status.h"
#include "src/shape/box.h"
#include "src/shape/capsule.h"
#include "src/shape/cone.h"
#include "src/shape/cylinder.h"
#include "src/shape/ellipsoid.h"
#include "src/shape/halfspace.h"
#include "src/shape/mesh.h"
#include "src/shape/point.h"
#include "src/shape/prism.h"
#include "src/shape/segment.h"
#include "src/shape/sphere.h"
#include "src/shape/triangle.h"

namespace farpoint {

using Shape = std::variant<Sphere, Ellipsoid, Box, Capsule, Cylinder, Cone, Halfspace, Point,
                           Segment, Triangle, Prism, Mesh>;

/// OK, or `InvalidArgument` whose message begins with the parameter at fault, with its index, and a
/// colon
/// ("radii[1]: …", "vertices[17]: …").
inline absl::Status Validate(const Shape& shape) {
  return std::visit([](const auto& s) { return Validate(s); }, shape);
}

/// The shape's name as in requests: "sphere", "ellipsoid", …, "mesh".
const char* ShapeName(const Shape& shape);

}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_SHAPE_H_
