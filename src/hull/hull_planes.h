// Farpoint: the planes of a solid hull, and which points are near them.
//
// Many points against many planes: points are halved by place, again and again, and a half keeps
// only those planes that can matter to its box, so that neither count multiplies the other.

#ifndef FARPOINT_SRC_HULL_HULL_PLANES_H_
#define FARPOINT_SRC_HULL_HULL_PLANES_H_

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "src/math/vec3.h"

namespace farpoint {

/// Turns the faces of a solid (f×3 indices into `points`, all of them among `vertices`) so that
/// their corners go counter-clockwise seen from outside; its volume is returned.
double OrientFacesAndMeasure(const std::vector<Vec3d>& points,
                             const std::vector<uint32_t>& vertices,
                             std::vector<std::array<uint32_t, 3>>& faces);

struct HullPlane {
  Vec3d normal;      // unit, outward
  double offset;     // normal · x ≤ offset for all x inside
  double sharpness;  // extent / height of its triangle, ≥ 1: what rounding of a corner grows by
};

/// Of the faces of a solid (f×3 indices into `points`, counter-clockwise from outside), `extent` is
/// the largest norm of a point. Slivers, whose direction is rounding, have none.
std::vector<HullPlane> PlanesOf(const std::vector<Vec3d>& points,
                                const std::vector<std::array<uint32_t, 3>>& faces, double extent);

struct Box {
  Vec3d centre{0, 0, 0}, half{0, 0, 0};
};

/// How far a plane is above a box's centre, and how much the box reaches to either side of that.
inline double Height(const HullPlane& plane, const Vec3d& p) {
  return plane.offset - scalar::Dot(plane.normal, p);
}
inline double Reach(const HullPlane& plane, const Vec3d& half) {
  return std::abs(plane.normal.x) * half.x + std::abs(plane.normal.y) * half.y +
         std::abs(plane.normal.z) * half.z;
}

/// How far below a plane counts as near; negative: how far above.
struct NearTolerance {
  double everywhere = 0;
  double by_sharpness = 0;  // times the plane's, and in addition

  double Of(const HullPlane& plane) const { return everywhere + by_sharpness * plane.sharpness; }
};

/// Ascending indices below `count` that are not in `some`.
std::vector<uint32_t> OthersThan(const std::vector<uint32_t>& some, size_t count);

/// Adds to `near` the members of `candidates` (indices into `points`) that lie outside of a plane
/// or within the tolerance below it; in no order. Stops early, with less, once `cancel` (may be
/// null) is set.
void FindNearPlanes(const std::vector<Vec3d>& points, std::vector<uint32_t> candidates,
                    const std::vector<HullPlane>& planes, const NearTolerance& tolerance,
                    const std::atomic<bool>* cancel, std::vector<uint32_t>* near);

}  // namespace farpoint

#endif  // FARPOINT_SRC_HULL_HULL_PLANES_H_
