// Farpoint: convex hulls of raw vertices, degenerate ones included (qhull does the work).
//
//   ASSIGN_OR_RETURN(ConvexHull hull, BuildConvexHull(vertices.data(), vertices.size()));
//
// Any input has a hull: coincident points give a point, collinear ones a segment, coplanar ones a
// polygon.

#ifndef FARPOINT_SRC_HULL_CONVEX_HULL_H_
#define FARPOINT_SRC_HULL_CONVEX_HULL_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "src/math/vec3.h"

namespace farpoint {

struct ConvexHull {
  int dimension = 0;               // 0 point, 1 segment, 2 polygon, 3 solid
  std::vector<uint32_t> vertices;  // ascending indices into the input: the extreme points
  std::vector<std::array<uint32_t, 3>>
      faces;             // indices into `vertices`, counter-clockwise from outside;
                         // a polygon's fan from one side; empty below dimension 2
  double volume = 0;     // m³; 0 below dimension 3
  double deviation = 0;  // metres: no input point lies farther outside this hull
};

/// The hull of n ≥ 1 finite points (n×3, metres). Among coincident points the lowest index is kept.
/// `Internal` if qhull fails on input that is not degenerate.
absl::StatusOr<ConvexHull> BuildConvexHull(const Vec3d* points, size_t count);

}  // namespace farpoint

#endif  // FARPOINT_SRC_HULL_CONVEX_HULL_H_
