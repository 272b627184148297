// The pack's overloads come first.
#include "src/math/lane_pack.h"
//
#include "src/narrowphase/hull_expansion.h"
#include "src/narrowphase/lane_difference.h"
#include "src/narrowphase/lane_penetration.h"

namespace farpoint::FARPOINT_ISA {
namespace {

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
  using Expansion = HullExpansion<Pack<double>>;
  constexpr int kWidth = LaneDifference<float>::kWidth;
  LaneDifference<float> difference;
  Expansion expansion[kWidth];
  bool busy[kWidth], grown[kWidth];
  Expansion::NewFaces made[2], seed;  // made: of two lanes in turn
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
      if (!expansion[lane].Start(task, &scratch->found[k], &scratch->depth[k], &seed)) continue;
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
