#include "tests/reference/signed_distance.h"

#include <algorithm>
#include <limits>
#include <numbers>
#include <vector>

#include "tests/reference/polytope_distance.h"

namespace farpoint::reference {
namespace {

Real CoreSum(const Body& a, const Body& b, const Vec& n) {
  return CoreHeight(a, n) + CoreHeight(b, -n);
}

Vec LatticeDirection(int i, int count) {
  const Real z = 1 - (2 * i + 1) / Real(count);
  const Real angle = i * std::numbers::pi_v<Real> * (3 - std::sqrt(Real(5)));
  const Real r = std::sqrt(1 - z * z);
  return {r * std::cos(angle), r * std::sin(angle), z};
}

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

Real Rounding(const Body& a, const Body& b) {
  return 64 * std::numeric_limits<Real>::epsilon() * (Extent(a) + Extent(b));
}

}  // namespace

Real LeastHeightFound(const Body& a, const Body& b, const Vec& guess, const SearchEffort& effort) {
  struct Start {
    Real height;
    Vec n;
  };
  std::vector<Start> starts;
  for (int i = 0; i < effort.directions; ++i) {
    const Vec n = LatticeDirection(i, effort.directions);
    starts.push_back({CoreSum(a, b, n), n});
  }
  const size_t refined = std::min<size_t>(effort.refined, starts.size());
  std::partial_sort(starts.begin(), starts.begin() + refined, starts.end(),
                    [](const Start& s, const Start& t) { return s.height < t.height; });
  Real least = Descend(a, b, guess, 1e-3L);
  for (size_t i = 0; i < refined; ++i) {
    least = std::min(least, Descend(a, b, starts[i].n, 2 / std::sqrt(Real(effort.directions))));
  }
  return least + a.radius + b.radius;
}

Bracket SignedDistance(const Body& a, const Body& b, const Offer& offer,
                       const SearchEffort& effort) {
  const Real rounding = Rounding(a, b), radii = a.radius + b.radius;
  const auto exact = [&](Real core) {
    return Bracket{core - radii - rounding, core - radii + rounding, core < 0};
  };
  if (a.kind == Body::Kind::kHalfspace) return exact(-CoreHeight(b, -a.normal) - a.offset);
  if (b.kind == Body::Kind::kHalfspace) return exact(-CoreHeight(a, -b.normal) - b.offset);
  if (a.kind == Body::Kind::kPolytope && b.kind == Body::Kind::kPolytope) {
    return exact(PolytopeSignedDistance(a.vertices, b.vertices));
  }
  const Vec n = Unit(offer.normal);
  const Real plane = -CoreSum(a, b, n);
  if (plane > 0) {
    Vec on_a = CoreNearest(a, offer.point_a - n * a.radius), on_b = CoreNearest(b, on_a);
    on_a = CoreNearest(a, on_b);
    const Real lower = std::max(plane, -Descend(a, b, n, 1e-6L));
    return {lower - radii - rounding, Norm(on_b - on_a) - radii + rounding, false};
  }
  const Real height = LeastHeightFound(a, b, n, effort);
  return {-height - rounding, -height + rounding, true};
}

}  // namespace farpoint::reference
