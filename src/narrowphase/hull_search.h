// Farpoint: GJK between two hulls, as every backend runs it: in float32 in the pair's unit with
// rounded vertices, to find the features; in float64 in metres with exact supports, from where
// float32 stood, to mend what it could not prove. A pair a thread here; lane_search.h has a pair a
// lane.

#ifndef FARPOINT_SRC_NARROWPHASE_HULL_SEARCH_H_
#define FARPOINT_SRC_NARROWPHASE_HULL_SEARCH_H_

#include <limits>
#include <type_traits>

#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/gjk.h"
#include "src/narrowphase/lane_task.h"
#include "src/narrowphase/search_bound.h"
#include "src/support/block_support.h"

namespace farpoint::FARPOINT_ISA {

/// How a search in numbers of type S ends.
template <class S>
struct SearchTolerance;
template <>
struct SearchTolerance<float> {
  static constexpr float relative_gap = 1e-5f;
  static constexpr int kMaxIterations = 64;
};
template <>
struct SearchTolerance<double> {
  static constexpr double relative_gap = 0;
  static constexpr int kMaxIterations = 32;
};

/// What a search multiplies metres by.
template <class S>
FARPOINT_HD double ScaleOf(const LaneTask& task) {
  return std::is_same_v<S, float> ? 1 / task.unit : 1;
}

template <class S>
FARPOINT_HD GjkOptions<S> SearchOptions(const LaneTask& task) {
  GjkOptions<S> options;
  options.relative_gap = SearchTolerance<S>::relative_gap;
  options.max_iterations = SearchTolerance<S>::kMaxIterations;
  if constexpr (std::is_same_v<S, float>) {
    options.absolute_gap = 1e-7f;
    options.rounding = 1e-6f;
    // Nearly always its plane proves that a pair is beyond the cut-off.
    options.cutoff =
        static_cast<float>((task.cutoff + task.search_rounding) * ScaleOf<S>(task) * (1 + 1e-6));
  } else {
    options.absolute_gap =
        std::numeric_limits<double>::epsilon() * (task.core0->radius + task.core1->radius);
    options.rounding = task.rounding;
    options.cutoff = task.cutoff + task.rounding;
  }
  return options;
}

/// A point of the difference; its makers are known by their indices.
template <class T>
struct LanePoint {
  Vec3<T> w;
  SupportIndex<Index<T>> index;
};

template <class T>
FARPOINT_HD void Replace(const Mask<T>& m, const LanePoint<T>& from, LanePoint<T>* to) {
  to->w = Select(m, from.w, to->w);
  to->index.index0 = Select(m, from.index.index0, to->index.index0);
  to->index.index1 = Select(m, from.index.index1, to->index.index1);
}

template <class S>
FARPOINT_HD Vec3<S> Narrow(const Vec3d& v, double scale) {
  return {static_cast<S>(v.x * scale), static_cast<S>(v.y * scale), static_cast<S>(v.z * scale)};
}

/// The simplex that an earlier search left, in float64: its points w and the one nearest to the
/// origin. False if it left none, or only rounding.
FARPOINT_HD inline bool SimplexOf(const LaneTask& task, const LaneAnswer& found, Vec3d w[3],
                                  Vec3d* nearest) {
  if (!found.started) return false;
  for (int k = 0; k < 3; ++k) w[k] = PointOf(task, found.slot[k]);
  double weight[3];
  NearestOnTriangle(w[0], w[1], w[2], weight);
  *nearest = w[0] * weight[0] + w[1] * weight[1] + w[2] * weight[2];
  return Norm(*nearest) > task.rounding;
}

/// Where a search that ended so leaves its pair.
FARPOINT_HD inline LaneAnswer::Stage StageAfter(bool started, bool inside, bool beyond) {
  using Stage = LaneAnswer::Stage;
  return beyond     ? Stage::kBeyond
         : !started ? Stage::kOpen
         : inside   ? Stage::kInside
                    : Stage::kSearched;
}

/// Of a search that ended kBeyond with a query along −v that found w, in its own units: the
/// direction, and kApart if float32 proves as much.
template <class S>
FARPOINT_HD void KeepBeyond(const LaneTask& task, const Vec3<S>& v, const Vec3<S>& w,
                            LaneAnswer* found) {
  found->direction = {v.x, v.y, v.z};
  if constexpr (std::is_same_v<S, float>) {
    found->lower =
        SearchHeight(found->direction, {w.x, w.y, w.z}) * task.unit - task.search_rounding;
    if (found->lower > task.cutoff) found->stage = LaneAnswer::Stage::kApart;
  }
}

/// What is proven of a kApart.
FARPOINT_HD inline CoreAnswer ApartOf(const LaneAnswer& found) {
  CoreAnswer core;
  core.beyond = true;
  core.distance = found.lower;
  core.normal = found.direction * (-1 / Norm(found.direction));
  return core;
}

/// The difference of one pair's hulls.
template <class S>
class HullDifference {
 public:
  FARPOINT_HD explicit HullDifference(const LaneTask& task) {
    const double scale = ScaleOf<S>(task);
    oR1_ = {Narrow<S>(task.oR1.row0, 1), Narrow<S>(task.oR1.row1, 1), Narrow<S>(task.oR1.row2, 1)};
    ot1_ = Narrow<S>(task.ot1, scale);
    core_[0] = task.core0;
    core_[1] = task.core1;
    step_[0] = static_cast<S>(task.core0->radius * scale / kBlockSteps);
    step_[1] = static_cast<S>(task.core1->radius * scale / kBlockSteps);
  }

  /// Along `direction`, of any length.
  FARPOINT_HD LanePoint<S> Support(const Vec3<S>& direction, const SupportHint& /*hint*/) const {
    const S squared = Max(Dot(direction, direction), SmallestDivisor<S>());
    const Vec3<S> unit = direction * (S(1) / Sqrt(squared));
    const Vec3<S> turned = MultiplyTransposed(oR1_, -unit);
    LanePoint<S> s;
    const Vec3<S> p0 = Farthest(0, unit, &s.index.index0);
    const Vec3<S> p1 = Farthest(1, turned, &s.index.index1);
    s.w = p0 - Multiply(oR1_, p1) - ot1_;
    return s;
  }

 private:
  FARPOINT_HD Vec3<S> Farthest(int i, const Vec3<S>& unit, int32_t* index) const {
    const HullCore& core = *core_[i];
    const BlockRange range = FindBlocks(core.field, unit);
    if constexpr (std::is_same_v<S, float>) {
      const BlockVertex v = RoundedFarthest(range);
      *index = v.index;
      return Vec3<S>{S(v.x), S(v.y), S(v.z)} * step_[i];
    } else {
      *index = ExactFarthest(range, core.vertices, unit);
      return core.vertices[*index];
    }
  }

  const HullCore* core_[2];
  S step_[2];  // of the rounded coordinates
  Mat3<S> oR1_;
  Vec3<S> ot1_;
};

/// A search's state before its first step: from where `found` was left.
template <class S>
FARPOINT_HD GjkState<S, LanePoint<S>> StartSearch(const LaneTask& task, const LaneAnswer& found) {
  GjkState<S, LanePoint<S>> state;
  state.Start(Narrow<S>(found.direction, ScaleOf<S>(task)));
  state.newest = {};
  for (auto& slot : state.slot) slot = {};
  Vec3d w[3], nearest;
  if constexpr (!std::is_same_v<S, float>) {
    if (SimplexOf(task, found, w, &nearest)) {
      state.v = state.separating = nearest;
      state.squared = Dot(nearest, nearest);
      state.started = true;
      for (int k = 0; k < 3; ++k) state.slot[k] = {w[k], found.slot[k]};
    }
  }
  return state;
}

/// What a search that is done found out.
template <class S>
FARPOINT_HD void KeepSearch(const LaneTask& task, const GjkState<S, LanePoint<S>>& state,
                            LaneAnswer* found) {
  found->iterations += static_cast<uint32_t>(state.iterations);
  found->started = state.started;
  found->stage = StageAfter(state.started, state.inside, state.beyond);
  // v stays where the plane across it is beyond.
  if (state.beyond) KeepBeyond(task, state.v, state.newest.w, found);
  for (int k = 0; k < 3; ++k) found->slot[k] = state.slot[k].index;
  found->newest = state.newest.index;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_HULL_SEARCH_H_
