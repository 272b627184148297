#include "tests/reference/polytope_distance.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace farpoint::reference {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
// Below this squared sine two directions are parallel but for rounding.
constexpr Real kParallel = 1e-30L;

struct Segment {
  Vec from, edge;
};

// All pairs of vertices; a vertex with itself too, so that points are segments of length 0.
std::vector<Segment> SegmentsOf(const std::vector<Vec>& v) {
  std::vector<Segment> segments;
  for (size_t i = 0; i < v.size(); ++i) {
    for (size_t j = i; j < v.size(); ++j) segments.push_back({v[i], v[j] - v[i]});
  }
  return segments;
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

template <class Visit>
void ForEachTriple(const std::vector<Vec>& v, const Visit& visit) {
  for (size_t i = 0; i < v.size(); ++i) {
    for (size_t j = i + 1; j < v.size(); ++j) {
      for (size_t k = j + 1; k < v.size(); ++k) visit(v[i], v[j] - v[i], v[k] - v[i]);
    }
  }
}

std::pair<Real, Real> Range(const std::vector<Vec>& v, const Vec& n) {
  Real low = kInfinity, high = -kInfinity;
  for (const Vec& p : v) {
    low = std::min(low, Dot(p, n));
    high = std::max(high, Dot(p, n));
  }
  return {low, high};
}

Real LeastHeight(const std::vector<Vec>& a, const std::vector<Vec>& b) {
  Real least = kInfinity;
  const auto offer = [&](const Vec& e1, const Vec& e2) {
    const Vec n = Cross(e1, e2);
    const Real squared = Dot(n, n);
    if (!(squared > kParallel * Dot(e1, e1) * Dot(e2, e2))) return;
    const auto [low_a, high_a] = Range(a, n);
    const auto [low_b, high_b] = Range(b, n);
    least = std::min(least, std::min(high_a - low_b, high_b - low_a) / std::sqrt(squared));
  };
  for (const auto* v : {&a, &b}) {
    ForEachTriple(*v, [&](const Vec&, const Vec& e1, const Vec& e2) { offer(e1, e2); });
  }
  const std::vector<Segment> of_a = SegmentsOf(a), of_b = SegmentsOf(b);
  for (const Segment& s : of_a) {
    for (const Segment& t : of_b) offer(s.edge, t.edge);
  }
  return least;
}

Real LeastFeatureDistance(const std::vector<Vec>& a, const std::vector<Vec>& b) {
  Real least = kInfinity;
  const std::vector<Segment> of_a = SegmentsOf(a), of_b = SegmentsOf(b);
  for (const Segment& s : of_a) {
    for (const Segment& t : of_b) least = std::min(least, SegmentSegment(s, t));
  }
  for (const auto& [points, corners] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    ForEachTriple(*corners, [&, points = points](const Vec& p, const Vec& e1, const Vec& e2) {
      for (const Vec& q : *points) {
        if (const auto foot = FootOnTriangle(q, p, e1, e2))
          least = std::min(least, Norm(q - *foot));
      }
    });
  }
  return least;
}

}  // namespace

Real PolytopeSignedDistance(const std::vector<Vec>& a, const std::vector<Vec>& b) {
  // Coordinates about one of the vertices: nothing is lost to a common offset.
  std::vector<Vec> p = a, q = b;
  const Vec origin = a.front();
  for (Vec& v : p) v = v - origin;
  for (Vec& v : q) v = v - origin;
  // Without a normal (points, parallel segments) the difference has no volume: nothing overlaps.
  const Real height = LeastHeight(p, q);
  if (height > 0 && height < kInfinity) {
    // A flat difference has height 0 along its own normal, but for rounding.
    Real extent = 0;
    for (const auto* v : {&p, &q}) {
      for (const Vec& c : *v) extent = std::max(extent, Norm(c));
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
  for (const Segment& s : SegmentsOf(vertices)) offer(NearestOnSegment(point, s));
  ForEachTriple(vertices, [&](const Vec& a, const Vec& e1, const Vec& e2) {
    if (const auto foot = FootOnTriangle(point, a, e1, e2)) offer(*foot);
  });
  return nearest;
}

}  // namespace farpoint::reference
