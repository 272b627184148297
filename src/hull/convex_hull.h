// Farpoint: convex hulls of raw vertices, degenerate ones included (qhull does the work).
//
//   ASSIGN_OR_RETURN(ConvexHull hull, BuildConvexHull(vertices.data(), vertices.size()));
//
// Any input has a hull: coincident points give a point, collinear ones a segment, coplanar ones a
// polygon. Whatever is smaller than 1e-150 m, the squares of which float64 does not hold, gives a
// point, and `deviation` is then its size.
//
// How the work is bounded: qhull merges coplanar facets, which is exact but quadratic in their
// corners. Up to a budget in counts, which ordinary meshes never reach, that is what is done. Past
// it points that a hull of a neighbourhood shows to be inside are dropped first, then all are moved
// by 1e-13 to 1e-11 of the extent, at random but the same on every run, so that nothing is coplanar
// and nothing has to be merged. `deviation` counts the move.

#ifndef FARPOINT_SRC_HULL_CONVEX_HULL_H_
#define FARPOINT_SRC_HULL_CONVEX_HULL_H_

#include <array>
#include <atomic>
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
                         // a polygon's fan from one side; empty below dimension 2, and for a
                         // set too thin for qhull. A thin set keeps all its points: then some are
                         // in no face
  double volume = 0;     // m³; 0 below dimension 3
  double deviation = 0;  // metres: no input point lies farther outside this hull
  /// Ascending indices into the input: all distinct points on the hull's boundary, be they extreme
  /// or not. Generous by rounding; below dimension 3 every distinct point.
  std::vector<uint32_t> boundary;
};

struct HullLimits {
  /// A hull with more vertices is refused. Early: as soon as the points looked at so far have a
  /// hull with a quarter more than that.
  int64_t max_vertices = INT32_MAX;
  /// Looked at between steps of some milliseconds (of a second or so with many millions of points);
  /// null: never. Must outlive the call.
  const std::atomic<bool>* cancel = nullptr;
};

/// The hull of n ≥ 1 finite points (n×3, metres). Among coincident points the lowest index is kept.
/// `InvalidArgument` naming `vertices` and `max_hull_vertices` for too many vertices, `Cancelled`
/// soon after the flag is set, `Internal` if qhull cannot be had.
absl::StatusOr<ConvexHull> BuildConvexHull(const Vec3d* points, size_t count,
                                           const HullLimits& limits = {});

}  // namespace farpoint

#endif  // FARPOINT_SRC_HULL_CONVEX_HULL_H_
