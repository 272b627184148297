// The tetrahedron that EPA starts from.

#include <algorithm>

#include "src/math/orthogonal.h"
#include "src/narrowphase/expanding_polytope.h"

namespace farpoint::FARPOINT_ISA {

bool ExpandingPolytope::Seed(const SupportPoint<double>* seed) {
  if (seed != nullptr) {
    const Vec3d e1 = seed[1].w - seed[0].w, e2 = seed[2].w - seed[0].w, e3 = seed[3].w - seed[0].w;
    const double volume = Dot(e1, Cross(e2, e3));
    constexpr double kSolid = 1e-16;  // of the edges' squared product; flatter ones are made anew
    if (volume * volume > kSolid * Dot(e1, e1) * Dot(e2, e2) * Dot(e3, e3)) {
      return StartTetrahedron({seed[0], seed[1], seed[2], seed[3]});
    }
  }
  return SeedFromSupports();
}

// The widest of the axes, the point farthest from that line, the point farthest from that plane.
// Where one of them is missing the difference is flat, and its thickness is all that separates.
bool ExpandingPolytope::SeedFromSupports() {
  const double flat = 16 * options_.rounding;
  const auto unit = [](const Vec3d& v) { return v * (1 / Norm(v)); };
  const auto offer_both = [&](const Vec3d& n) {
    Offer(n, Dot(n, Query(n).w));
    Offer(-n, -Dot(n, Query(-n).w));
  };
  const Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  SupportPoint<double> a{}, b{};
  double widest = -1;
  for (const Vec3d& axis : axes) {
    const SupportPoint<double> low = Query(-axis), high = Query(axis);
    Offer(axis, Dot(axis, high.w));
    Offer(-axis, -Dot(axis, low.w));
    if (Norm(high.w - low.w) > widest) {
      widest = Norm(high.w - low.w);
      a = low;
      b = high;
    }
  }
  if (widest <= flat) {  // a point
    if (Norm(a.w) > 0) offer_both(unit(a.w));
    return false;
  }
  const Vec3d line = unit(b.w - a.w);
  const Vec3d across = Abs(line.x) < 0.6   ? Vec3d{1, 0, 0}
                       : Abs(line.y) < 0.6 ? Vec3d{0, 1, 0}
                                           : Vec3d{0, 0, 1};
  const Vec3d side1 = unit(Cross(line, across)), side2 = Cross(line, side1);
  SupportPoint<double> c{};
  double farthest = -1;
  for (const Vec3d& d : {side1, -side1, side2, -side2}) {
    const SupportPoint<double> s = Query(d);
    Offer(d, Dot(d, s.w));
    const Vec3d e = s.w - a.w;
    const double distance = Norm(e - line * Dot(e, line));
    if (distance > farthest) {
      farthest = distance;
      c = s;
    }
  }
  if (farthest <= flat) {  // a segment
    const Vec3d off = a.w - line * Dot(a.w, line);
    if (Norm(off) > 0) offer_both(unit(off));
    return false;
  }
  const Vec3d normal = unit(Orthogonal(unit(Cross(b.w - a.w, c.w - a.w)), line));
  const SupportPoint<double> above = Query(normal), below = Query(-normal);
  Offer(normal, Dot(normal, above.w));
  Offer(-normal, -Dot(normal, below.w));
  const double up = Dot(normal, above.w - a.w), down = Dot(normal, a.w - below.w);
  if (std::max(up, down) <= flat) return false;  // a polygon
  return StartTetrahedron({a, b, c, up > down ? above : below});
}

bool ExpandingPolytope::StartTetrahedron(const std::array<SupportPoint<double>, 4>& corners) {
  vertices_.assign(corners.begin(), corners.end());
  const Vec3d e1 = corners[1].w - corners[0].w, e2 = corners[2].w - corners[0].w,
              e3 = corners[3].w - corners[0].w;
  if (Dot(Cross(e1, e2), e3) > 0) std::swap(vertices_[1], vertices_[2]);
  static constexpr std::array<std::array<int32_t, 3>, 4> kVertex = {
      {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}}};
  static constexpr std::array<std::array<int32_t, 3>, 4> kAdjacent = {
      {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}}};
  for (int32_t f = 0; f < 4; ++f) {
    faces_.push_back({kVertex[f], kAdjacent[f], {0, 0, 0}, 0, true, 0});
    if (!SetPlane(&faces_[f])) {
      return false;
    }
    Push(f);
  }
  expansion_ = 0;
  return true;
}

}  // namespace farpoint::FARPOINT_ISA
