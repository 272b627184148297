// Farpoint: EPA, the least translation that separates two cores that overlap or touch.
//
// van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", GDC
// 2001, with two changes. Face distances are signed, so that the polytope need not contain the
// origin at the start: any solid seed will do, the face most in the origin's way is expanded first,
// and pairs that just touch, from either side, end with the normal of a face instead of the noise
// of p0 − p1. And the answer is an interval:
//
// - Upper: the support h(n) of the difference in the best face normal n; −h(n) ≤ signed distance,
//   always.
// - Lower: the distance from the origin to the nearest triangle of the closed surface, where its
//   solid angle proves that the surface winds around the origin: then it winds around every point
//   of the ball that no triangle enters, so that ball is inside the difference, and depth ≥ lower.
//   The proof needs neither a convex surface nor exact face normals.
//
// Every loop is bounded; whatever stops it, the interval found so far is valid.

#ifndef FARPOINT_SRC_NARROWPHASE_EXPANDING_POLYTOPE_H_
#define FARPOINT_SRC_NARROWPHASE_EXPANDING_POLYTOPE_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "src/narrowphase/depth_interval.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

/// EPA's polytope and scratch, to be reused from pair to pair.
class ExpandingPolytope {
 public:
  struct Options {
    /// Metres: what a support value may be off by. The search ends within a few of it.
    double rounding;
    /// Bounds the loop and the memory.
    uint32_t max_supports;
  };

  /// The interval for `difference`. `seed`: four of its points, used if they make a solid
  /// tetrahedron. Adds the support queries made to `iterations`.
  DepthInterval Run(const MinkowskiDifference<double>& difference, const SupportPoint<double>* seed,
                    const Options& options, uint32_t* iterations);

 private:
  struct Face {
    std::array<int32_t, 3> vertex;    // counter-clockwise from outside
    std::array<int32_t, 3> adjacent;  // across the edge from vertex i to i + 1
    Vec3d normal;
    double offset;  // signed distance of the plane from the origin, > 0 if the origin is inside
    bool alive;
    uint32_t visit;  // the expansion that last reached it
  };
  struct HorizonEdge {
    int32_t from, to, outside;
  };

  SupportPoint<double> Query(const Vec3d& direction) {
    ++supports_;
    return difference_->Support(direction, {});
  }

  // Remembers `normal` if it separates better than all before.
  void Offer(const Vec3d& normal, double height) {
    if (height < result_.upper) {
      result_.upper = height;
      result_.normal = normal;
    }
  }

  bool Seed(const SupportPoint<double>* seed);
  bool SeedFromSupports();
  bool StartTetrahedron(const std::array<SupportPoint<double>, 4>& corners);
  void Expand();
  bool AddVertex(int32_t face, const SupportPoint<double>& w, double tolerance);
  Vec3d SurfaceCentroid() const;
  bool WindsAsSeenFromInside() const;
  void Certify();

  // Plane of the face's three vertices; false if they line up.
  bool SetPlane(Face* face) const;

  void Push(int32_t face) {
    heap_.emplace_back(faces_[face].offset, face);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  const MinkowskiDifference<double>* difference_ = nullptr;
  Options options_{};
  uint32_t supports_ = 0;
  DepthInterval result_;
  std::vector<SupportPoint<double>> vertices_;
  std::vector<Face> faces_;
  // By offset, then by index: equal pairs are expanded in equal order.
  std::vector<std::pair<double, int32_t>> heap_;
  uint32_t expansion_ = 0;
  std::vector<int32_t> stack_, visible_, start_;
  std::vector<HorizonEdge> horizon_;
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_EXPANDING_POLYTOPE_H_
