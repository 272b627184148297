#include "tests/reference/body.h"

#include <algorithm>
#include <limits>

namespace farpoint::reference {
namespace {

std::array<Vec, 3> AxesOf(const Quaternion& q) {
  const Real n = std::sqrt(Real(q.x) * q.x + Real(q.y) * q.y + Real(q.z) * q.z + Real(q.w) * q.w);
  const Real x = q.x / n, y = q.y / n, z = q.z / n, w = q.w / n;
  return {{{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
           {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
           {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}}};
}

Vec Turn(const Body& b, const Vec& p) {
  return b.axis[0] * p.x + b.axis[1] * p.y + b.axis[2] * p.z;
}
Vec Place(const Body& b, const Vec& p) { return b.centre + Turn(b, p); }

// Fills in what a shape adds to an empty body whose frame is set.
struct Fill {
  Body& body;

  void Polytope(std::initializer_list<Vec> points) const {
    for (const Vec& p : points) body.vertices.push_back(Place(body, p));
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
  void operator()(const Ellipsoid& s) const {
    const auto [x, y, z] = s.radii;
    if (x == y && y == z) return (*this)(Sphere{x});
    Curved(Body::Kind::kEllipsoid, Widen(s.radii));
  }
  void operator()(const Cylinder& s) const {
    Curved(Body::Kind::kCylinder, {s.radius, s.radius, s.length / 2.0L});
  }
  void operator()(const Cone& s) const {
    Curved(Body::Kind::kCone, {s.radius, s.radius, s.length / 2.0L});
  }
  void operator()(const Halfspace& s) const {
    body.kind = Body::Kind::kHalfspace;
    const Real length = Norm(Widen(s.normal));
    body.normal = Turn(body, Widen(s.normal)) * (1 / length);
    body.offset = s.offset / length + Dot(body.normal, body.centre);
  }
  template <class Vertices>
  void operator()(const Vertices& s) const {
    for (const Vec3d& v : s.vertices) body.vertices.push_back(Place(body, Widen(v)));
  }
};

Vec ToLocal(const Body& b, const Vec& v) {
  return {Dot(b.axis[0], v), Dot(b.axis[1], v), Dot(b.axis[2], v)};
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

Vec CoreSupport(const Body& b, const Vec& n) {
  const Vec l = ToLocal(b, n);
  const Real across = std::hypot(l.x, l.y);
  const Real x = across > 0 ? l.x / across : 0, y = across > 0 ? l.y / across : 0;
  switch (b.kind) {
    case Body::Kind::kPolytope:
      return *std::max_element(b.vertices.begin(), b.vertices.end(),
                               [&](const Vec& u, const Vec& v) { return Dot(n, u) < Dot(n, v); });
    case Body::Kind::kEllipsoid: {
      const Vec scaled{b.size.x * l.x, b.size.y * l.y, b.size.z * l.z};
      const Real length = Norm(scaled), inverse = length > 0 ? 1 / length : 0;
      return Place(b, {b.size.x * (scaled.x * inverse), b.size.y * (scaled.y * inverse),
                       b.size.z * (scaled.z * inverse)});
    }
    case Body::Kind::kCylinder:
      return Place(b, {b.size.x * x, b.size.x * y, l.z < 0 ? -b.size.z : b.size.z});
    case Body::Kind::kCone:
      if (2 * b.size.z * l.z >= b.size.x * across) return Place(b, {0, 0, b.size.z});
      return Place(b, {b.size.x * x, b.size.x * y, -b.size.z});
    case Body::Kind::kHalfspace:
      break;
  }
  constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
  return {kNaN, kNaN, kNaN};
}

Real Height(const Body& b, const Vec& n) { return CoreHeight(b, n) + b.radius * Norm(n); }

Real Extent(const Body& b) {
  Real extent = Norm(b.centre) + Norm(b.size) + std::fabs(b.offset) + b.radius;
  for (const Vec& v : b.vertices) extent = std::max(extent, Norm(v) + b.radius);
  return extent;
}

}  // namespace farpoint::reference
