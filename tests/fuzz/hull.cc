// Fuzz target: the convex hull of any vertices.
//
// No vertex is farther outside the hull than the hull says; indices are valid, ascending, and the
// lowest of those that coincide; whole coordinates have the dimension that exact arithmetic finds;
// faces turn outwards and close.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "src/hull/convex_hull.h"
#include "tests/fuzz/any_shape.h"
#include "tests/fuzz/describe.h"
#include "tests/fuzz/exact_rank.h"
#include "tests/fuzz/violation.h"
#include "tests/reference/polytope_distance.h"

namespace farpoint::fuzz {
namespace {

using reference::Cross;
using reference::Dot;
using reference::Norm;
using reference::Real;
using reference::Vec;
using reference::Widen;
using reference::operator+;
using reference::operator-;
using reference::operator*;

constexpr int kMostVertices = 60;
// Nearest points are looked for among all triples of so many hull vertices.
constexpr size_t kFewVertices = 12;

class HullChecks {
 public:
  HullChecks(const std::vector<Vec3d>& points, const ConvexHull& hull)
      : points_(points), hull_(hull) {
    for (uint32_t v : hull.vertices) {
      if (v >= points.size()) Fail("a vertex that there is not");
      corners_.push_back(Widen(points[v]) - Widen(points[0]));
    }
    for (const Vec3d& p : points) extent_ = std::max(extent_, Norm(Widen(p) - Widen(points[0])));
    for (const Vec3d& p : points) largest_ = std::max(largest_, Norm(Widen(p)));
  }

  void Indices() const {
    if (hull_.dimension < 0 || hull_.dimension > 3) Fail("a dimension that there is not");
    if (hull_.vertices.size() <= static_cast<size_t>(hull_.dimension)) Fail("too few vertices");
    if (hull_.dimension < 2 && hull_.vertices.size() != hull_.dimension + 1u) {
      Fail("a point has one vertex, a segment two");
    }
    const auto ascending = [](const std::vector<uint32_t>& v) {
      return std::adjacent_find(v.begin(), v.end(), std::greater_equal<>()) == v.end();
    };
    if (!ascending(hull_.vertices) || !ascending(hull_.boundary)) Fail("indices do not ascend");
    if (hull_.boundary.back() >= points_.size()) Fail("a boundary point that there is not");
    if (!std::includes(hull_.boundary.begin(), hull_.boundary.end(), hull_.vertices.begin(),
                       hull_.vertices.end())) {
      Fail("a vertex that is not on the boundary");
    }
    for (uint32_t i : hull_.boundary) {
      for (uint32_t j = 0; j < i; ++j) {
        if (points_[i].x == points_[j].x && points_[i].y == points_[j].y &&
            points_[i].z == points_[j].z) {
          Fail(absl::StrCat("point ", i, " is kept, not ", j, " at its place"));
        }
      }
    }
  }

  // Coordinates are centred and scaled in float64 first.
  void NothingOutside() const {
    if (!(hull_.deviation >= 0 && std::isfinite(hull_.deviation))) Fail("deviation is no length");
    const Real allowed = hull_.deviation + 0x1p-50L * extent_ + 0x1p-53L * largest_;
    for (size_t i = 0; i < points_.size(); ++i) {
      if (std::binary_search(hull_.vertices.begin(), hull_.vertices.end(), i)) continue;
      const Vec p = Widen(points_[i]) - Widen(points_[0]);
      if (hull_.vertices.size() <= kFewVertices) {
        Allow(i, Norm(p - NearestInPolytope(p, corners_)), allowed);
        continue;
      }
      // From every corner, what is outside there is above the plane across the way to it.
      for (const Vec& corner : corners_) {
        const Vec away = p - corner;
        if (Norm(away) > 0) Allow(i, Dot(Unit(away), p) - Top(Unit(away)), allowed);
      }
    }
    for (const auto& face : hull_.faces) {
      const Vec normal = Normal(face);
      if (Norm(normal) == 0) continue;
      for (const Vec& n : {Unit(normal), -Unit(normal)}) {
        const Real top = Top(n);
        for (size_t i = 0; i < points_.size(); ++i) {
          Allow(i, Dot(n, Widen(points_[i]) - Widen(points_[0])) - top, allowed);
        }
      }
    }
  }

  void Faces() const {
    if (!(hull_.volume >= 0 && std::isfinite(hull_.volume))) Fail("volume is no volume");
    if (hull_.dimension < 3 && hull_.volume != 0) Fail("a flat hull has a volume");
    if (hull_.dimension < 2 && !hull_.faces.empty()) Fail("no polygon, yet it has faces");
    std::map<std::pair<uint32_t, uint32_t>, int> edges;
    for (const auto& face : hull_.faces) {
      for (int k = 0; k < 3; ++k) {
        const uint32_t from = face[k], to = face[(k + 1) % 3];
        if (from >= hull_.vertices.size()) Fail("a face's vertex that there is not");
        if (from == to) Fail("a face repeats a vertex");
        ++edges[std::minmax(from, to)];
      }
    }
    if (hull_.dimension < 3) return;
    for (const auto& [edge, count] : edges) {
      if (count % 2 != 0) Fail(absl::StrCat("an edge has ", count, " faces"));
    }
    Outwards();
  }

  void Dimension() const {
    const int exact = ExactRank(points_);
    if (hull_.dimension != exact) Fail(absl::StrCat("exact arithmetic has dimension ", exact));
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    std::string list;
    for (const Vec3d& p : points_) absl::StrAppend(&list, "\n  ", Describe(p), ",");
    Violation(absl::StrCat(what, "; hull of dimension ", hull_.dimension, " with ",
                           hull_.vertices.size(), " vertices, ", hull_.faces.size(),
                           " faces, deviation ", hull_.deviation, " of", list));
  }

  void Allow(size_t point, Real outside, Real allowed) const {
    if (outside <= allowed) return;
    Fail(absl::StrCat("point ", point, " is outside by ", static_cast<double>(outside),
                      ", allowed ", static_cast<double>(allowed)));
  }

  Real Top(const Vec& n) const {
    Real top = Dot(n, corners_[0]);
    for (const Vec& corner : corners_) top = std::max(top, Dot(n, corner));
    return top;
  }

  Vec Normal(const std::array<uint32_t, 3>& face) const {
    const Vec &a = corners_[face[0]], &b = corners_[face[1]], &c = corners_[face[2]];
    return Cross(b - a, c - a);
  }

  // Slivers apart, whose direction is rounding.
  void Outwards() const {
    Vec inside;
    for (const Vec& corner : corners_) inside = inside + corner * (Real(1) / corners_.size());
    Real volume = 0;
    for (const auto& face : hull_.faces) {
      const Vec normal = Normal(face);
      const Real six = Dot(normal, corners_[face[0]] - inside);
      volume += six / 6;
      if (Norm(normal) > 1e-8L * extent_ * extent_ && six < -1e-10L * Norm(normal) * extent_) {
        Fail("a face turns inwards");
      }
    }
    const Real off = std::fabs(volume - hull_.volume);
    // A cube may be beyond float64 where its edges are not.
    if (off > 1e-10L * extent_ * extent_ * extent_ + std::numeric_limits<double>::min()) {
      Fail(absl::StrCat("volume ", hull_.volume, " is off by ", static_cast<double>(off)));
    }
  }

  const std::vector<Vec3d>& points_;
  const ConvexHull& hull_;
  std::vector<Vec> corners_;  // from the first point
  Real extent_ = 0, largest_ = 0;
};

void Build(Input* input) {
  const int limit = input->Choice(8) == 0 ? 1 + input->Choice(kMostVertices) : kMostVertices;
  const double scale = input->Choice(4) == 0 ? input->Scale() : 1;
  bool whole = false;
  const std::vector<Vec3d> points = AnyVertices(input, kMostVertices, scale, &whole);
  HullLimits limits;
  limits.max_vertices = limit;
  const auto hull = BuildConvexHull(points.data(), points.size(), limits);
  if (!hull.ok()) {
    const bool too_many = hull.status().code() == absl::StatusCode::kInvalidArgument &&
                          points.size() > static_cast<size_t>(limit);
    if (!too_many) Violation(absl::StrCat("refused: ", hull.status().ToString()));
    return;
  }
  if (hull->vertices.size() > static_cast<size_t>(limit)) Violation("more vertices than allowed");
  const HullChecks checks(points, *hull);
  checks.Indices();
  checks.NothingOutside();
  checks.Faces();
  if (whole) checks.Dimension();
}

}  // namespace
}  // namespace farpoint::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  farpoint::fuzz::Input input(data, size);
  farpoint::fuzz::Build(&input);
  return 0;
}
