#include "tests/reference/nearest_point.h"

#include <algorithm>

#include "tests/reference/polytope_distance.h"

namespace farpoint::reference {
namespace {

Vec LocalOf(const Body& b, const Vec& point) {
  const Vec v = point - b.centre;
  return {Dot(b.axis[0], v), Dot(b.axis[1], v), Dot(b.axis[2], v)};
}

// Eberly's root: the nearest point is r²q / (r² + t) for the t ≥ 0 that puts it on the surface.
Vec NearestInEllipsoid(const Vec& radii, const Vec& point) {
  const Real r[3] = {radii.x, radii.y, radii.z}, q[3] = {point.x, point.y, point.z};
  const auto excess = [&](Real t) {
    Real sum = -1;
    for (int i = 0; i < 3; ++i) {
      const Real term = r[i] > 0 ? r[i] * q[i] / (r[i] * r[i] + t) : 0;
      sum += term * term;
    }
    return sum;
  };
  Real low = 0, high = 0;
  if (excess(0) > 0) {
    high = Norm(point) * std::max({r[0], r[1], r[2]}) * 2;
    for (int step = 0; step < 16000; ++step) {
      const Real middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) break;
      (excess(middle) > 0 ? low : high) = middle;
    }
  }
  const auto nearest = [&](int i) {
    return r[i] > 0 ? r[i] * r[i] * q[i] / (r[i] * r[i] + high) : 0;
  };
  return {nearest(0), nearest(1), nearest(2)};
}

// A point of the half plane r ≥ 0.
struct Profile {
  Real r, z;
};

// In the triangle of base radius R at −h and apex at +h.
Profile NearestInCone(Real radius, Real half, const Profile& p) {
  const auto on_segment = [&](const Profile& a, const Profile& b) {
    const Real dr = b.r - a.r, dz = b.z - a.z, squared = dr * dr + dz * dz;
    const Real t = squared > 0 ? ((p.r - a.r) * dr + (p.z - a.z) * dz) / squared : 0;
    const Real clamped = std::clamp(t, Real(0), Real(1));
    return Profile{a.r + clamped * dr, a.z + clamped * dz};
  };
  if (half > 0 && p.z >= -half && p.r * 2 * half <= radius * (half - p.z)) return p;
  const Profile side = on_segment({0, half}, {radius, -half});
  const Profile base = on_segment({0, -half}, {radius, -half});
  const auto distance = [&](const Profile& q) { return std::hypot(p.r - q.r, p.z - q.z); };
  return distance(side) < distance(base) ? side : base;
}

}  // namespace

Vec CoreNearest(const Body& b, const Vec& point) {
  const Vec q = LocalOf(b, point);
  const Real r = std::hypot(q.x, q.y);
  const auto place = [&](const Vec& p) {
    return b.centre + b.axis[0] * p.x + b.axis[1] * p.y + b.axis[2] * p.z;
  };
  const auto revolve = [&](const Profile& p) {
    const Real scale = r > 0 ? p.r / r : 0;
    return place({q.x * scale, q.y * scale, p.z});
  };
  switch (b.kind) {
    case Body::Kind::kPolytope:
      return NearestInPolytope(point, b.vertices);
    case Body::Kind::kEllipsoid:
      return place(NearestInEllipsoid(b.size, q));
    case Body::Kind::kCylinder:
      return revolve({std::min(r, b.size.x), std::clamp(q.z, -b.size.z, b.size.z)});
    case Body::Kind::kCone:
      return revolve(NearestInCone(b.size.x, b.size.z, {r, q.z}));
    case Body::Kind::kHalfspace:
      break;
  }
  return point - b.normal * std::max(Real(0), Dot(b.normal, point) - b.offset);
}

Real CoreDistance(const Body& b, const Vec& point) { return Norm(point - CoreNearest(b, point)); }

Real Distance(const Body& b, const Vec& point) {
  return std::max(Real(0), CoreDistance(b, point) - b.radius);
}

}  // namespace farpoint::reference
