#include "src/narrowphase/lane_solver.h"

// The pack's overloads come first.
#include "src/math/lane_pack.h"
//
#include "src/narrowphase/in_world.h"
#include "src/narrowphase/inscribed_ball.h"
#include "src/narrowphase/lane_certificate.h"
#include "src/narrowphase/lane_penetration.h"
#include "src/narrowphase/lane_pose.h"
#include "src/narrowphase/lane_search.h"

namespace farpoint::FARPOINT_ISA {
namespace {

using Stage = LaneAnswer::Stage;

struct LaneBatch {
  const PairOfObjects* pairs;
  const SolverOptions& options;
  LaneScratch* scratch;
  PairAnswer* answers;

  void Answer(int k, const CoreAnswer& core) const {
    const LaneTask& task = scratch->task[k];
    LaneAnswer& found = scratch->found[k];
    answers[k] = InWorld(*pairs[k].a, *pairs[k].b, options, task.cutoff, core, found.iterations);
    found.stage = Stage::kAnswered;
  }
};

// Tries to prove those of which[k], k < n, that a search left at `stage`; adds to `open` what it
// could not prove.
template <Proof kHow>
FARPOINT_FLATTEN void Prove(const LaneBatch& batch, Stage stage, const int32_t* which, int n,
                            int32_t* open, int* open_count) {
  using Certificate = LaneCertificate<kHow>;
  constexpr int kWidth = Certificate::kWidth;
  Certificate certificate;
  int32_t members[kWidth];
  int count = 0;
  const auto prove = [&] {
    for (int lane = count; lane < kWidth; ++lane) {
      certificate.Set(lane, batch.scratch->task[members[0]], batch.scratch->found[members[0]]);
    }
    certificate.Prove();
    for (int lane = 0; lane < count; ++lane) {
      const int k = members[lane];
      ++batch.scratch->found[k].iterations;
      CoreAnswer core;
      if (certificate.Get(lane, &core)) {
        batch.Answer(k, core);
      } else {
        open[(*open_count)++] = k;
      }
    }
    count = 0;
  };
  for (int i = 0; i < n; ++i) {
    const int k = which[i];
    if (batch.scratch->found[k].stage != stage) continue;
    certificate.Set(count, batch.scratch->task[k], batch.scratch->found[k]);
    members[count++] = k;
    if (count == kWidth) prove();
  }
  if (count > 0) prove();
}

// The number of those it could not prove, which are put in `open`.
int ProveSearched(const LaneBatch& batch, const int32_t* which, int n, int32_t* open) {
  int count = 0;
  Prove<Proof::kDistance>(batch, Stage::kSearched, which, n, open, &count);
  Prove<Proof::kBeyond>(batch, Stage::kBeyond, which, n, open, &count);
  return count;
}

// Those whose search proved that they are beyond the cut-off.
void AnswerApart(const LaneBatch& batch, const int32_t* which, int n) {
  for (int i = 0; i < n; ++i) {
    const LaneAnswer& found = batch.scratch->found[which[i]];
    if (found.stage == Stage::kApart) batch.Answer(which[i], ApartOf(found));
  }
}

// Where nobody asks how deep: the ball in the last tetrahedron.
void ProveOverlap(const LaneBatch& batch, int k) {
  const LaneTask& task = batch.scratch->task[k];
  const LaneAnswer& found = batch.scratch->found[k];
  if (!(InscribedBall(PointOf(task, found.newest), PointOf(task, found.slot[0]),
                      PointOf(task, found.slot[1]), PointOf(task, found.slot[2]),
                      task.rounding) > 0)) {
    return;
  }
  CoreAnswer core;
  core.depth_not_asked = true;
  batch.Answer(k, core);
}

}  // namespace

int SolveLanes(const PairOfObjects* pairs, int n, const SolverOptions& options,
               LaneScratch* scratch, PairAnswer* answers, int32_t* open) {
  const LaneBatch batch{pairs, options, scratch, answers};
  int32_t which[kLaneBlock];
  const int tasks = PrepareTasks(pairs, n, options, scratch, which);
  LaneSearch<float>(scratch->task, which, tasks, scratch->found).Run();
  if (options.max_distance) AnswerApart(batch, which, tasks);
  int32_t unproven[kLaneBlock];
  const int again = ProveSearched(batch, which, tasks, unproven);
  LaneSearch<double>(scratch->task, unproven, again, scratch->found).Run();
  ProveSearched(batch, unproven, again, which);
  if (options.overlap == OverlapMode::kExactDepth) PenetrateLanes(n, scratch);
  int left = 0;
  for (int k = 0; k < n; ++k) {
    const Stage& stage = scratch->found[k].stage;
    if (options.overlap == OverlapMode::kSignOnly && stage == Stage::kInside) {
      ProveOverlap(batch, k);
    }
    if (stage == Stage::kDeep && scratch->depth[k].foot_gap <= scratch->task[k].rounding) {
      batch.Answer(k, OverlapOf(scratch->depth[k], scratch->task[k].rounding));
    }
    if (stage != Stage::kAnswered) open[left++] = k;
  }
  return left;
}

}  // namespace farpoint::FARPOINT_ISA
