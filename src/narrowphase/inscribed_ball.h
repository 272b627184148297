// Farpoint: what four points of a difference prove about its depth.

#ifndef FARPOINT_SRC_NARROWPHASE_INSCRIBED_BALL_H_
#define FARPOINT_SRC_NARROWPHASE_INSCRIBED_BALL_H_

#include <limits>

#include "src/math/lane.h"
#include "src/math/vec3.h"

namespace farpoint::FARPOINT_ISA {

/// The radius of a ball about the origin that is inside the tetrahedron {a, b, c, d} for sure, or
/// −infinity if nothing is. `rounding`: metres, what each corner may be off by, at least
/// 8 epsilon times the size of the pair.
FARPOINT_HD inline double InscribedBall(const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                        const Vec3d& d, double rounding) {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  const Vec3d corner[4] = {a, b, c, d};
  double longest = 0;
  for (const Vec3d& p : corner) longest = Max(longest, Norm(p));
  // Of six times the volume of a corner tetrahedron with the origin: three edges of at most twice
  // that length, each off by twice the rounding, and the products' own, which is less.
  const double noise = 32 * rounding * longest * longest;
  double radius = std::numeric_limits<double>::infinity();
  for (int apex = 0; apex < 4; ++apex) {
    const Vec3d &p = corner[(apex + 1) % 4], &q = corner[(apex + 2) % 4],
                &r = corner[(apex + 3) % 4];
    const Vec3d normal = Cross(q - p, r - p);
    const double height = Dot(normal, p);                           // of the face from the origin
    const double apex_height = Dot(normal, corner[apex]) - height;  // of the apex from the face
    // The origin and the apex on one side of the face: the face is away from the apex.
    if (!(Abs(height) > noise && Abs(apex_height) > noise) || (height > 0) != (apex_height < 0)) {
      return kNone;
    }
    radius = Min(radius, (Abs(height) - noise) / (Norm(normal) + 16 * rounding * longest));
  }
  return radius - rounding;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_INSCRIBED_BALL_H_
