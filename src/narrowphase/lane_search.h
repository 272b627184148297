// Farpoint: GJK in lockstep, a pair a lane, that leaves simplices to be proven.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_SEARCH_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_SEARCH_H_

#include "src/narrowphase/lane_difference.h"

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

/// The lanes of one search over `task[which[k]]`, k < n. A lane whose pair is done takes the next.
template <class S>
class LaneSearch {
 public:
  using P = Pack<S>;
  static constexpr int kWidth = static_cast<int>(P::size());
  static constexpr bool kFloat = std::is_same_v<S, float>;

  LaneSearch(const LaneTask* task, const int32_t* which, int n, LaneAnswer* found)
      : task_(task), which_(which), n_(n), found_(found) {}

  [[gnu::flatten]] void Run() {
    if (n_ == 0) return;
    state_.Start({P(1), P(0), P(0)});
    state_.newest = {};
    for (auto& slot : state_.slot) slot = {};
    int running[kWidth], next = 0, busy = 0;
    Mask<P> active = P(0) > P(1);
    for (int lane = 0; lane < kWidth; ++lane) {
      const bool used = next < n_;
      Load(which_[used ? next : 0], lane);
      active[lane] = used;
      running[lane] = next;
      busy += used ? 1 : 0;
      next += used ? 1 : 0;
    }
    while (busy > 0) {
      const Mask<P> on = StepGjk<false>(difference_, options_, active, &state_) &
                         (state_.iterations < P(S(SearchTolerance<S>::kMaxIterations)));
      Mask<P> finished = active & !on;
      active = on;
      while (any_of(finished)) {
        const int lane = find_first_set(finished);
        finished[lane] = false;
        Store(which_[running[lane]], lane);
        if (next < n_) {
          running[lane] = next++;
          Load(which_[running[lane]], lane);
          active[lane] = true;
        } else {
          --busy;
        }
      }
    }
  }

 private:
  void Load(int i, int lane) {
    const LaneTask& task = task_[i];
    const double scale = kFloat ? 1 / task.unit : 1;
    difference_.Set(lane, task, scale);
    options_.relative_gap[lane] = SearchTolerance<S>::relative_gap;
    if constexpr (kFloat) {
      options_.absolute_gap[lane] = 1e-7f;
      options_.rounding[lane] = 1e-6f;
      options_.cutoff[lane] = static_cast<float>(task.cutoff * scale * (1 + 1e-5) + 1e-4);
    } else {
      options_.absolute_gap[lane] =
          std::numeric_limits<double>::epsilon() * (task.core0->radius + task.core1->radius);
      options_.rounding[lane] = task.rounding;
      options_.cutoff[lane] = task.cutoff + task.rounding;
    }
    const LaneAnswer& found = found_[i];
    SetLane(lane, Narrow<S>(found.direction, kFloat ? scale : 1), &state_.v);
    SetLane(lane, Narrow<S>(found.direction, kFloat ? scale : 1), &state_.separating);
    state_.squared[lane] = std::numeric_limits<S>::infinity();
    state_.lower[lane] = -std::numeric_limits<S>::infinity();
    state_.inside[lane] = state_.beyond[lane] = false;
    state_.iterations[lane] = 0;
    state_.started[lane] = false;
    if constexpr (!kFloat) LoadSimplex(task, found, lane);
  }

  // Goes on from the simplex of an earlier search.
  void LoadSimplex(const LaneTask& task, const LaneAnswer& found, int lane) {
    if (!found.started) return;
    Vec3d w[3];
    for (int k = 0; k < 3; ++k) {
      const SupportHint& index = found.slot[k];
      w[k] = task.core0->vertices[index.index0] -
             (Multiply(task.oR1, task.core1->vertices[index.index1]) + task.ot1);
    }
    double weight[3];
    NearestOnTriangle(w[0], w[1], w[2], weight);
    const Vec3d v = w[0] * weight[0] + w[1] * weight[1] + w[2] * weight[2];
    if (!(Norm(v) > task.rounding)) return;
    SetLane(lane, v, &state_.v);
    SetLane(lane, v, &state_.separating);
    state_.squared[lane] = Dot(v, v);
    state_.started[lane] = true;
    for (int k = 0; k < 3; ++k) {
      SetLane(lane, w[k], &state_.slot[k].w);
      state_.slot[k].index.index0[lane] = found.slot[k].index0;
      state_.slot[k].index.index1[lane] = found.slot[k].index1;
    }
  }

  void Store(int i, int lane) {
    using Stage = LaneAnswer::Stage;
    LaneAnswer& found = found_[i];
    found.iterations += static_cast<uint32_t>(state_.iterations[lane]);
    found.started = state_.started[lane];
    found.stage = state_.beyond[lane] ? Stage::kBeyond
                  : !found.started    ? Stage::kOpen
                  : state_.inside[lane] ? Stage::kInside
                                        : Stage::kSearched;
    if (found.stage == Stage::kBeyond) {
      const Vec3<S> separating = GetLane<S>(lane, state_.separating);
      found.direction = {separating.x, separating.y, separating.z};
    }
    const auto index = [lane](const SupportIndex<P>& of) {
      return SupportHint{static_cast<int32_t>(of.index0[lane]),
                         static_cast<int32_t>(of.index1[lane])};
    };
    for (int k = 0; k < 3; ++k) found.slot[k] = index(state_.slot[k].index);
    found.newest = index(state_.newest.index);
  }

  const LaneTask* const task_;
  const int32_t* const which_;
  const int n_;
  LaneAnswer* const found_;
  LaneDifference<S> difference_;
  GjkState<P, LanePoint<P>> state_;
  GjkOptions<P> options_;
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_SEARCH_H_
