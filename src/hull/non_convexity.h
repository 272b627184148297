// Farpoint: how far a mesh is from the hull that stands for it.

#ifndef FARPOINT_SRC_HULL_NON_CONVEXITY_H_
#define FARPOINT_SRC_HULL_NON_CONVEXITY_H_

#include <atomic>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "src/shape/mesh.h"

namespace farpoint {

/// Metres, ≥ 0: the largest distance of a triangle's corner, edge midpoint or centroid from the
/// boundary of the hull; 0 where that is rounding, without triangles, and for a flat hull.
/// Indices must be below the number of vertices; `hull_vertices` are those of ConvexHull.
/// Triangles are searched where the deepest may be first, and what cannot be deeper than the best
/// so far is left out: near linear for dented meshes, n^1.5 for finely round convex ones, a
/// product of both counts at worst. Therefore the search ends after 5·10⁸ steps, some seconds (a
/// point against a plane, a triangle put in its place): the result is then the largest depth
/// found, a lower bound, the same on every run. `Cancelled` soon after `cancel` (may be null) is
/// set.
absl::StatusOr<double> NonConvexity(const std::vector<Vec3d>& vertices,
                                    const std::vector<uint32_t>& hull_vertices,
                                    const std::vector<MeshTriangle>& triangles,
                                    const std::atomic<bool>* cancel = nullptr);

}  // namespace farpoint

#endif  // FARPOINT_SRC_HULL_NON_CONVEXITY_H_
