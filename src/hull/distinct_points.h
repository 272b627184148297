// Farpoint: which of many points are the first at their place.

#ifndef FARPOINT_SRC_HULL_DISTINCT_POINTS_H_
#define FARPOINT_SRC_HULL_DISTINCT_POINTS_H_

#include <atomic>
#include <cstdint>
#include <vector>

#include "src/math/vec3.h"

namespace farpoint {

/// Ascending indices of the points that differ from all before them; -0.0 equals 0.0. O(n log n)
/// whatever the points: a client chooses them. None soon after `cancel` (may be null) is set.
std::vector<uint32_t> DistinctPoints(const Vec3d* points, size_t count,
                                     const std::atomic<bool>* cancel = nullptr);

}  // namespace farpoint

#endif  // FARPOINT_SRC_HULL_DISTINCT_POINTS_H_
