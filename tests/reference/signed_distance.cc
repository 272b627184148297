#include "tests/reference/signed_distance.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include "tests/reference/meridian_height.h"
#include "tests/reference/nearest_point.h"
#include "tests/reference/polytope_distance.h"

namespace farpoint::reference {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// Steps in eight directions across n; where none helps, halves the step and turns the star, so that
// it does not stall on a crease.
Real Descend(const Body& a, const Body& b, Vec n, Real step) {
  constexpr Real kEighth = std::numbers::pi_v<Real> / 4;
  Real best = CoreSum(a, b, n), turn = 0;
  for (int evaluations = 0; step > 1e-12L && evaluations < 4000;) {
    const Vec u = Across(n), v = Cross(n, u);
    Vec next = n;
    Real least = best;
    for (int way = 0; way < 8; ++way, ++evaluations) {
      const Real angle = turn + way * kEighth;
      const Vec m = Unit(n + (u * std::cos(angle) + v * std::sin(angle)) * step);
      const Real height = CoreSum(a, b, m);
      if (height < least) least = height, next = m;
    }
    if (!(least < best)) step /= 2;
    turn += 1;
    best = least;
    n = next;
  }
  return best;
}

Bracket Exact(Real distance) { return {distance, distance}; }

// Of the cores, where a plane across n separates them.
Bracket Apart(const Body& a, const Body& b, const Vec& n, const Vec& near_a) {
  Vec on_a = CoreNearest(a, near_a), on_b = CoreNearest(b, on_a);
  on_a = CoreNearest(a, on_b);
  return {-Descend(a, b, n, 1e-6L), Norm(on_b - on_a)};
}

Bracket Both(const Bracket& s, const LeastHeight& h) {
  return {std::max(s.lower, -h.upper), std::min(s.upper, -h.lower)};
}

Bracket OfCores(const Body& a, const Body& b, const Offer& offer, const Effort& effort, Real size) {
  if (a.kind == Body::Kind::kHalfspace) return Exact(-CoreHeight(b, -a.normal) - a.offset);
  if (b.kind == Body::Kind::kHalfspace) return Exact(-CoreHeight(a, -b.normal) - b.offset);
  const auto few_vertices = [&](const Body& body) {
    return body.vertices.size() <= static_cast<size_t>(effort.vertices);
  };
  const bool few = few_vertices(a) && few_vertices(b);
  if (few && a.kind == Body::Kind::kPolytope && b.kind == Body::Kind::kPolytope) {
    return Exact(PolytopeSignedDistance(a.vertices, b.vertices));
  }
  const Real length = Norm(offer.normal), width = effort.width * size;
  const Vec n = length > 0 ? offer.normal * (1 / length) : Vec{0, 0, 1};
  Bracket best{-CoreSum(a, b, n), kInfinity};
  if (few && best.lower > 0) {
    const bool known = Norm(offer.point_a) < kInfinity;
    best = Apart(a, b, n, known ? offer.point_a - n * a.radius : a.centre);
    if (best.width() <= width) return best;
  }
  if (const auto flat = LeastMeridianHeight(a, b, effort.parts, width / 2)) {
    best = Both(best, *flat);
    if (best.width() <= width) return best;
  }
  return Both(best, LeastCoreHeight(a, b, n, effort.parts, width));
}

}  // namespace

Bracket SignedDistance(const Body& a, const Body& b, const Offer& offer, const Effort& effort) {
  const Real size = Extent(a) + Extent(b), radii = a.radius + b.radius;
  const Real rounding = 64 * std::numeric_limits<Real>::epsilon() * size;
  const Bracket cores = OfCores(a, b, offer, effort, size);
  return {cores.lower - radii - rounding, cores.upper - radii + rounding};
}

}  // namespace farpoint::reference
