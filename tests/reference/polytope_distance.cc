#include "tests/reference/polytope_distance.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "tests/reference/hull_features.h"

namespace farpoint::reference {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
// Below this squared sine two directions are parallel but for rounding.
constexpr Real kParallel = 1e-30L;

struct Segment {
  Vec from, edge;
  std::vector<Vec> beside;  // from `from`: into the faces that meet here; empty: not known
};
struct Triangle {
  Vec corner, e1, e2;
};

// A hull as far as distances look at it.
struct Polytope {
  std::vector<Vec> vertices;
  std::vector<Segment> segments;
  std::vector<Triangle> triangles;
};

Polytope PolytopeOf(const std::vector<Vec>& v) {
  Polytope polytope{v, {}, {}};
  const HullFeatures features = FeaturesOf(v);
  for (const HullFeatures::Edge& e : features.edges) {
    Segment segment{v[e.from], v[e.to] - v[e.from], {}};
    for (uint32_t i : e.beside) segment.beside.push_back(v[i] - v[e.from]);
    polytope.segments.push_back(std::move(segment));
  }
  for (const auto& [i, j, k] : features.triangles) {
    polytope.triangles.push_back({v[i], v[j] - v[i], v[k] - v[i]});
  }
  return polytope;
}

Real Clamp(Real t) { return std::clamp(t, Real(0), Real(1)); }

Vec NearestOnSegment(const Vec& p, const Segment& s) {
  const Real squared = Dot(s.edge, s.edge);
  const Real t = squared > 0 ? Clamp(Dot(p - s.from, s.edge) / squared) : 0;
  return s.from + s.edge * t;
}

Real PointSegment(const Vec& p, const Segment& s) { return Norm(p - NearestOnSegment(p, s)); }

Real SegmentSegment(const Segment& s, const Segment& t) {
  Real best = std::min({PointSegment(s.from, t), PointSegment(s.from + s.edge, t),
                        PointSegment(t.from, s), PointSegment(t.from + t.edge, s)});
  // By cross products: the determinant of the normal equations loses twice as many digits where
  // the segments are nearly parallel.
  const Vec n = Cross(s.edge, t.edge);
  const Real squared = Dot(n, n);
  if (squared > kParallel * Dot(s.edge, s.edge) * Dot(t.edge, t.edge)) {
    const Real u = Dot(Cross(t.from - s.from, t.edge), n) / squared;
    if (u > 0 && u < 1) best = std::min(best, PointSegment(s.from + s.edge * u, t));
  }
  return best;
}

// Nothing where the point does not project into the triangle: its edges are the segments' business.
std::optional<Vec> FootOnTriangle(const Vec& p, const Vec& a, const Vec& e1, const Vec& e2) {
  const Vec n = Cross(e1, e2), q = p - a;
  const Real squared = Dot(n, n);
  if (!(squared > kParallel * Dot(e1, e1) * Dot(e2, e2))) return std::nullopt;
  const Real u = Dot(Cross(q, e2), n), v = Dot(Cross(e1, q), n);
  if (u < 0 || v < 0 || u + v > squared) return std::nullopt;
  return p - n * (Dot(q, n) / squared);
}

std::pair<Real, Real> Range(const std::vector<Vec>& v, const Vec& n) {
  Real low = kInfinity, high = -kInfinity;
  for (const Vec& p : v) {
    low = std::min(low, Dot(p, n));
    high = std::max(high, Dot(p, n));
  }
  return {low, high};
}

// Whether n, or −n if `sign` is −1, may be the outward normal of a face along the segment: no face
// that meets there rises above it but for rounding. A facet of the difference needs that of both.
bool MayFace(const Segment& s, const Vec& n, Real sign) {
  constexpr Real kRounding = 1e-15L;
  return std::all_of(s.beside.begin(), s.beside.end(), [&](const Vec& way) {
    return sign * Dot(n, way) <= kRounding * Norm(n) * Norm(way);
  });
}

Real LeastHeight(const Polytope& a, const Polytope& b) {
  Real least = kInfinity;
  const auto offer = [&](const Vec& n, Real squared) {
    const auto [low_a, high_a] = Range(a.vertices, n);
    const auto [low_b, high_b] = Range(b.vertices, n);
    least = std::min(least, std::min(high_a - low_b, high_b - low_a) / std::sqrt(squared));
  };
  const auto normal = [&](const Vec& e1, const Vec& e2, const auto& wanted) {
    const Vec n = Cross(e1, e2);
    const Real squared = Dot(n, n);
    if (squared > kParallel * Dot(e1, e1) * Dot(e2, e2) && wanted(n)) offer(n, squared);
  };
  for (const auto* p : {&a, &b}) {
    for (const Triangle& t : p->triangles) normal(t.e1, t.e2, [](const Vec&) { return true; });
  }
  for (const Segment& s : a.segments) {
    for (const Segment& t : b.segments) {
      normal(s.edge, t.edge, [&](const Vec& n) {
        return (MayFace(s, n, 1) && MayFace(t, n, -1)) || (MayFace(s, n, -1) && MayFace(t, n, 1));
      });
    }
  }
  return least;
}

Real LeastFeatureDistance(const Polytope& a, const Polytope& b) {
  Real least = kInfinity;
  for (const Segment& s : a.segments) {
    for (const Segment& t : b.segments) least = std::min(least, SegmentSegment(s, t));
  }
  for (const auto& [points, faces] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    for (const Triangle& t : faces->triangles) {
      for (const Vec& q : points->vertices) {
        if (const auto foot = FootOnTriangle(q, t.corner, t.e1, t.e2)) {
          least = std::min(least, Norm(q - *foot));
        }
      }
    }
  }
  return least;
}

}  // namespace

Real PolytopeSignedDistance(const std::vector<Vec>& a, const std::vector<Vec>& b) {
  // Coordinates about one of the vertices: nothing is lost to a common offset.
  std::vector<Vec> about_a = a, about_b = b;
  for (auto* vertices : {&about_a, &about_b}) {
    for (Vec& v : *vertices) v = v - a.front();
  }
  const Polytope p = PolytopeOf(about_a), q = PolytopeOf(about_b);
  // Without a normal (points, parallel segments) the difference has no volume: nothing overlaps.
  const Real height = LeastHeight(p, q);
  if (height > 0 && height < kInfinity) {
    // A flat difference has height 0 along its own normal, but for rounding.
    Real extent = 0;
    for (const auto* v : {&p, &q}) {
      for (const Vec& c : v->vertices) extent = std::max(extent, Norm(c));
    }
    if (height > 64 * std::numeric_limits<Real>::epsilon() * extent) return -height;
  }
  return LeastFeatureDistance(p, q);
}

Vec NearestInPolytope(const Vec& point, const std::vector<Vec>& vertices) {
  if (PolytopeSignedDistance({point}, vertices) <= 0) return point;
  Vec nearest = vertices.front();
  const auto offer = [&](const Vec& p) {
    if (Norm(point - p) < Norm(point - nearest)) nearest = p;
  };
  const Polytope polytope = PolytopeOf(vertices);
  for (const Segment& s : polytope.segments) offer(NearestOnSegment(point, s));
  for (const Triangle& t : polytope.triangles) {
    if (const auto foot = FootOnTriangle(point, t.corner, t.e1, t.e2)) offer(*foot);
  }
  return nearest;
}

}  // namespace farpoint::reference
