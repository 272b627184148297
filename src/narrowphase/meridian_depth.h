// Farpoint: penetration of two solids of revolution with parallel axes, as a problem in their
// common meridian plane.
//
// Where axes are parallel the Minkowski difference is itself a solid of revolution, and a whole
// circle of directions may separate equally well: a polytope would need N vertices for a bracket of
// 1/N². In the half plane (r, z) of its axis and the origin the difference is the sum of the two
// profiles, and the depth of the origin is the same as in space: the nearest boundary point lies in
// that plane, and a disc of radius d in the profile sweeps a ball of radius d. So the expanding
// polytope becomes an expanding polygon, quickly exact: profiles are rectangles, triangles,
// segments and ellipses. A point has any axis, so spheres against solids of revolution always come
// here. Axes that are not quite parallel differ from parallel ones by a rotation of the smaller
// core about its centre, which moves none of its points by more than its radius times the angle:
// the interval widens by that.

#ifndef FARPOINT_SRC_NARROWPHASE_MERIDIAN_DEPTH_H_
#define FARPOINT_SRC_NARROWPHASE_MERIDIAN_DEPTH_H_

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "src/narrowphase/depth_interval.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

/// A core of revolution about an axis through its centre, by its profile in the (r, z) plane.
struct Meridian {
  enum class Profile { kPoint, kSegment, kRectangle, kTriangle, kEllipse };
  Profile profile = Profile::kPoint;
  Vec3d axis{0, 0, 1};  // unit, in the core's frame; meaningless for a point
  double r = 0, z = 0;  // half extents across and along the axis; a triangle's apex is at +z

  bool has_axis() const { return profile != Profile::kPoint; }
  bool curved() const { return profile != Profile::kPoint && profile != Profile::kSegment; }

  /// Its farthest point (r, z) along (nr, nz); `turned`: along the axis it stands on its head.
  void Support(double nr, double nz, bool turned, double* sr, double* sz) const {
    const double up = turned ? -nz : nz, side = nr < 0 ? -r : r;
    switch (profile) {
      case Profile::kTriangle: {
        const bool apex = up * z >= nr * side - up * z;
        *sr = apex ? 0 : side;
        *sz = apex ? z : -z;
        break;
      }
      case Profile::kEllipse: {
        const double length = std::hypot(r * nr, z * up);
        *sr = length > 0 ? r * (r * nr / length) : 0;
        *sz = length > 0 ? z * (z * up / length) : 0;
        break;
      }
      default:
        *sr = side;
        *sz = up < 0 ? -z : z;
    }
    if (turned) *sz = -*sz;
  }
};

/// The meridian of a core, if it is a solid of revolution.
inline std::optional<Meridian> MeridianOf(const CoreView<double>& core) {
  Meridian m;
  const Vec3d& p = core.parameters;
  switch (core.kind) {
    case CoreKind::kCylinder:
      return Meridian{Meridian::Profile::kRectangle, {0, 0, 1}, p.x, p.z};
    case CoreKind::kCone:
      return Meridian{Meridian::Profile::kTriangle, {0, 0, 1}, p.x, p.z};
    case CoreKind::kEllipsoid:
      if (p.x == p.y) return Meridian{Meridian::Profile::kEllipse, {0, 0, 1}, p.x, p.z};
      if (p.y == p.z) return Meridian{Meridian::Profile::kEllipse, {1, 0, 0}, p.y, p.x};
      if (p.z == p.x) return Meridian{Meridian::Profile::kEllipse, {0, 1, 0}, p.z, p.y};
      return std::nullopt;
    case CoreKind::kVertices:
      if (core.count == 1) return m;
      if (core.count == 2) {
        const double half = Norm(core.vertices[1]);
        return Meridian{Meridian::Profile::kSegment, core.vertices[1] * (1 / half), 0, half};
      }
      return std::nullopt;
    case CoreKind::kHalfspace:
      break;
  }
  return std::nullopt;
}

/// The common meridian plane of two cores of revolution, at least one of them curved.
class MeridianDepth {
 public:
  /// Nothing if either core is not of revolution or both are vertex cores (for which EPA is exact).
  static std::optional<MeridianDepth> Of(const MinkowskiDifference<double>& difference,
                                         double radius0, double radius1) {
    const auto m0 = MeridianOf(difference.core(0)), m1 = MeridianOf(difference.core(1));
    if (!m0 || !m1 || !(m0->curved() || m1->curved())) return std::nullopt;
    MeridianDepth plane;
    plane.m0_ = *m0;
    plane.m1_ = *m1;
    // The larger core keeps its axis, the smaller one is turned onto it.
    const Vec3d axis1 = Multiply(difference.oR1(), m1->axis);
    const bool first = m0->has_axis() && (!m1->has_axis() || radius0 >= radius1);
    plane.axis_ = first ? m0->axis : axis1;
    plane.turned0_ = m0->has_axis() && Dot(m0->axis, plane.axis_) < 0;
    plane.turned1_ = m1->has_axis() && Dot(axis1, plane.axis_) < 0;
    if (m0->has_axis() && m1->has_axis()) {
      // |sin| underestimates the angle by less than a factor of two up to a right angle.
      plane.tilt_ = 2 * Norm(Cross(m0->axis, axis1)) * std::min(radius0, radius1);
    }
    const Vec3d& t = difference.ot1();
    plane.z_ = Dot(t, plane.axis_);
    Vec3d across = t - plane.axis_ * plane.z_;
    across = across - plane.axis_ * Dot(across, plane.axis_);
    plane.r_ = Norm(across);
    if (plane.r_ > 1e-14 * Norm(t)) {
      plane.radial_ = across * (1 / plane.r_);
    } else {  // on the axis but for rounding: any half plane will do
      plane.tilt_ += plane.r_;
      plane.r_ = 0;
      const Vec3d any = Abs(plane.axis_.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
      const Vec3d side = Cross(plane.axis_, any);
      plane.radial_ = side * (1 / Norm(side));
    }
    return plane;
  }

  /// Metres: what the angle between the axes, and a centre that is off them by rounding, cost the
  /// interval.
  double tilt() const { return tilt_; }

  /// Expands the polygon. `rounding`: metres, what a support value may be off by.
  DepthInterval Run(const MinkowskiDifference<double>& difference, double rounding,
                    uint32_t* iterations) const;

 private:
  struct Vertex {
    double r, z;    // of the difference, about the origin
    double r0, z0;  // its maker on core 0
  };
  struct Edge {
    int32_t from, to;
    double nr, nz, offset;  // outward unit normal, distance of its line from the origin
    bool final;             // cannot be moved
  };

  Vertex Support(double nr, double nz) const {
    Vertex v;
    double r1, z1;
    m0_.Support(nr, nz, turned0_, &v.r0, &v.z0);
    m1_.Support(-nr, -nz, turned1_, &r1, &z1);
    v.r = v.r0 - r1 - r_;
    v.z = v.z0 - z1 - z_;
    return v;
  }

  Meridian m0_, m1_;
  bool turned0_ = false, turned1_ = false;  // the core's axis points against the plane's
  double tilt_ = 0;
  Vec3d axis_{0, 0, 1}, radial_{1, 0, 0};  // unit, frame 0: the half plane
  double r_ = 0, z_ = 0;                   // core 1's centre in it
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_MERIDIAN_DEPTH_H_
