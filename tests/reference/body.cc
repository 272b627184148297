#include "tests/reference/body.h"

#include <algorithm>
#include <limits>

#include "tests/reference/polytope_distance.h"

namespace farpoint::reference {
namespace {

std::array<Vec, 3> AxesOf(const Quaternion& q) {
  const Real n = std::sqrt(Real(q.x) * q.x + Real(q.y) * q.y + Real(q.z) * q.z + Real(q.w) * q.w);
  const Real x = q.x / n, y = q.y / n, z = q.z / n, w = q.w / n;
  return {{{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
           {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
           {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}}};
}

// Fills in what a shape adds to an empty body whose frame is set.
struct Fill {
  Body& body;

  Vec Place(const Vec& p) const {
    return body.centre + body.axis[0] * p.x + body.axis[1] * p.y + body.axis[2] * p.z;
  }
  void Polytope(std::initializer_list<Vec> points) const {
    for (const Vec& p : points) body.vertices.push_back(Place(p));
  }
  void Curved(Body::Kind kind, const Vec& size) const {
    body.kind = kind;
    body.size = size;
  }
  void operator()(const Sphere& s) const {
    Polytope({{0, 0, 0}});
    body.radius += s.radius;
  }
  void operator()(const Capsule& s) const {
    Polytope({{0, 0, s.length / 2.0L}, {0, 0, -s.length / 2.0L}});
    body.radius += s.radius;
  }
  void operator()(const Box& s) const {
    const Vec h = Widen(s.size) * 0.5L;
    Polytope({{h.x, h.y, h.z},
              {-h.x, h.y, h.z},
              {h.x, -h.y, h.z},
              {-h.x, -h.y, h.z},
              {h.x, h.y, -h.z},
              {-h.x, h.y, -h.z},
              {h.x, -h.y, -h.z},
              {-h.x, -h.y, -h.z}});
  }
  void operator()(const Ellipsoid& s) const { Curved(Body::Kind::kEllipsoid, Widen(s.radii)); }
  void operator()(const Cylinder& s) const {
    Curved(Body::Kind::kCylinder, {s.radius, s.radius, s.length / 2.0L});
  }
  void operator()(const Cone& s) const {
    Curved(Body::Kind::kCone, {s.radius, s.radius, s.length / 2.0L});
  }
  void operator()(const Halfspace& s) const {
    body.kind = Body::Kind::kHalfspace;
    const Real length = Norm(Widen(s.normal));
    body.normal = (Place(Widen(s.normal)) - body.centre) * (1 / length);
    body.offset = s.offset / length + Dot(body.normal, body.centre);
  }
  template <class Vertices>
  void operator()(const Vertices& s) const {
    for (const Vec3d& v : s.vertices) body.vertices.push_back(Place(Widen(v)));
  }
};

Vec ToLocal(const Body& b, const Vec& v) {
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

Body MakeBody(const Shape& shape, const Pose& pose, Real padding, const Vec& origin) {
  Body body;
  body.axis = AxesOf(pose.orientation);
  body.centre = Widen(pose.position) - origin;
  body.radius = padding;
  std::visit(Fill{body}, shape);
  return body;
}

Real CoreHeight(const Body& b, const Vec& n) {
  const Vec l = ToLocal(b, n);
  const Real rim = b.size.x * std::hypot(l.x, l.y);
  switch (b.kind) {
    case Body::Kind::kPolytope: {
      Real best = -std::numeric_limits<Real>::infinity();
      for (const Vec& v : b.vertices) best = std::max(best, Dot(n, v));
      return best;
    }
    case Body::Kind::kEllipsoid:
      return Dot(n, b.centre) + Norm({b.size.x * l.x, b.size.y * l.y, b.size.z * l.z});
    case Body::Kind::kCylinder:
      return Dot(n, b.centre) + rim + b.size.z * std::fabs(l.z);
    case Body::Kind::kCone:
      return Dot(n, b.centre) + std::max(b.size.z * l.z, rim - b.size.z * l.z);
    case Body::Kind::kHalfspace:
      break;
  }
  return std::numeric_limits<Real>::infinity();
}

Real Height(const Body& b, const Vec& n) { return CoreHeight(b, n) + b.radius * Norm(n); }

Vec CoreNearest(const Body& b, const Vec& point) {
  const Vec q = ToLocal(b, point - b.centre);
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

Real Extent(const Body& b) {
  Real extent = Norm(b.centre) + Norm(b.size) + std::fabs(b.offset) + b.radius;
  for (const Vec& v : b.vertices) extent = std::max(extent, Norm(v) + b.radius);
  return extent;
}

}  // namespace farpoint::reference
