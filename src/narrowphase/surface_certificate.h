// Farpoint: what a closed triangle surface proves about the origin, rounding included.
//
// If the surface winds around the origin and no triangle comes nearer than r, every point of the
// ball of radius r is wound around as well, and so lies in the convex hull of the vertices. Neither
// convexity nor exact face normals are needed, but the two numbers must not be fooled by rounding:
// on needles the solid angle of a triangle can be all noise, and a nearest point found by weights
// overestimates the distance.

#ifndef FARPOINT_SRC_NARROWPHASE_SURFACE_CERTIFICATE_H_
#define FARPOINT_SRC_NARROWPHASE_SURFACE_CERTIFICATE_H_

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/math/orthogonal.h"
#include "src/math/vec3.h"

namespace farpoint::FARPOINT_ISA {

/// Adds up the winding of a closed surface around the origin, triangle by triangle.
class Winding {
 public:
  /// `rounding`: metres, what each vertex may be off by.
  explicit Winding(double rounding) : rounding_(rounding) {}

  /// Van Oosterom and Strackee, "The Solid Angle of a Plane Triangle", 1983.
  void Add(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    const double la = Norm(a), lb = Norm(b), lc = Norm(c), lengths = la * lb * lc;
    const double volume = Dot(a, Cross(b, c));
    const double width = lengths + Dot(a, b) * lc + Dot(b, c) * la + Dot(c, a) * lb;
    // The angle is 2 atan2(volume, width): small and safe where width is clearly positive, else as
    // good as the sign of the volume.
    const double noise = rounding_ * (la * lb + lb * lc + lc * la) + 1e-15 * lengths;
    if (width <= 8 * noise && std::abs(volume) <= noise) certain_ = false;
    angle_ += 2 * std::atan2(volume, width);
  }

  /// Whether the surface winds around the origin for sure.
  bool proven() const {
    constexpr double kTwoPi = 6.283185307179586;  // half of one turn
    return certain_ && angle_ > kTwoPi;
  }

 private:
  double rounding_;
  double angle_ = 0;
  bool certain_ = true;
};

/// A lower bound of the origin's distance from triangle {a, b, c}: the best of the planes across
/// the face normal (unit), the edges and the corners that keep all three corners on the far side.
/// `enough`: stops at a bound this good.
inline double TriangleLowerBound(const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                 const Vec3d& normal, double enough) {
  const auto least = [&](const Vec3d& d) { return std::min({Dot(d, a), Dot(d, b), Dot(d, c)}); };
  double best = std::max(least(normal), least(-normal));
  if (best >= enough) return best;
  const Vec3d corner[3] = {a, b, c};
  for (int i = 0; i < 3; ++i) {
    const double length = Norm(corner[i]);
    if (length > 0) best = std::max(best, least(corner[i] * (1 / length)));
    const Vec3d edge = corner[(i + 1) % 3] - corner[i];
    if (!(Dot(edge, edge) > 0)) continue;
    const Vec3d across = Orthogonal(corner[i], edge);
    const double height = Norm(across);
    if (height > 0) best = std::max(best, least(across * (1 / height)));
  }
  return best;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_SURFACE_CERTIFICATE_H_
