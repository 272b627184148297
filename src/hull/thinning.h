// Farpoint: dropping points that a hull of their neighbourhood shows to be inside.

#ifndef FARPOINT_SRC_HULL_THINNING_H_
#define FARPOINT_SRC_HULL_THINNING_H_

#include <atomic>
#include <cstdint>
#include <vector>

#include "src/math/vec3.h"

namespace farpoint {

struct Thinned {
  std::vector<uint32_t> kept;  // ascending indices into the points
  double deviation = 0;        // no point is farther outside the hull of those kept
};

/// Cuts points (coordinates within ±1) into neighbourhoods and keeps the hull of each, again and
/// again while that pays. Stops early, with more, once `cancel` (may be null) is set.
Thinned DropInnerPoints(const std::vector<Vec3d>& points, const std::atomic<bool>* cancel);

}  // namespace farpoint

#endif  // FARPOINT_SRC_HULL_THINNING_H_
