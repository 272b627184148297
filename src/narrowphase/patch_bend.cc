#include "src/narrowphase/patch_bend.h"

#include <limits>

#include "src/math/orthogonal.h"

namespace farpoint::FARPOINT_ISA {
namespace {

// The largest |cos| and |sin| of the latitude on the patch.
double LargestCos(const DirectionPatch& p) {
  return std::cos(std::max(0.0, std::abs(p.latitude) - p.half_latitude));
}
double LargestSin(const DirectionPatch& p) {
  constexpr double kRightAngle = 1.5707963267948966;
  return std::sin(std::min(kRightAngle, std::abs(p.latitude) + p.half_latitude));
}

}  // namespace

PatchBend PatchBend::OfPoint(const Vec3d& w, const Vec3d& n, const DirectionPatch& p) {
  const double across = std::hypot(w.x, w.y), way = p.half_latitude + p.half_longitude;
  const double cos = std::hypot(n.x, n.y);
  const double east = cos > 0 ? (w.y * n.x - w.x * n.y) / cos : across;
  const double outward = w.x * n.x + w.y * n.y;
  return {Dot(w, n),     east * n.z,   outward,
          Norm(w) * way, across * way, std::min(across * way, across * LargestCos(p) - outward),
          Norm(w)};
}

// As a rim, or as the one point of it that is farthest at the middle: whichever bends less.
void AddRim(double radius, const Vec3d& axis, const Vec3d& n, const DirectionPatch& patch,
            PatchBend* bend, Vec3d* linear) {
  const Vec3d across = Orthogonal(n, axis);
  const double length = Norm(across);
  const Vec3d point = length > 0 ? across * (radius / length) : Vec3d{0, 0, 0};
  const PatchBend as_point = PatchBend::OfPoint(point, n, patch);
  // With y = a·n the rim's height is r √(1 − y²).
  const double tilt = std::hypot(axis.x, axis.y), cos = LargestCos(patch), sin = LargestSin(patch);
  const double y = std::abs(Dot(axis, n)) + patch.half_latitude + tilt * cos * patch.half_longitude;
  const double least2 = 1 - y * y;
  // h'' + h ≥ 0 along any great circle; along a longitude √(1 − y²) changes with y alone.
  const double least = std::sqrt(std::max(0.0, least2));
  const double turn = y * tilt < least ? y * tilt / least : 1;
  const double way = patch.half_latitude + turn * cos * patch.half_longitude;
  PatchBend as_rim{radius * length, 0, 0, radius * std::min(1 - length, way)};
  if (least2 > 0) {
    const double cubed = least2 * least;
    // Along a meridian it is r (y'²/√³ − y²/√) too, y' = a·∂n/∂φ: nothing where that keeps to y =
    // 0.
    const double east = std::hypot(n.x, n.y);
    const double y_north =
        std::abs(axis.z * east - (east > 0 ? n.z * (axis.x * n.x + axis.y * n.y) / east : 0)) +
        patch.half_latitude + tilt * sin * patch.half_longitude;
    as_rim.latitude_off =
        std::min(as_rim.latitude + as_rim.latitude_off, radius * y_north * y_north / cubed) -
        as_rim.latitude;
    as_rim.mixed_off = radius * (tilt * cos / cubed + y * tilt * sin / least);
    as_rim.longitude_off = radius * (tilt * tilt * cos * cos / cubed + y * tilt * cos / least);
  }
  const double y_near = std::abs(Dot(axis, n)) + patch.half_latitude + patch.half_longitude;
  as_rim.swell = y_near < 1 ? radius / std::sqrt(1 - y_near * y_near)
                            : std::numeric_limits<double>::infinity();
  const bool rim = tilt == 0 || (least2 > 0 && as_rim.Loss(patch) < as_point.Loss(patch));
  if (rim) {
    bend->Add(as_rim);
  } else {
    *linear = *linear + point;
  }
}

// As itself, or as the point of it that is farthest at the middle: whichever bends less.
void AddEllipsoid(const Vec3d stretch[3], const Vec3d& n, const DirectionPatch& patch,
                  PatchBend* bend, Vec3d* linear) {
  // q = |M n|² = cos²φ e(θ) + 2 sin φ cos φ c(θ) + sin²φ q_zz.
  double xx = 0, xy = 0, yy = 0, zz = 0, xz = 0, yz = 0, q = 0;
  Vec3d point{0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    const Vec3d& s = stretch[i];
    const double along = Dot(s, n);
    q += along * along;
    point = point + s * along;
    xx += s.x * s.x, xy += s.x * s.y, yy += s.y * s.y;
    zz += s.z * s.z, xz += s.x * s.z, yz += s.y * s.z;
  }
  const double height = std::sqrt(q);
  point = height > 0 ? point * (1 / height) : Vec3d{0, 0, 0};
  const PatchBend as_point = PatchBend::OfPoint(point, n, patch);
  const double unround = std::hypot((xx - yy) / 2, xy), skew = std::hypot(xz, yz);
  const double cos = LargestCos(patch), sin = LargestSin(patch),
               both = std::min(1.0, 2 * sin * cos);
  const double flat = std::abs(zz - (xx + yy) / 2) + unround;
  const double by_latitude = both * flat + 2 * skew;
  const double by_longitude = 2 * cos * (unround * cos + skew * sin);
  const double least = q - by_latitude * patch.half_latitude - by_longitude * patch.half_longitude;
  if (least > 0) {
    const double root = std::sqrt(least), cubed = least * root;
    const double largest =
        q + by_latitude * patch.half_latitude + by_longitude * patch.half_longitude;
    PatchBend as_itself;
    as_itself.latitude = std::min(  // h'' + h ≥ 0 along any great circle
        std::sqrt(largest), (flat + 2 * skew) / root + by_latitude * by_latitude / (4 * cubed));
    as_itself.mixed_off =
        (2 * both * unround + 2 * skew) / (2 * root) + by_latitude * by_longitude / (4 * cubed);
    as_itself.longitude_off = (4 * cos * cos * unround + 2 * cos * sin * skew) / (2 * root) +
                              by_longitude * by_longitude / (4 * cubed);
    const double stretch2 = xx + yy + zz;
    const double near = height - std::sqrt(stretch2) * (patch.half_latitude + patch.half_longitude);
    as_itself.swell = near > 0 ? stretch2 / near : std::numeric_limits<double>::infinity();
    if (as_itself.Loss(patch) < as_point.Loss(patch)) {
      bend->Add(as_itself);
      return;
    }
  }
  *linear = *linear + point;
}

}  // namespace farpoint::FARPOINT_ISA
