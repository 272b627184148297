// Farpoint: how much the parts of a height can bend down over a patch of directions.

#ifndef FARPOINT_SRC_NARROWPHASE_PATCH_BEND_H_
#define FARPOINT_SRC_NARROWPHASE_PATCH_BEND_H_

#include <algorithm>
#include <cmath>

#include "src/math/vec3.h"
#include "src/narrowphase/direction_patch.h"

namespace farpoint::FARPOINT_ISA {

/// Minus a second derivative: its value at the middle and how far from it it gets on the patch;
/// only the side above matters. Negative ones tell that a part bends up, which makes up for another
/// that bends down.
struct PatchBend {
  double latitude = 0, mixed = 0, longitude = 0;
  double latitude_off = 0, mixed_off = 0, longitude_off = 0;
  // No second derivative along a great circle is larger, as far around the middle as the patch
  // reaches: the way from there to a corner need not lie on the patch.
  double swell = 0;

  double Loss(const DirectionPatch& p) const {
    const double u = p.half_latitude, v = p.half_longitude;
    return std::max(0.0, latitude + latitude_off) * u * u +
           2 * (std::abs(mixed) + mixed_off) * u * v +
           std::max(0.0, longitude + longitude_off) * v * v;
  }
  void Add(const PatchBend& o) {
    latitude += o.latitude;
    mixed += o.mixed;
    longitude += o.longitude;
    latitude_off += o.latitude_off;
    mixed_off += o.mixed_off;
    longitude_off += o.longitude_off;
    swell += o.swell;
  }
  /// Of w·n, n being the middle.
  static PatchBend OfPoint(const Vec3d& w, const Vec3d& n, const DirectionPatch& p);
};

/// Adds a rim of `radius` about `axis` (unit), or the one point of it that is farthest at the
/// middle `n`, whichever bends less: a rim to `bend`, a point to `linear`.
void AddRim(double radius, const Vec3d& axis, const Vec3d& n, const DirectionPatch& patch,
            PatchBend* bend, Vec3d* linear);

/// The same of an ellipsoid with the half axes `stretch`, as vectors.
void AddEllipsoid(const Vec3d stretch[3], const Vec3d& n, const DirectionPatch& patch,
                  PatchBend* bend, Vec3d* linear);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_PATCH_BEND_H_
