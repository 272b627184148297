#include "bench/peers/solid.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/math/vec3.h"
#include "tests/reference/nearest_point.h"
#include "tests/reference/polytope_distance.h"

namespace farpoint::bench {
namespace {

using scalar::operator-;
using scalar::operator*;

double BoxOutside(const Box& box, const Vec3d& p) {
  const auto beyond = [](double x, double size) { return std::max(std::abs(x) - size / 2, 0.0); };
  return scalar::Norm(
      Vec3d{beyond(p.x, box.size.x), beyond(p.y, box.size.y), beyond(p.z, box.size.z)});
}

}  // namespace

Solid::Solid(const ConvexShape& shape) : shape_(shape) {
  if (shape.vertices() == nullptr) {
    body_ = reference::MakeBody(shape.shape, Pose());
    return;
  }
  const std::vector<Vec3d>& v = *shape.vertices();
  for (const auto& face : shape.faces) {
    const Vec3d normal = scalar::Cross(v[face[1]] - v[face[0]], v[face[2]] - v[face[0]]);
    const double length = scalar::Norm(normal);
    if (!(length > 0)) continue;
    Face plane{normal * (1 / length), 0, {}};
    plane.offset = scalar::Dot(plane.normal, v[face[0]]);
    for (uint32_t i : face) plane.corners.push_back(reference::Widen(v[i]));
    faces_.push_back(std::move(plane));
  }
}

double Solid::Height(const Placing& place, const Vec3d& n) const {
  const Vec3d d = scalar::MultiplyTransposed(place.rotation, n);
  double height = -std::numeric_limits<double>::infinity();
  if (shape_.vertices() == nullptr) {
    height = static_cast<double>(reference::Height(body_, reference::Widen(d)));
  } else {
    for (const Vec3d& v : *shape_.vertices()) height = std::max(height, scalar::Dot(v, d));
  }
  return height + scalar::Dot(n, place.position);
}

double Solid::Outside(const Placing& place, const Vec3d& point) const {
  const Vec3d local = scalar::MultiplyTransposed(place.rotation, point - place.position);
  if (shape_.vertices() != nullptr) return HullOutside(local);
  if (const auto* box = std::get_if<Box>(&shape_.shape)) return BoxOutside(*box, local);
  return static_cast<double>(reference::Distance(body_, reference::Widen(local)));
}

double Solid::HullOutside(const Vec3d& local) const {
  double above = 0;  // of the faces' planes, the farthest below the point
  for (const Face& f : faces_) above = std::max(above, scalar::Dot(f.normal, local) - f.offset);
  // A lower bound of what is asked for, and as good as that where only rounding lifts the point.
  if (above <= 1e-12 * shape_.geometry->facts().bounding_radius) return above;
  // The nearest face is one that the point can see.
  const reference::Vec p = reference::Widen(local);
  double nearest = std::numeric_limits<double>::infinity();
  for (const Face& f : faces_) {
    if (scalar::Dot(f.normal, local) <= f.offset) continue;
    const auto q = reference::NearestInPolytope(p, f.corners);
    nearest = std::min(nearest, static_cast<double>(reference::Norm(p - q)));
  }
  return nearest;
}

}  // namespace farpoint::bench
