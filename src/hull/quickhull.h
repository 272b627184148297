// Farpoint: one run of qhull, point by point, so that it can be stopped.
//
// Qhull's own entry builds a hull in one go, however long that takes. Here its incremental loop is
// driven from outside, and between two points it is asked whether to go on.

#ifndef FARPOINT_SRC_HULL_QUICKHULL_H_
#define FARPOINT_SRC_HULL_QUICKHULL_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace farpoint {

struct QuickhullLimits {
  const std::atomic<bool>* cancel = nullptr;  // stop soon once it is set; may be null
  /// Stop when the hull of the points so far has more vertices than this.
  int64_t max_vertices = INT32_MAX;
  /// Stop when merging coplanar facets costs more than this. A point costs as much as the facets
  /// around it have corners, so facets with many corners make merging quadratic; a second is some
  /// millions. Also when points are added, dropped and added again without end.
  int64_t max_merge_work = INT64_MAX;
};

enum class QuickhullEnd { kDone, kFailed, kCancelled, kTooManyVertices, kTooMuchMerging };

struct Quickhull {
  QuickhullEnd end = QuickhullEnd::kFailed;
  // Meaningful when `end` is kDone; indices into the points given.
  std::vector<uint32_t> vertices;              // ascending
  std::vector<std::array<uint32_t, 3>> faces;  // either orientation; empty in two dimensions
  double max_outside = 0;                      // no point is farther above the vertices of a facet
};

/// The hull of n points in `dimension` 2 or 3 that span it, coordinates within ±1: n×dimension
/// numbers. With `merge` facets that are coplanar but for rounding become one and are cut into
/// triangles at the end; without, points must be in general position, else qhull fails.
Quickhull RunQuickhull(std::vector<double>& coordinates, int dimension, bool merge,
                       const QuickhullLimits& limits);

}  // namespace farpoint

#endif  // FARPOINT_SRC_HULL_QUICKHULL_H_
