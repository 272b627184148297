// The pack's overloads come first.
#include "src/math/lane_pack.h"
//
#include <algorithm>
#include <cstring>

#include "src/narrowphase/curved_solver.h"
#include "src/narrowphase/curved_step.h"

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr int kFloatSteps = 16;
constexpr int kDoubleSteps = 8;
constexpr int kBlock = 128;  // tasks between the two stages

// As many structures of one number type as there are lanes, a number's lanes side by side.
template <class S, template <class> class Structure>
class Transposed {
 public:
  using P = Pack<S>;
  static constexpr int kWidth = static_cast<int>(P::size());
  static constexpr int kNumbers = sizeof(Structure<S>) / sizeof(S);
  static_assert(sizeof(Structure<P>) == kNumbers * sizeof(P));

  void SetLane(int lane, const Structure<S>& from) {
    S numbers[kNumbers];
    std::memcpy(numbers, &from, sizeof from);
    for (int i = 0; i < kNumbers; ++i) numbers_[i][lane] = numbers[i];
  }
  Structure<S> GetLane(int lane) const {
    S numbers[kNumbers];
    for (int i = 0; i < kNumbers; ++i) numbers[i] = numbers_[i][lane];
    Structure<S> to;
    std::memcpy(&to, numbers, sizeof to);
    return to;
  }
  void Load(Structure<P>* to) const { std::memcpy(to, numbers_, sizeof *to); }
  void Store(const Structure<P>& from) { std::memcpy(numbers_, &from, sizeof from); }

 private:
  alignas(64) S numbers_[kNumbers][kWidth];
};

// What float32 hands on.
struct Seed {
  CurvedSearch<float> search;
  int steps;
  bool open;
};

template <class To, class From>
Vec3<To> Convert(const Vec3<From>& v) {
  return {static_cast<To>(v.x), static_cast<To>(v.y), static_cast<To>(v.z)};
}
Vec3<float> Narrow(const Vec3d& v, double by) { return Convert<float>(v * by); }

CurvedCore<float> Narrow(const CurvedCore<double>& core, double inverse) {
  // Of an ellipsoid the stretch is a length, of others the radius.
  const bool ellipsoid = core.stretch.z > 0;
  return {Narrow(core.vertex, inverse), Narrow(core.stretch, ellipsoid ? inverse : 1),
          static_cast<float>(core.radius * (ellipsoid ? 1 : inverse)),
          static_cast<float>(core.cone)};
}

CurvedPair<float> Narrow(const CurvedPair<double>& pair, double unit) {
  const double inverse = 1 / unit;
  return {{Narrow(pair.core[0], inverse), Narrow(pair.core[1], inverse)},
          {Narrow(pair.oR1.row0, 1), Narrow(pair.oR1.row1, 1), Narrow(pair.oR1.row2, 1)},
          Narrow(pair.ot1, inverse)};
}

// Runs n tasks through the lanes. `Policy` says what a pair starts from, when it is done and what
// becomes of it.
template <class S, class Policy>
[[gnu::flatten]] void RunCurved(int n, Policy& policy) {
  using P = Pack<S>;
  constexpr int kWidth = static_cast<int>(P::size());
  Transposed<S, CurvedPair> pairs;
  Transposed<S, CurvedSearch> searches;
  Transposed<S, CurvedFound> founds;
  alignas(64) S cutoff[kWidth], rounding[kWidth], steps[kWidth];
  int task[kWidth];
  int next = 0, busy = 0;
  bool active[kWidth];
  const auto fill = [&](int lane) {
    active[lane] = false;
    while (next < n && !policy.IsAsked(next)) ++next;
    if (next == n) return false;
    task[lane] = next;
    CurvedPair<S> pair;
    CurvedSearch<S> search;
    policy.Load(next++, &pair, &search, &cutoff[lane], &rounding[lane]);
    pairs.SetLane(lane, pair);
    searches.SetLane(lane, search);
    steps[lane] = 0;
    return active[lane] = true;
  };
  for (int lane = 0; lane < kWidth; ++lane) {
    if (fill(lane)) {
      ++busy;
    } else if (lane > 0) {
      pairs.SetLane(lane, pairs.GetLane(0));
      searches.SetLane(lane, searches.GetLane(0));
      cutoff[lane] = rounding[lane] = steps[lane] = 0;
    }
  }
  while (busy > 0) {
    CurvedPair<P> pair;
    CurvedSearch<P> search;
    CurvedFound<P> found;
    pairs.Load(&pair);
    searches.Load(&search);
    StepCurved(pair, P(Policy::kNearAxis), &search, &found);
    searches.Store(search);
    founds.Store(found);
    const P count = P(steps, std::experimental::vector_aligned) + P(1);
    count.copy_to(steps, std::experimental::vector_aligned);
    const Mask<P> done = Policy::IsDone(found, P(cutoff, std::experimental::vector_aligned),
                                        P(rounding, std::experimental::vector_aligned)) |
                         (count >= P(Policy::kSteps));
    if (none_of(done)) continue;
    for (int lane = 0; lane < kWidth; ++lane) {
      if (!done[lane] || !active[lane]) continue;
      policy.Store(task[lane], searches.GetLane(lane), founds.GetLane(lane),
                   static_cast<int>(steps[lane]));
      if (!fill(lane)) --busy;
    }
  }
}

// In float32: from the line of centres to the features.
class Search {
 public:
  static constexpr float kNearAxis = 0.25f;
  static constexpr int kSteps = kFloatSteps;

  Search(const CurvedTask* tasks, Seed* seeds) : tasks_(tasks), seeds_(seeds) {}

  bool IsAsked(int /*i*/) const { return true; }
  void Load(int i, CurvedPair<float>* pair, CurvedSearch<float>* search, float* cutoff,
            float* rounding) const {
    const CurvedTask& task = tasks_[i];
    *pair = Narrow(task.pair, task.unit);
    const double length = Norm(task.pair.ot1);
    const Vec3d start =
        length > task.rounding ? task.pair.ot1 * (1 / length) : Vec3d{1, 0, 0};
    StartCurved(Convert<float>(start), search);
    *cutoff = static_cast<float>(task.cutoff / task.unit * (1 + 1e-5) + 1e-5);
    *rounding = 1e-6f;
  }
  template <class P>
  static Mask<P> IsDone(const CurvedFound<P>& found, const P& cutoff, const P& rounding) {
    constexpr float kSmallStep = 3e-3f;
    return (found.step < P(kSmallStep)) | (found.inside > P(0)) | (found.lower > cutoff) |
           !(found.upper > rounding);
  }
  void Store(int i, const CurvedSearch<float>& search, const CurvedFound<float>& found, int steps) {
    Seed& seed = seeds_[i];
    seed.search = search;
    seed.steps = steps;
    seed.open = found.inside > 0 || !(found.upper > 1e-6f);
    // A plane beyond the cut-off is to be proven, not bettered.
    if (found.lower > tasks_[i].cutoff / tasks_[i].unit) seed.search.m = found.normal;
  }

 private:
  const CurvedTask* tasks_;
  Seed* seeds_;
};

// In float64: from the features to the proof.
class Finish {
 public:
  static constexpr double kNearAxis = 1e-3;
  static constexpr int kSteps = kDoubleSteps;

  Finish(const CurvedTask* tasks, const Seed* seeds, LaneAnswer* answers)
      : tasks_(tasks), seeds_(seeds), answers_(answers) {}

  bool IsAsked(int i) const { return !seeds_[i].open; }
  void Load(int i, CurvedPair<double>* pair, CurvedSearch<double>* search, double* cutoff,
            double* rounding) const {
    const CurvedTask& task = tasks_[i];
    const CurvedSearch<float>& seed = seeds_[i].search;
    *pair = task.pair;
    StartCurved(Normalised(Convert<double>(seed.m)), search);
    for (int k = 0; k < 3; ++k) {
      search->slot[k] = {Convert<double>(seed.slot[k].sign0), Convert<double>(seed.slot[k].sign1)};
    }
    search->snapped[0] = seed.snapped[0];
    search->snapped[1] = seed.snapped[1];
    SnapToAxes(task.pair, kNearAxis, search);
    *cutoff = task.cutoff + task.rounding;
    *rounding = task.rounding;
  }
  template <class P>
  static Mask<P> IsDone(const CurvedFound<P>& found, const P& cutoff, const P& rounding) {
    return (found.lower > cutoff) | IsProven(found, rounding);
  }
  void Store(int i, const CurvedSearch<double>& /*search*/, const CurvedFound<double>& found,
             int steps) {
    const CurvedTask& task = tasks_[i];
    LaneAnswer& answer = answers_[i];
    answer.iterations += static_cast<uint32_t>(steps);
    CoreAnswer& core = answer.core;
    if (found.lower > task.cutoff + task.rounding) {
      core.beyond = true;
      core.distance = found.lower - task.rounding;
    } else if (IsProven(found, task.rounding)) {
      core.distance = found.upper;
      core.error_bound = std::max(0.0, found.upper - found.lower) + task.rounding;
      core.p0 = found.p0;
    } else {
      return;
    }
    core.normal = found.normal;
    answer.kind = LaneAnswer::Kind::kProven;
  }

 private:
  // The plane that proves and the points that are nearest are of one mind.
  template <class T>
  static Mask<T> IsProven(const CurvedFound<T>& found, const T& rounding) {
    return (found.lower > rounding) & (found.upper - found.lower <= T(2) * rounding) &
           (found.off <= rounding);
  }

  const CurvedTask* tasks_;
  const Seed* seeds_;
  LaneAnswer* answers_;
};

}  // namespace

void SolveCurvedLanes(const CurvedTask* tasks, int n, LaneAnswer* answers) {
  Seed seeds[kBlock];
  for (int from = 0; from < n; from += kBlock) {
    const int count = std::min(kBlock, n - from);
    Search search(tasks + from, seeds);
    RunCurved<float>(count, search);
    for (int i = 0; i < count; ++i) {
      answers[from + i] = {};
      answers[from + i].iterations = static_cast<uint32_t>(seeds[i].steps);
    }
    Finish finish(tasks + from, seeds, answers + from);
    RunCurved<double>(count, finish);
  }
}

}  // namespace farpoint::FARPOINT_ISA
