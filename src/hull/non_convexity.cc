#include "src/hull/non_convexity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "src/hull/cancel.h"
#include "src/hull/convex_hull.h"
#include "src/hull/hull_planes.h"

namespace farpoint {
namespace {

using scalar::Cross;
using scalar::Dot;
using scalar::Norm;
using scalar::operator-;
using scalar::operator+;
using scalar::operator*;

// Less than this, relative to the extent, is rounding.
constexpr double kRounding = 1e-12;
constexpr size_t kLeaf = 4;
// Steps of the whole search, and those of them that the first candidates may take.
constexpr int64_t kMostWork = 500'000'000, kMostFirstWork = kMostWork / 4;
constexpr size_t kFirst = 1 << 14;
// Cells of a face of a cube along each edge, at most.
constexpr int kMostCells = 64;
// So many planes, those of the largest faces, stand in where a cell has none.
constexpr size_t kLargest = 64;

std::array<Vec3d, 7> Probes(const std::vector<Vec3d>& points, const MeshTriangle& t) {
  const Vec3d &a = points[t[0]], &b = points[t[1]], &c = points[t[2]];
  return {a, b, c, (a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5, (a + b + c) * (1.0 / 3)};
}

struct Facet {
  HullPlane plane;
  Vec3d centre;
  double size;
};

// One plane for each direction from the middle of the hull: likely the nearest to points there.
class PlaneByDirection {
 public:
  PlaneByDirection(const std::vector<Vec3d>& corners, std::vector<Facet> facets) {
    Vec3d low = corners[0], high = low;
    for (const Vec3d& p : corners) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
      middle_ = middle_ + p * (1.0 / static_cast<double>(corners.size()));
    }
    // Of a long hull as of a round one.
    half_ = (high - low) * 0.5;
    edge_ = std::clamp(static_cast<int>(std::sqrt(static_cast<double>(facets.size()) / 24)), 1,
                       kMostCells);
    cells_.resize(static_cast<size_t>(6 * edge_ * edge_), HullPlane{{0, 0, 0}, 0, 0});
    for (const Facet& facet : facets) {
      HullPlane& cell = cells_[Cell(facet.centre)];
      if (cell.sharpness == 0) cell = facet.plane;
    }
    const size_t largest = std::min(facets.size(), kLargest);
    std::nth_element(facets.begin(), facets.begin() + static_cast<ptrdiff_t>(largest) - 1,
                     facets.end(), [](const Facet& f, const Facet& g) { return f.size > g.size; });
    facets.resize(largest);
    for (size_t cell = 0; cell < cells_.size(); ++cell) {
      if (cells_[cell].sharpness == 0) cells_[cell] = Ahead(Direction(cell), facets);
    }
  }

  double BoundAt(const Vec3d& p) const { return Height(cells_[Cell(p)], p); }

 private:
  size_t Cell(const Vec3d& p) const {
    const Vec3d d = p - middle_;
    const double q[] = {d.x / half_.x, d.y / half_.y, d.z / half_.z};
    int axis = 0;
    for (int k : {1, 2}) {
      if (std::abs(q[k]) > std::abs(q[axis])) axis = k;
    }
    const double most = std::abs(q[axis]);
    if (!(most > 0)) return 0;
    const auto index = [&](double x) {
      return std::clamp(static_cast<int>((x / most + 1) * 0.5 * edge_), 0, edge_ - 1);
    };
    const int face = 2 * axis + (q[axis] < 0 ? 1 : 0);
    return static_cast<size_t>((face * edge_ + index(q[(axis + 1) % 3])) * edge_ +
                               index(q[(axis + 2) % 3]));
  }
  // Of the middle of a cell; not of unit length.
  Vec3d Direction(size_t cell) const {
    const int c = static_cast<int>(cell), face = c / (edge_ * edge_), axis = face / 2;
    double q[3];
    q[axis] = face % 2 == 0 ? 1 : -1;
    q[(axis + 1) % 3] = (2 * (c / edge_ % edge_) + 1.0) / edge_ - 1;
    q[(axis + 2) % 3] = (2 * (c % edge_) + 1.0) / edge_ - 1;
    return {q[0] * half_.x, q[1] * half_.y, q[2] * half_.z};
  }
  HullPlane Ahead(const Vec3d& direction, const std::vector<Facet>& facets) const {
    const HullPlane* ahead = &facets[0].plane;
    double most = 0;  // 1 / distance
    for (const Facet& f : facets) {
      const double nearness = Dot(f.plane.normal, direction) / Height(f.plane, middle_);
      if (nearness > most) most = nearness, ahead = &f.plane;
    }
    return *ahead;
  }

  Vec3d middle_{0, 0, 0}, half_{0, 0, 0};
  int edge_ = 1;
  std::vector<HullPlane> cells_;
};

// The depth of a point is its least height below a plane: concave, so a box is no deeper than the
// best bound that any one plane gives.
class DeepestPoint {
 public:
  DeepestPoint(const std::vector<Vec3d>& points, const std::vector<MeshTriangle>& triangles,
               const std::vector<HullPlane>& planes, double extent, const std::atomic<bool>* cancel)
      : points_(points),
        triangles_(triangles),
        planes_(planes),
        cancel_(cancel),
        depth_(kRounding * extent) {}

  double Find(const PlaneByDirection& by_direction) {
    std::vector<Candidate> candidates;
    for (size_t t = 0; t < triangles_.size(); ++t) {
      if (t % 4096 == 0 && IsSet(cancel_)) return 0;
      double bound = 0;
      for (const Vec3d& p : Probes(points_, triangles_[t])) {
        bound = std::max(bound, by_direction.BoundAt(p));
      }
      if (bound > depth_) candidates.push_back({bound, static_cast<uint32_t>(t)});
    }
    std::vector<uint32_t> all(planes_.size()), order;
    std::iota(all.begin(), all.end(), 0);
    TestFirst(candidates, all);
    for (const Candidate& candidate : candidates) {
      if (candidate.bound > depth_) order.push_back(candidate.triangle);
    }
    std::vector<Candidate>().swap(candidates);
    end_of_work_ = kMostWork;
    if (!order.empty()) {
      uint32_t *begin = order.data(), *end = begin + order.size();
      Visit(begin, end, BoxOf(begin, end), std::move(all));
    }
    return found_ ? depth_ : 0;
  }

 private:
  struct Candidate {
    double bound;  // it is no deeper
    uint32_t triangle;
    bool operator<(const Candidate& other) const {
      return bound != other.bound ? bound > other.bound : triangle < other.triangle;
    }
  };

  // Those that may be the deepest: what they find spares others, and is there should the search
  // be cut short.
  void TestFirst(std::vector<Candidate>& candidates, const std::vector<uint32_t>& all) {
    const auto end =
        candidates.begin() + static_cast<ptrdiff_t>(std::min(candidates.size(), kFirst));
    std::partial_sort(candidates.begin(), end, candidates.end());
    for (auto candidate = candidates.begin(); candidate != end; ++candidate) {
      if (candidate->bound <= depth_ || !GoOn()) return;
      Test(triangles_[candidate->triangle], all);
    }
  }

  // [begin, end) are indices of triangles in `box`; `list` the planes that may be the nearest to
  // them, the one that is likely to be first.
  void Visit(uint32_t* begin, uint32_t* end, const Box& box, std::vector<uint32_t> list) {
    if (!GoOn()) return;
    double bound = std::numeric_limits<double>::infinity();
    size_t best = 0, kept = 0;
    for (size_t k = 0; k < list.size(); ++k) {
      const double most = Height(planes_[list[k]], box.centre) + Reach(planes_[list[k]], box.half);
      if (most < bound) bound = most, best = k;
      if (bound <= depth_) {
        work_ += static_cast<int64_t>(k);
        return;
      }
    }
    std::swap(list[0], list[best]);
    for (uint32_t f : list) {
      if (Height(planes_[f], box.centre) - Reach(planes_[f], box.half) <= bound) list[kept++] = f;
    }
    work_ += 2 * static_cast<int64_t>(list.size());
    list.resize(kept);
    if (static_cast<size_t>(end - begin) <= kLeaf) {
      for (const uint32_t* t = begin; t != end; ++t) Test(triangles_[*t], list);
      return;
    }
    uint32_t* middle = begin + (end - begin) / 2;
    const Vec3d half = box.half;
    const auto along = [&](uint32_t t) {
      const Vec3d c =
          points_[triangles_[t][0]] + points_[triangles_[t][1]] + points_[triangles_[t][2]];
      return half.x >= half.y && half.x >= half.z ? c.x : half.y >= half.z ? c.y : c.z;
    };
    std::nth_element(begin, middle, end,
                     [&](uint32_t s, uint32_t t) { return along(s) < along(t); });
    const Box low = BoxOf(begin, middle), high = BoxOf(middle, end);
    work_ += 2 * (end - begin);
    // The deeper half first: what it finds spares the other.
    if (DepthAt(low.centre, list) >= DepthAt(high.centre, list)) {
      Visit(begin, middle, low, list);
      Visit(middle, end, high, std::move(list));
    } else {
      Visit(middle, end, high, list);
      Visit(begin, middle, low, std::move(list));
    }
  }

  bool GoOn() const { return work_ < end_of_work_ && !IsSet(cancel_); }

  Box BoxOf(const uint32_t* begin, const uint32_t* end) const {
    Vec3d low = points_[triangles_[*begin][0]], high = low;
    for (const uint32_t* t = begin; t != end; ++t) {
      for (uint32_t v : triangles_[*t]) {
        const Vec3d& p = points_[v];
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
      }
    }
    const Vec3d centre = (low + high) * 0.5;
    return {centre, high - centre};
  }

  double Highest(const HullPlane& plane, const MeshTriangle& t) {
    work_ += 3;
    return std::max(
        {Height(plane, points_[t[0]]), Height(plane, points_[t[1]]), Height(plane, points_[t[2]])});
  }

  // The least height; anything not above `floor` if that is not.
  double DepthAt(const Vec3d& p, const std::vector<uint32_t>& list,
                 double floor = -std::numeric_limits<double>::infinity()) {
    double depth = std::numeric_limits<double>::infinity();
    size_t k = 0;
    while (k < list.size() && depth > floor) depth = std::min(depth, Height(planes_[list[k++]], p));
    work_ += static_cast<int64_t>(k);
    return depth;
  }

  void Test(const MeshTriangle& t, const std::vector<uint32_t>& list) {
    for (uint32_t f : list) {  // one plane that all corners are near is enough, and mostly there
      if (Highest(planes_[f], t) <= depth_) return;
    }
    for (const Vec3d& p : Probes(points_, t)) {
      if (!GoOn()) return;
      const double depth = DepthAt(p, list, depth_);
      if (depth > depth_) depth_ = depth, found_ = true;
    }
  }

  const std::vector<Vec3d>& points_;
  const std::vector<MeshTriangle>& triangles_;
  const std::vector<HullPlane>& planes_;
  const std::atomic<bool>* const cancel_;
  int64_t work_ = 0, end_of_work_ = kMostFirstWork;
  double depth_;
  bool found_ = false;
};

}  // namespace

absl::StatusOr<double> NonConvexity(const std::vector<Vec3d>& vertices,
                                    const std::vector<uint32_t>& hull_vertices,
                                    const std::vector<MeshTriangle>& triangles,
                                    const std::atomic<bool>* cancel) {
  if (triangles.empty()) return 0.0;
  // About a point of the hull, as planes lose what a large offset takes.
  const Vec3d origin = vertices[hull_vertices[0]];
  std::vector<Vec3d> points(vertices.size()), corners;
  for (size_t i = 0; i < points.size(); ++i) points[i] = vertices[i] - origin;
  double extent = 0;
  for (uint32_t v : hull_vertices) {
    corners.push_back(points[v]);
    extent = std::max(extent, Norm(corners.back()));
  }
  HullLimits limits;
  limits.cancel = cancel;
  absl::StatusOr<ConvexHull> hull = BuildConvexHull(corners.data(), corners.size(), limits);
  if (!hull.ok()) return hull.status();
  if (hull->dimension < 3 || hull->faces.empty()) return 0.0;
  for (auto& face : hull->faces) {
    for (uint32_t& v : face) v = hull->vertices[v];
  }
  std::vector<HullPlane> planes;
  std::vector<Facet> facets;
  for (const auto& face : hull->faces) {
    const Vec3d &a = corners[face[0]], &b = corners[face[1]], &c = corners[face[2]];
    for (const HullPlane& plane : PlanesOf(corners, {face}, extent)) {
      planes.push_back(plane);
      facets.push_back({plane, (a + b + c) * (1.0 / 3), Norm(Cross(b - a, c - a))});
    }
  }
  if (planes.empty()) return 0.0;
  const double depth = DeepestPoint(points, triangles, planes, extent, cancel)
                           .Find(PlaneByDirection(corners, std::move(facets)));
  if (IsSet(cancel)) {
    return absl::CancelledError("cancelled while its non-convexity was measured");
  }
  return depth;
}

}  // namespace farpoint
