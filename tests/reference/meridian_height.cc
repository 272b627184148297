#include "tests/reference/meridian_height.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace farpoint::reference {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
constexpr Real kSteepest = 1e-3L;  // sine between the axes

// Of the meridian half plane: across the axis and along it.
struct Flat {
  Real r, z;
};
Real Dot(const Flat& a, const Flat& b) { return a.r * b.r + a.z * b.z; }

struct Profile {
  enum class Outline { kRectangle, kTriangle, kEllipse };
  Outline outline = Outline::kRectangle;
  bool any_axis = false;  // a point
  Vec axis, centre;
  Real r = 0, z = 0;  // half extents; a triangle's apex is at +z

  // Farthest along n, n.r ≥ 0; `turned`: it stands on its head.
  Flat Support(const Flat& n, bool turned) const {
    const Flat p = Upright({n.r, turned ? -n.z : n.z});
    return {p.r, turned ? -p.z : p.z};
  }
  Flat Upright(const Flat& n) const {
    switch (outline) {
      case Outline::kTriangle:
        return 2 * z * n.z >= r * n.r ? Flat{0, z} : Flat{r, -z};
      case Outline::kEllipse: {
        const Real length = std::hypot(r * n.r, z * n.z), inverse = length > 0 ? 1 / length : 0;
        return {r * (r * n.r * inverse), z * (z * n.z * inverse)};
      }
      case Outline::kRectangle:
        break;
    }
    return {r, n.z < 0 ? -z : z};
  }
  Real Radius() const { return std::hypot(r, z); }
};

std::optional<Profile> ProfileOf(const Body& b) {
  using Outline = Profile::Outline;
  const auto round = [&](Outline outline, int axis, Real r, Real z) {
    return Profile{outline, false, b.axis[axis], b.centre, r, z};
  };
  switch (b.kind) {
    case Body::Kind::kCylinder:
      return round(Outline::kRectangle, 2, b.size.x, b.size.z);
    case Body::Kind::kCone:
      return round(Outline::kTriangle, 2, b.size.x, b.size.z);
    case Body::Kind::kEllipsoid:
      if (b.size.x == b.size.y) return round(Outline::kEllipse, 2, b.size.x, b.size.z);
      if (b.size.y == b.size.z) return round(Outline::kEllipse, 0, b.size.y, b.size.x);
      if (b.size.z == b.size.x) return round(Outline::kEllipse, 1, b.size.z, b.size.y);
      return std::nullopt;
    case Body::Kind::kPolytope: {
      if (b.vertices.size() > 2) return std::nullopt;
      const Vec &first = b.vertices.front(), &last = b.vertices.back();
      const Real length = Norm(last - first);
      Profile p;
      p.centre = (first + last) * 0.5L;
      p.any_axis = !(length > 0);
      p.z = length / 2;
      if (!p.any_axis) p.axis = (last - first) * (1 / length);
      return p;
    }
    case Body::Kind::kHalfspace:
      break;
  }
  return std::nullopt;
}

// Of the half circle; w is a point of the profiles' difference, farthest along n.
struct End {
  Flat n, w;
};
struct Arc {
  End from, to;
  Real lower;
};
bool Higher(const Arc& s, const Arc& t) { return s.lower > t.lower; }

// As in least_height.h, with two corners. They are at most a right angle apart.
Real Bound(const End& s, const End& t) {
  const Real ss = Dot(s.n, s.w), st = Dot(s.n, t.w), ts = Dot(t.n, s.w), tt = Dot(t.n, t.w);
  Real value = std::max(std::min(ss, ts), std::min(st, tt));
  // Where both corners see the same height of w, on the way from one support point to the other.
  const Real at_s = ss - ts, at_t = st - tt;
  if (at_s * at_t < 0) {
    const Real k = at_s / (at_s - at_t);
    value = std::max(value, std::min(ss + (st - ss) * k, ts + (tt - ts) * k));
  }
  if (value >= 0) return value;
  return value / std::sqrt(std::max(Real(0.5L), (1 + Dot(s.n, t.n)) / 2));
}

}  // namespace

std::optional<LeastHeight> LeastMeridianHeight(const Body& a, const Body& b, int parts,
                                               Real width) {
  std::optional<Profile> pa = ProfileOf(a), pb = ProfileOf(b);
  if (!pa || !pb) return std::nullopt;
  // The larger core keeps its axis.
  const bool keep_a = !pa->any_axis && (pb->any_axis || pa->Radius() >= pb->Radius());
  const Vec axis = keep_a ? pa->axis : pb->any_axis ? Vec{0, 0, 1} : pb->axis;
  const bool turned_a = !pa->any_axis && Dot(axis, pa->axis) < 0;
  const bool turned_b = !pb->any_axis && Dot(axis, pb->axis) < 0;
  Real tilt = 0;
  if (!pa->any_axis && !pb->any_axis) {
    const Real sine = Norm(Cross(pa->axis, pb->axis));
    if (sine > kSteepest) return std::nullopt;
    tilt = 1.001L * sine * std::min(pa->Radius(), pb->Radius());
  }
  const Vec way = pb->centre - pa->centre;
  const Real along = Dot(way, axis);
  const Flat t{Norm(way - axis * along), along};

  Real least = kInfinity;
  const auto look = [&](const Flat& n) {
    // In B's meridian −n leans the other way.
    const Flat sa = pa->Support(n, turned_a), sb = pb->Support({n.r, -n.z}, turned_b);
    const End end{n, {sa.r + sb.r - t.r, sa.z - sb.z - t.z}};
    least = std::min(least, Dot(n, end.w));
    return end;
  };
  std::vector<Arc> open;
  const auto add = [&](const End& from, const End& to) {
    const Real lower = Bound(from, to);
    if (!(lower < least)) return;
    open.push_back({from, to, lower});
    std::push_heap(open.begin(), open.end(), Higher);
  };
  const End up = look({0, 1}), side = look({1, 0}), down = look({0, -1});
  add(up, side);
  add(side, down);
  for (int part = 2; part < parts && !open.empty(); ++part) {
    const Arc arc = open.front();
    const Flat sum{arc.from.n.r + arc.to.n.r, arc.from.n.z + arc.to.n.z};
    const Flat gap{arc.from.n.r - arc.to.n.r, arc.from.n.z - arc.to.n.z};
    if (least - arc.lower <= width || Dot(gap, gap) < 1e-36L) break;
    std::pop_heap(open.begin(), open.end(), Higher);
    open.pop_back();
    const Real length = std::sqrt(Dot(sum, sum));
    const End middle = look({sum.r / length, sum.z / length});
    add(arc.from, middle);
    add(middle, arc.to);
  }
  const Real lower = open.empty() ? least : std::min(least, open.front().lower);
  return LeastHeight{lower - tilt, least + tilt, {}};
}

}  // namespace farpoint::reference
