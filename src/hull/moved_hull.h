// Farpoint: the hull of a solid set whose facets have too many corners to be merged.
//
// All points are moved a little, at random but the same on every run, so that nothing is coplanar
// and nothing has to be merged; before that, those that are surely inside are dropped.

#ifndef FARPOINT_SRC_HULL_MOVED_HULL_H_
#define FARPOINT_SRC_HULL_MOVED_HULL_H_

#include <vector>

#include "src/hull/quickhull.h"
#include "src/math/vec3.h"

namespace farpoint {

/// Of points with norms of at most 1 that span three dimensions; indices into them. `max_outside`
/// counts the moves; what sticks out farther is a vertex, though no face may have it.
Quickhull HullOfMovedPoints(const std::vector<Vec3d>& points, const QuickhullLimits& limits);

}  // namespace farpoint

#endif  // FARPOINT_SRC_HULL_MOVED_HULL_H_
