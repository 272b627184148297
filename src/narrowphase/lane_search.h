// Farpoint: GJK in lockstep, a pair a lane, that leaves simplices to be proven.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_SEARCH_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_SEARCH_H_

#include "src/narrowphase/lane_difference.h"

namespace farpoint::FARPOINT_ISA {

/// One search over `task[which[k]]`, k < n. A lane whose pair is done takes the next. Two groups of
/// lanes take turns, so that the memory that one waits for comes while the other computes.
template <class S>
class LaneSearch {
 public:
  using P = Pack<S>;
  static constexpr int kWidth = static_cast<int>(P::size());
  static constexpr bool kFloat = std::is_same_v<S, float>;

  LaneSearch(const LaneTask* task, const int32_t* which, int n, LaneAnswer* found)
      : task_(task), which_(which), n_(n), found_(found) {}

  FARPOINT_FLATTEN void Run() {
    if (n_ == 0) return;
    for (Group& group : group_) Begin(&group);
    while (group_[0].busy + group_[1].busy > 0) {
      for (Group& group : group_) {
        if (group.busy > 0) Advance(&group);
      }
    }
  }

 private:
  struct Group {
    LaneDifference<S> difference;
    GjkState<P, LanePoint<P>> state;
    GjkOptions<P> options;
    Mask<P> active;
    int running[kWidth];
    int busy = 0;
  };

  void Begin(Group* group) {
    group->state.Start({P(1), P(0), P(0)});
    group->state.newest = {};
    for (auto& slot : group->state.slot) slot = {};
    group->active = P(0) > P(1);
    for (int lane = 0; lane < kWidth; ++lane) {
      const bool used = next_ < n_;
      Load(which_[used ? next_ : 0], lane, group);
      group->active[lane] = used;
      group->running[lane] = next_;
      group->busy += used ? 1 : 0;
      next_ += used ? 1 : 0;
    }
    group->difference.Ask(-group->state.v);
  }

  void Advance(Group* group) {
    GjkState<P, LanePoint<P>>& state = group->state;
    const Mask<P> on = StepGjk<false>(group->difference, group->options, group->active, &state) &
                       (state.iterations < P(S(SearchTolerance<S>::kMaxIterations)));
    Mask<P> finished = group->active & !on;
    group->active = on;
    while (any_of(finished)) {
      const int lane = find_first_set(finished);
      finished[lane] = false;
      Store(which_[group->running[lane]], lane, state);
      if (next_ < n_) {
        group->running[lane] = next_++;
        Load(which_[group->running[lane]], lane, group);
        group->active[lane] = true;
      } else {
        --group->busy;
      }
    }
    group->difference.Ask(-state.v);
  }

  void Load(int i, int lane, Group* group) {
    const LaneTask& task = task_[i];
    const double scale = ScaleOf<S>(task);
    group->difference.Set(lane, task, scale);
    const GjkOptions<S> own = SearchOptions<S>(task);
    GjkOptions<P>& options = group->options;
    options.relative_gap[lane] = own.relative_gap;
    options.absolute_gap[lane] = own.absolute_gap;
    options.rounding[lane] = own.rounding;
    options.cutoff[lane] = own.cutoff;
    const LaneAnswer& found = found_[i];
    GjkState<P, LanePoint<P>>& state = group->state;
    SetLane(lane, Narrow<S>(found.direction, scale), &state.v);
    SetLane(lane, Narrow<S>(found.direction, scale), &state.separating);
    state.squared[lane] = std::numeric_limits<S>::infinity();
    state.lower[lane] = -std::numeric_limits<S>::infinity();
    state.inside[lane] = state.beyond[lane] = false;
    state.iterations[lane] = 0;
    state.started[lane] = false;
    if constexpr (!kFloat) LoadSimplex(task, found, lane, &state);
  }

  // Goes on from the simplex of an earlier search.
  static void LoadSimplex(const LaneTask& task, const LaneAnswer& found, int lane,
                          GjkState<P, LanePoint<P>>* state) {
    Vec3d w[3], v;
    if (!SimplexOf(task, found, w, &v)) return;
    SetLane(lane, v, &state->v);
    SetLane(lane, v, &state->separating);
    state->squared[lane] = Dot(v, v);
    state->started[lane] = true;
    for (int k = 0; k < 3; ++k) {
      SetLane(lane, w[k], &state->slot[k].w);
      state->slot[k].index.index0[lane] = found.slot[k].index0;
      state->slot[k].index.index1[lane] = found.slot[k].index1;
    }
  }

  void Store(int i, int lane, const GjkState<P, LanePoint<P>>& state) {
    using Stage = LaneAnswer::Stage;
    LaneAnswer& found = found_[i];
    found.iterations += static_cast<uint32_t>(state.iterations[lane]);
    found.started = state.started[lane];
    found.stage = StageAfter(found.started, state.inside[lane], state.beyond[lane]);
    if (found.stage == Stage::kBeyond) {
      KeepBeyond(task_[i], GetLane<S>(lane, state.v), GetLane<S>(lane, state.newest.w), &found);
      if (found.stage == Stage::kApart) return;
    }
    const auto index = [lane](const SupportIndex<P>& of) {
      return SupportHint{static_cast<int32_t>(of.index0[lane]),
                         static_cast<int32_t>(of.index1[lane])};
    };
    for (int k = 0; k < 3; ++k) {
      found.slot[k] = index(state.slot[k].index);
      __builtin_prefetch(task_[i].core0->vertices + found.slot[k].index0);
      __builtin_prefetch(task_[i].core1->vertices + found.slot[k].index1);
    }
    found.newest = index(state.newest.index);
  }

  const LaneTask* const task_;
  const int32_t* const which_;
  const int n_;
  LaneAnswer* const found_;
  int next_ = 0;
  Group group_[2];
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_SEARCH_H_
