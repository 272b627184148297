#include "src/hull/non_convexity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "src/hull/convex_hull.h"
#include "src/hull/hull_planes.h"

namespace farpoint {
namespace {

using scalar::Norm;
using scalar::operator-;
using scalar::operator+;
using scalar::operator*;

// Less than this, relative to the extent, is rounding.
constexpr double kRounding = 1e-12;
constexpr size_t kLeaf = 4;

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

  bool found() const { return found_; }
  double depth() const { return depth_; }

  // [begin, end) are indices of triangles; `parent` the planes that may be the nearest to them.
  void Visit(uint32_t* begin, uint32_t* end, const std::vector<uint32_t>& parent) {
    if (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed)) return;
    Box box = BoxOf(begin, end);
    double bound = std::numeric_limits<double>::infinity();
    for (uint32_t f : parent) {
      bound = std::min(bound, Height(planes_[f], box.centre) + Reach(planes_[f], box.half));
      if (bound <= depth_) return;
    }
    std::vector<uint32_t> list;
    for (uint32_t f : parent) {
      if (Height(planes_[f], box.centre) - Reach(planes_[f], box.half) <= bound) list.push_back(f);
    }
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
    // The deeper half first: what it finds spares the other.
    if (DepthAt(BoxOf(begin, middle).centre, list) >= DepthAt(BoxOf(middle, end).centre, list)) {
      Visit(begin, middle, list);
      Visit(middle, end, list);
    } else {
      Visit(middle, end, list);
      Visit(begin, middle, list);
    }
  }

 private:
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

  double DepthAt(const Vec3d& p, const std::vector<uint32_t>& list) const {
    double depth = std::numeric_limits<double>::infinity();
    for (uint32_t f : list) depth = std::min(depth, Height(planes_[f], p));
    return depth;
  }

  void Test(const MeshTriangle& t, const std::vector<uint32_t>& list) {
    const Vec3d &a = points_[t[0]], &b = points_[t[1]], &c = points_[t[2]];
    for (uint32_t f : list) {  // one plane that all corners are near is enough, and mostly there
      const HullPlane& plane = planes_[f];
      if (std::max({Height(plane, a), Height(plane, b), Height(plane, c)}) <= depth_) return;
    }
    for (const Vec3d& p :
         {a, b, c, (a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5, (a + b + c) * (1.0 / 3)}) {
      const double depth = DepthAt(p, list);
      if (depth > depth_) depth_ = depth, found_ = true;
    }
  }

  const std::vector<Vec3d>& points_;
  const std::vector<MeshTriangle>& triangles_;
  const std::vector<HullPlane>& planes_;
  const std::atomic<bool>* const cancel_;
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
  const std::vector<HullPlane> planes = PlanesOf(corners, hull->faces, extent);
  if (planes.empty()) return 0.0;
  std::vector<uint32_t> order(triangles.size()), all(planes.size());
  std::iota(order.begin(), order.end(), 0);
  std::iota(all.begin(), all.end(), 0);
  DeepestPoint deepest(points, triangles, planes, extent, cancel);
  deepest.Visit(order.data(), order.data() + order.size(), all);
  if (cancel != nullptr && cancel->load()) {
    return absl::CancelledError("cancelled while its non-convexity was measured");
  }
  return deepest.found() ? deepest.depth() : 0.0;
}

}  // namespace farpoint
