#include "tests/properties/heights.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/reference/least_height.h"
#include "tests/reference/nearest_point.h"

namespace farpoint {
namespace {

using reference::Body;
using reference::Real;
using reference::Vec;
using reference::Widen;

bool IsPlane(const Posed& p) { return p.item->body.kind == Body::Kind::kHalfspace; }

Real Radius(const Posed& p) { return p.item->body.radius + p.padding; }

// Of a polytope's core, at least; an answer up to `enough` is not improved. Witnesses lie where
// the core is highest along the normal: the hull of the vertices there is a part of the core, and
// mostly small enough to ask.
Real FromPolytope(const Body& body, const Vec& point, const Vec& normal, Real enough,
                  Real tolerance) {
  Body face;
  const Real top = CoreHeight(body, normal);
  for (const Vec& v : body.vertices) {
    if (Dot(normal, v) >= top - 4 * tolerance) face.vertices.push_back(v);
  }
  if (face.vertices.size() <= 4) {
    const Real distance = CoreDistance(face, point);
    if (distance <= enough) return distance;
  }
  if (body.vertices.size() <= 16) return CoreDistance(body, point);
  Body alone;
  alone.vertices = {point};
  const Real size = Extent(body) + Norm(point);
  const auto height = LeastCoreHeight(alone, body, -normal, 20'000, 1e-18L * size);
  // In between, neither is proven, and nothing is said.
  return -height.lower <= enough ? -height.lower : -height.upper;
}

Real Outside(const Posed& p, const Vec& point, const Vec& normal, Real tolerance) {
  const Body& body = p.item->body;
  if (IsPlane(p)) return Dot(body.normal, point) - body.offset - p.padding;
  const Real radius = Radius(p);
  if (body.kind != Body::Kind::kPolytope) return CoreDistance(body, point) - radius;
  return FromPolytope(body, point, normal, radius + tolerance, tolerance) - radius;
}

}  // namespace

Heights::Heights(const Question& q)
    : a_(q.a),
      b_(q.b),
      frame_a_(q.a.pose),
      frame_b_(q.b.pose),
      origin_(Widen(q.a.pose.position)),
      way_(Widen(q.b.pose.position) - origin_) {}

Real Heights::Plane(const Vec& n) const {
  const auto a = [&](const Vec& m) {
    return CoreHeight(a_.item->body, frame_a_.ToLocal(m)) + Radius(a_);
  };
  const auto b = [&](const Vec& m) {
    return CoreHeight(b_.item->body, frame_b_.ToLocal(m)) + Dot(m, way_) + Radius(b_);
  };
  if (IsPlane(a_)) {
    const Body& plane = a_.item->body;
    return -b(-frame_a_.ToWorld(plane.normal)) - plane.offset - a_.padding;
  }
  if (IsPlane(b_)) {
    const Body& plane = b_.item->body;
    const Vec normal = frame_b_.ToWorld(plane.normal);
    return -a(-normal) - plane.offset - Dot(normal, way_) - b_.padding;
  }
  return -a(n) - b(-n);
}

Real Heights::OutsideA(const Vec3d& point, const Vec& normal, Real tolerance) const {
  const Vec p = Widen(point) - origin_;
  return Outside(a_, frame_a_.ToLocal(p), frame_a_.ToLocal(normal), tolerance);
}

Real Heights::OutsideB(const Vec3d& point, const Vec& normal, Real tolerance) const {
  const Vec p = Widen(point) - origin_ - way_;
  return Outside(b_, frame_b_.ToLocal(p), frame_b_.ToLocal(normal), tolerance);
}

}  // namespace farpoint
