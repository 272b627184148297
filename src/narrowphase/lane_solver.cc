// The pack's overloads come first.
#include "src/math/lane_pack.h"
//
#include "src/narrowphase/gjk.h"
#include "src/narrowphase/lane_difference.h"
#include "src/narrowphase/lane_penetration.h"
#include "src/narrowphase/lane_solver.h"

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int32_t kFloatIterations = 64;
constexpr int32_t kDoubleIterations = 32;

template <class S>
void SetLane(int lane, const Vec3<S>& from, Vec3<Pack<S>>* to) {
  to->x[lane] = from.x;
  to->y[lane] = from.y;
  to->z[lane] = from.z;
}
template <class S>
Vec3<S> GetLane(int lane, const Vec3<Pack<S>>& from) {
  return {S(from.x[lane]), S(from.y[lane]), S(from.z[lane])};
}

template <class P>
SupportHint IndexOf(int lane, const SupportIndex<P>& index) {
  return {static_cast<int32_t>(index.index0[lane]), static_cast<int32_t>(index.index1[lane])};
}

// Runs tasks through the lanes. `Policy` says what a pair starts from and what becomes of it:
// Load(task, lane, &lanes) → whether it needs the lanes at all, Store(task, lane, lanes).
template <class S>
struct Lanes {
  static constexpr int kWidth = static_cast<int>(Pack<S>::size());
  LaneDifference<S> difference;
  GjkState<Pack<S>> state;
  GjkOptions<Pack<S>> options;

  void Start(int lane, const Vec3<S>& v) {
    SetLane(lane, v, &state.v);
    SetLane(lane, v, &state.separating);
    state.squared[lane] = std::numeric_limits<S>::infinity();
    state.lower[lane] = -std::numeric_limits<S>::infinity();
    state.started[lane] = state.inside[lane] = state.beyond[lane] = false;
    state.iterations[lane] = 0;
  }
};

template <class S, class Policy>
[[gnu::flatten]] void RunLanes(int n, int32_t max_iterations, Policy& policy) {
  using P = Pack<S>;
  constexpr int kWidth = Lanes<S>::kWidth;
  Lanes<S> lanes;
  lanes.state.Start({P(1), P(0), P(0)});
  for (auto& slot : lanes.state.slot) slot = {};
  lanes.state.newest = {};
  lanes.options.max_iterations = max_iterations;
  int task[kWidth];
  int next = 0, busy = 0;
  Mask<P> active = P(0) > P(1);
  const auto refill = [&](int lane) {
    active[lane] = false;
    while (next < n) {
      task[lane] = next++;
      if (!policy.Load(task[lane], lane, &lanes)) continue;
      active[lane] = true;
      return true;
    }
    return false;
  };
  for (int lane = 0; lane < kWidth; ++lane) {
    if (refill(lane)) {
      ++busy;
    } else {
      policy.Idle(lane, &lanes);
    }
  }
  while (busy > 0) {
    const Mask<P> on =
        StepGjk<false>(lanes.difference, lanes.options, active, &lanes.state) &
        (lanes.state.iterations < P(S(max_iterations)));
    Mask<P> finished = active & !on;
    active = on;
    while (any_of(finished)) {
      const int lane = find_first_set(finished);
      finished[lane] = false;
      policy.Store(task[lane], lane, lanes);
      if (!refill(lane)) --busy;
    }
  }
}

// In float32: from the line of centres to the features.
class Search {
 public:
  Search(const LaneTask* tasks, LaneAnswer* answers) : tasks_(tasks), answers_(answers) {}

  static double UnitOf(const LaneTask& task) {
    return task.core0.radius > task.core1.radius ? task.core0.radius : task.core1.radius;
  }

  bool Load(int i, int lane, Lanes<float>* lanes) {
    const LaneTask& task = tasks_[i];
    const double unit = UnitOf(task);
    lanes->difference.SetLane(lane, task, unit);
    const bool somewhere = Norm(task.ot1) > task.rounding;
    const Vec3d start = somewhere ? task.ot1 * (-1 / unit) : Vec3d{1 / unit, 0, 0};
    lanes->Start(lane, Vec3f{float(start.x), float(start.y), float(start.z)});
    lanes->options.relative_gap[lane] = 1e-5f;
    lanes->options.absolute_gap[lane] = 1e-7f;
    lanes->options.rounding[lane] = 1e-6f;
    lanes->options.cutoff[lane] = static_cast<float>(task.cutoff / unit * (1 + 1e-5) + 1e-5);
    return true;
  }
  void Idle(int lane, Lanes<float>* lanes) { Load(0, lane, lanes); }

  void Store(int i, int lane, const Lanes<float>& lanes) {
    const GjkState<Pack<float>>& s = lanes.state;
    LaneAnswer& answer = answers_[i];
    answer = LaneAnswer();
    answer.iterations = static_cast<uint32_t>(s.iterations[lane]);
    answer.started = s.started[lane];
    answer.inside = s.inside[lane];
    for (int k = 0; k < 3; ++k) answer.slot[k] = IndexOf(lane, s.slot[k].index);
    answer.newest = IndexOf(lane, s.newest.index);
  }

 private:
  const LaneTask* tasks_;
  LaneAnswer* answers_;
};

// In float64: from the features to the proof.
class Finish {
 public:
  Finish(const LaneTask* tasks, LaneAnswer* answers) : tasks_(tasks), answers_(answers) {}

  bool Load(int i, int lane, Lanes<double>* lanes) {
    const LaneTask& task = tasks_[i];
    LaneAnswer& answer = answers_[i];
    if (!answer.started || answer.inside) return false;
    SupportPoint<double> slot[3];
    for (int k = 0; k < 3; ++k) {
      SupportPoint<double>& s = slot[k];
      s.index = answer.slot[k];
      s.p0 = task.core0.vertices[s.index.index0];
      s.p1 = Multiply(task.oR1, task.core1.vertices[s.index.index1]) + task.ot1;
      s.w = s.p0 - s.p1;
    }
    double weight[3];
    NearestOnTriangle(slot[0].w, slot[1].w, slot[2].w, weight);
    const Vec3d v = slot[0].w * weight[0] + slot[1].w * weight[1] + slot[2].w * weight[2];
    if (!(Norm(v) > task.rounding)) return false;
    Place(task, lane, lanes);
    lanes->Start(lane, v);
    lanes->state.squared[lane] = Dot(v, v);
    lanes->state.started[lane] = true;
    for (int k = 0; k < 3; ++k) {
      auto& to = lanes->state.slot[k];
      SetLane(lane, slot[k].w, &to.w);
      SetLane(lane, slot[k].p0, &to.p0);
      SetLane(lane, slot[k].p1, &to.p1);
      to.index.index0[lane] = slot[k].index.index0;
      to.index.index1[lane] = slot[k].index.index1;
    }
    return true;
  }
  void Idle(int lane, Lanes<double>* lanes) {
    Place(tasks_[0], lane, lanes);
    lanes->Start(lane, {1, 0, 0});
  }

  void Store(int i, int lane, const Lanes<double>& lanes) {
    const LaneTask& task = tasks_[i];
    LaneAnswer& answer = answers_[i];
    const GjkState<Pack<double>>& s = lanes.state;
    answer.iterations += static_cast<uint32_t>(s.iterations[lane]);
    const double lower = s.lower[lane];
    Vec3d normal = GetLane<double>(lane, s.separating);
    normal = normal * (-1 / Norm(normal));
    CoreAnswer& core = answer.core;
    if (s.beyond[lane]) {
      core.beyond = true;
      core.distance = lower - task.rounding;
      core.normal = normal;
      answer.kind = LaneAnswer::Kind::kProven;
      return;
    }
    Vec3d w[3], p0[3];
    for (int k = 0; k < 3; ++k) {
      w[k] = GetLane<double>(lane, s.slot[k].w);
      p0[k] = GetLane<double>(lane, s.slot[k].p0);
      answer.slot[k] = IndexOf(lane, s.slot[k].index);
    }
    answer.newest = IndexOf(lane, s.newest.index);
    answer.inside = s.inside[lane];
    double weight[3];
    NearestOnTriangle(w[0], w[1], w[2], weight);
    const Vec3d v = w[0] * weight[0] + w[1] * weight[1] + w[2] * weight[2];
    answer.v = v;
    const double upper = Norm(v);
    if (!(lower > task.rounding && upper - lower <= 2 * task.rounding)) return;
    // The plane that proves and the points that are nearest must be of one mind.
    if (!(Norm(v * (-1 / upper) - normal) * upper <= task.rounding)) return;
    core.distance = upper;
    core.error_bound = (upper > lower ? upper - lower : 0) + task.rounding;
    core.normal = normal;
    core.p0 = p0[0] * weight[0] + p0[1] * weight[1] + p0[2] * weight[2];
    answer.kind = LaneAnswer::Kind::kProven;
  }

 private:
  static void Place(const LaneTask& task, int lane, Lanes<double>* lanes) {
    lanes->difference.SetLane(lane, task, 1);
    lanes->options.relative_gap[lane] = 0;
    lanes->options.absolute_gap[lane] =
        std::numeric_limits<double>::epsilon() * (task.core0.radius + task.core1.radius);
    lanes->options.rounding[lane] = task.rounding;
    lanes->options.cutoff[lane] = task.cutoff + task.rounding;
  }

  const LaneTask* tasks_;
  LaneAnswer* answers_;
};

}  // namespace

void SolveLanes(const LaneTask* tasks, int n, LaneAnswer* answers) {
  if (n == 0) return;
  Search search(tasks, answers);
  RunLanes<float>(n, kFloatIterations, search);
  Finish finish(tasks, answers);
  RunLanes<double>(n, kDoubleIterations, finish);
  PenetrateLanes(tasks, n, answers);
}

}  // namespace farpoint::FARPOINT_ISA
