#include "src/hull/moved_hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "src/hull/cancel.h"
#include "src/hull/hull_planes.h"
#include "src/hull/thinning.h"

namespace farpoint {
namespace {

using scalar::Dot;

// How far points are moved along each axis where merging costs too much; the next is tried when
// rounding still defeats qhull.
constexpr double kMoves[] = {1e-13, 1e-12, 1e-11};
// Times as much are they drawn towards the centre, the nearer the more: what is straight or flat
// becomes hollow, so that noise does not make its inner points extreme. x(1 - x²) is below 0.4.
constexpr double kDent = 2;
// So far may a plane be off, times its sharpness.
constexpr double kPlaneRounding = 1e-15;

// Uniform in [-1, 1), the same for the same `n`: a hash, not a stream, so that order is nothing.
double Noise(uint64_t n) {
  n = (n + 1) * 0x9e3779b97f4a7c15;
  n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9;
  n = (n ^ n >> 27) * 0x94d049bb133111eb;
  return static_cast<double>(static_cast<int64_t>(n ^ n >> 31)) * 0x1p-63;
}

// The hull of a solid set with facets of too many corners.
Quickhull Moved(const std::vector<Vec3d>& points, const QuickhullLimits& limits) {
  const Thinned thinned = DropInnerPoints(points, limits.cancel);
  Quickhull hull;
  hull.end = QuickhullEnd::kFailed;
  for (double move : kMoves) {
    if (IsSet(limits.cancel)) hull.end = QuickhullEnd::kCancelled;
    if (hull.end != QuickhullEnd::kFailed) break;
    std::vector<double> coordinates;
    coordinates.reserve(3 * thinned.kept.size());
    for (uint32_t i : thinned.kept) {
      const Vec3d& p = points[i];
      const double shrink = 1 - kDent * move * (1 - Dot(p, p));
      for (double x : {p.x, p.y, p.z}) {
        coordinates.push_back(x * shrink + move * Noise(coordinates.size()));
      }
    }
    hull = RunQuickhull(coordinates, 3, /*merge=*/false, limits);
    if (hull.end == QuickhullEnd::kDone && hull.max_outside > move) {  // not convex
      hull.end = QuickhullEnd::kFailed;
      continue;
    }
    // Once for the point that is dropped, once for those that stay.
    hull.max_outside += 2 * (std::sqrt(3.0) + 0.4 * kDent) * move + thinned.deviation;
  }
  for (uint32_t& v : hull.vertices) v = thinned.kept[v];
  for (auto& face : hull.faces) {
    for (uint32_t& v : face) v = thinned.kept[v];
  }
  return hull;
}

// Makes vertices of the points that are farther outside than the hull says. Qhull looks for the
// facet that a point is above from near to near; where facets are many and narrow it may give up
// too early, and without merging it does not look again.
void KeepWhatIsOutside(const std::vector<Vec3d>& points, const std::atomic<bool>* cancel,
                       Quickhull* hull) {
  OrientFacesAndMeasure(points, hull->vertices, hull->faces);
  std::vector<uint32_t> outside;
  FindNearPlanes(points, OthersThan(hull->vertices, points.size()),
                 PlanesOf(points, hull->faces, 1.0), {-hull->max_outside, -kPlaneRounding}, cancel,
                 &outside);
  hull->vertices.insert(hull->vertices.end(), outside.begin(), outside.end());
  std::sort(hull->vertices.begin(), hull->vertices.end());
}

}  // namespace

Quickhull HullOfMovedPoints(const std::vector<Vec3d>& points, const QuickhullLimits& limits) {
  Quickhull hull = Moved(points, limits);
  if (hull.end == QuickhullEnd::kDone) KeepWhatIsOutside(points, limits.cancel, &hull);
  return hull;
}

}  // namespace farpoint
