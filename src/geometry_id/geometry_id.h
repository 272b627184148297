// Farpoint: the content address of a shape.
//
//   GeometryId(Sphere{0.1})  ->  "sha256-…64 hex digits…"
//
// SHA-256 over the ASCII tag `farpoint.shape.v1`, one byte kind, then the parameters as
// little-endian float64:
//
//   1 sphere (radius)              7 halfspace (normal x, y, z as given, offset)
//   2 ellipsoid (x, y, z)          8 point
//   3 box (x, y, z)                9 segment
//   4 capsule (radius, length)    10 triangle
//   5 cylinder (radius, length)   11 prism
//   6 cone (radius, length)       12 mesh
//
// Kinds 8 to 12: uint64 count, then the vertices as given, in order.
// −0.0 is hashed as 0.0. Fields, padding, hulls, triangles and names are not part of an id. Client
// and server share this code, so that a client can ask what is missing before it uploads.

#ifndef FARPOINT_SRC_GEOMETRY_ID_GEOMETRY_ID_H_
#define FARPOINT_SRC_GEOMETRY_ID_GEOMETRY_ID_H_

#include <string>

#include "absl/strings/string_view.h"
#include "src/shape/shape.h"

namespace farpoint {

/// "sha256-" and 64 lower-case hex digits. Float32 vertices are widened by the caller before.
std::string GeometryId(const Shape& shape);

/// Whether `id` has the form of a geometry id (not whether it exists).
bool IsGeometryId(absl::string_view id);

}  // namespace farpoint

#endif  // FARPOINT_SRC_GEOMETRY_ID_GEOMETRY_ID_H_
