// Farpoint: EPA of one pair of hulls whose overlap is plain, step by step.

#ifndef FARPOINT_SRC_NARROWPHASE_HULL_EXPANSION_H_
#define FARPOINT_SRC_NARROWPHASE_HULL_EXPANSION_H_

#include "src/narrowphase/lane_task.h"
#include "src/narrowphase/small_polytope.h"
#include "src/support/block_support.h"

namespace farpoint::FARPOINT_ISA {

/// EPA of one pair on SmallPolytope, in steps that the other pairs' steps come between.
template <class P>
class HullExpansion {
 public:
  using NewFaces = typename SmallPolytope<P>::NewFaces;

  /// From the tetrahedron {newest, slots}. False if it does not contain the origin for sure.
  FARPOINT_HD bool Start(const LaneTask& task, LaneAnswer* answer, DepthInterval* depth,
                         NewFaces* made) {
    task_ = &task;
    answer_ = answer;
    depth_ = depth;
    supports_ = 0;
    const SupportHint index[4] = {answer->newest, answer->slot[0], answer->slot[1],
                                  answer->slot[2]};
    Vec3d corner[4];
    for (int k = 0; k < 4; ++k) corner[k] = PointOf(task, index[k]);
    return polytope_.Start(corner, index, task.rounding, made);
  }

  /// The normal of the nearest face: where to ask for a support.
  FARPOINT_HD Vec3d Aim() {
    face_ = polytope_.Nearest();
    return polytope_.normal(face_);
  }

  /// What the support found there.
  FARPOINT_HD void Take(const SupportHint& found) {
    found_ = found;
    ++supports_;
#ifndef __CUDA_ARCH__
    __builtin_prefetch(task_->core0->vertices + found.index0);
    __builtin_prefetch(task_->core1->vertices + found.index1);
#endif
  }

  /// Grows by what was taken. False when the pair is done with, its answer filled if it could be;
  /// else SetPlanes(made) is due before the next Aim.
  FARPOINT_HD bool Expand(NewFaces* made) {
    const Vec3d n = polytope_.normal(face_);
    const double offset = polytope_.offset(face_), tolerance = task_->rounding / 4;
    Vec3d w = PointOf(*task_, found_);
    if (Dot(n, w) - offset <= 2 * tolerance) {
      found_ = {FarthestVertex(*task_->core0, n),
                FarthestVertex(*task_->core1, MultiplyTransposed(task_->oR1, -n))};
      ++supports_;
      w = PointOf(*task_, found_);
      const double height = Dot(n, w);
      if (height - offset <= 2 * tolerance || polytope_.Has(found_)) {
        Finish(height, offset - tolerance);
        return false;
      }
    }
    return polytope_.Add(w, found_, face_, tolerance, made);
  }
  FARPOINT_HD bool SetPlanes(const NewFaces& made) { return polytope_.SetPlanes(made); }

 private:
  FARPOINT_HD void Finish(double upper, double lower) {
    constexpr double kClosed = 16;
    if (!(upper - lower <= kClosed * task_->rounding)) return;
    DepthInterval& depth = *depth_;
    depth = DepthInterval();
    depth.upper = upper;
    depth.lower = lower;
    depth.normal = polytope_.normal(face_);
    FindFoot(&depth);
    answer_->stage = LaneAnswer::Stage::kDeep;
    answer_->iterations += supports_;
  }

  // The point of the facet where the plane is nearest to the origin.
  FARPOINT_HD void FindFoot(DepthInterval* depth) const {
    const uint8_t* v = polytope_.face(face_).vertex;
    const Vec3d target = depth->normal * depth->upper;
    const Vec3d a = polytope_.vertex(v[0]) - target, b = polytope_.vertex(v[1]) - target,
                c = polytope_.vertex(v[2]) - target;
    const Vec3d n = Cross(b - a, c - a);
    double weight[3] = {Dot(n, Cross(b, c)), Dot(n, Cross(c, a)), Dot(n, Cross(a, b))};
    const double inverse = 1 / (weight[0] + weight[1] + weight[2]);
    for (double& w : weight) w *= inverse;
    if (!InFacet(v, weight)) NearestOnTriangle(a, b, c, weight);
    depth->foot_gap = Norm(a * weight[0] + b * weight[1] + c * weight[2]);
    depth->p0 = {0, 0, 0};
    for (int k = 0; k < 3; ++k) {
      depth->p0 = depth->p0 + task_->core0->vertices[polytope_.index(v[k]).index0] * weight[k];
      answer_->slot[k] = polytope_.index(v[k]);
    }
  }

  // Whether the point of these weights is in the face or, where two edges make the facet, in the
  // parallelogram that the face is one half of.
  FARPOINT_HD bool InFacet(const uint8_t* v, const double* weight) const {
    if (weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0) return true;
    const SupportHint &p = polytope_.index(v[0]), &q = polytope_.index(v[1]),
                      &r = polytope_.index(v[2]);
    if (IsCorner(p, q, r)) return AreShares(weight[1], weight[2]);
    if (IsCorner(q, r, p)) return AreShares(weight[2], weight[0]);
    if (IsCorner(r, p, q)) return AreShares(weight[0], weight[1]);
    return false;
  }
  // Whether one edge from `at` is core 0's and the other core 1's.
  FARPOINT_HD static bool IsCorner(const SupportHint& at, const SupportHint& to,
                                   const SupportHint& other) {
    return (at.index0 == to.index0 && at.index1 == other.index1) ||
           (at.index1 == to.index1 && at.index0 == other.index0);
  }
  FARPOINT_HD static bool AreShares(double a, double b) {
    return a >= 0 && a <= 1 && b >= 0 && b <= 1;
  }

  const LaneTask* task_;
  LaneAnswer* answer_;
  DepthInterval* depth_;
  uint32_t supports_;
  int face_;
  SupportHint found_;
  SmallPolytope<P> polytope_;
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_HULL_EXPANSION_H_
