// The pack's overloads come first.
#include "src/math/lane_pack.h"
//
#include "src/narrowphase/lane_difference.h"
#include "src/narrowphase/lane_penetration.h"
#include "src/narrowphase/small_polytope.h"

namespace farpoint::FARPOINT_ISA {
namespace {

// EPA of one pair, in steps that the other pairs' steps come between.
class Expansion {
 public:
  bool Start(const LaneTask& task, LaneAnswer* answer, DepthInterval* depth) {
    task_ = &task;
    answer_ = answer;
    depth_ = depth;
    supports_ = 0;
    const SupportHint index[4] = {answer->newest, answer->slot[0], answer->slot[1],
                                  answer->slot[2]};
    Vec3d corner[4];
    for (int k = 0; k < 4; ++k) corner[k] = PointOf(task, index[k]);
    return polytope_.Start(corner, index, task.rounding);
  }

  /// The normal of the nearest face: where to ask for a support.
  Vec3d Aim() {
    face_ = polytope_.Nearest();
    return polytope_.normal(face_);
  }

  void Take(const SupportHint& found) {
    found_ = found;
    ++supports_;
    __builtin_prefetch(task_->core0->vertices + found.index0);
    __builtin_prefetch(task_->core1->vertices + found.index1);
  }

  // False when the pair is done with, its answer filled if it could be.
  bool Expand(SmallPolytope::NewFaces* made) {
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
  bool SetPlanes(const SmallPolytope::NewFaces& made) { return polytope_.SetPlanes(made); }

 private:
  void Finish(double upper, double lower) {
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
  void FindFoot(DepthInterval* depth) const {
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
  bool InFacet(const uint8_t* v, const double* weight) const {
    if (weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0) return true;
    for (int k = 0; k < 3; ++k) {
      const int i = k == 2 ? 0 : k + 1, j = 3 - k - i;
      const SupportHint &at = polytope_.index(v[k]), &to = polytope_.index(v[i]),
                        &other = polytope_.index(v[j]);
      const bool corner = (at.index0 == to.index0 && at.index1 == other.index1) ||
                          (at.index1 == to.index1 && at.index0 == other.index0);
      if (corner) {
        return weight[i] >= 0 && weight[i] <= 1 && weight[j] >= 0 && weight[j] <= 1;
      }
    }
    return false;
  }

  const LaneTask* task_;
  LaneAnswer* answer_;
  DepthInterval* depth_;
  uint32_t supports_;
  int face_;
  SupportHint found_;
  SmallPolytope polytope_;
};

void PrefetchSeed(const LaneTask& task, const LaneAnswer& answer) {
  if (answer.stage != LaneAnswer::Stage::kInside) return;
  for (const SupportHint& index : {answer.newest, answer.slot[0], answer.slot[1], answer.slot[2]}) {
    __builtin_prefetch(task.core0->vertices + index.index0);
    __builtin_prefetch(task.core1->vertices + index.index1);
  }
}

}  // namespace

FARPOINT_FLATTEN void PenetrateLanes(int n, LaneScratch* scratch) {
  using P = Pack<float>;
  constexpr int kWidth = LaneDifference<float>::kWidth;
  LaneDifference<float> difference;
  Expansion expansion[kWidth];
  bool busy[kWidth], grown[kWidth];
  SmallPolytope::NewFaces made[2];
  alignas(64) float x[kWidth], y[kWidth], z[kWidth];
  int count = 0, next = 0;
  const auto seek = [&](int from) {
    while (from < n && scratch->found[from].stage != LaneAnswer::Stage::kInside) ++from;
    return from;
  };
  const int first = next = seek(0);
  if (first == n) return;
  const auto refill = [&](int lane) {
    while (next < n) {
      const int k = next;
      next = seek(k + 1);
      if (next < n) PrefetchSeed(scratch->task[next], scratch->found[next]);
      const LaneTask& task = scratch->task[k];
      if (!expansion[lane].Start(task, &scratch->found[k], &scratch->depth[k])) continue;
      difference.Set(lane, task, 1 / task.unit);
      return true;
    }
    return false;
  };
  for (int lane = 0; lane < kWidth; ++lane) {
    busy[lane] = refill(lane);
    count += busy[lane];
    if (busy[lane]) continue;
    difference.Set(lane, scratch->task[first], 1);
    x[lane] = y[lane] = z[lane] = 1;
  }
  // Bounded: every step adds a vertex or ends a pair.
  while (count > 0) {
    for (int lane = 0; lane < kWidth; ++lane) {
      if (!busy[lane]) continue;
      const Vec3d normal = expansion[lane].Aim();
      x[lane] = static_cast<float>(normal.x);
      y[lane] = static_cast<float>(normal.y);
      z[lane] = static_cast<float>(normal.z);
    }
    difference.Ask(
        {P(x, stdx::vector_aligned), P(y, stdx::vector_aligned), P(z, stdx::vector_aligned)});
    const auto index = difference.Support({}, {}).index;
    for (int lane = 0; lane < kWidth; ++lane) {
      if (busy[lane]) {
        expansion[lane].Take(
            {static_cast<int32_t>(index.index0[lane]), static_cast<int32_t>(index.index1[lane])});
      }
    }
    // Planes a lane later than their corners, which vectors can load only once they are stored.
    for (int lane = 0; lane <= kWidth; ++lane) {
      if (lane < kWidth) grown[lane] = busy[lane] && expansion[lane].Expand(&made[lane % 2]);
      const int last = lane - 1;
      if (last < 0 || !busy[last]) continue;
      if (grown[last] && expansion[last].SetPlanes(made[last % 2])) continue;
      busy[last] = refill(last);
      count -= !busy[last];
    }
  }
}

}  // namespace farpoint::FARPOINT_ISA
