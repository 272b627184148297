// Farpoint: the steps of pairs of hulls.

#ifndef FARPOINT_SRC_BATCH_CUDA_HULL_STEP_CODE_H_
#define FARPOINT_SRC_BATCH_CUDA_HULL_STEP_CODE_H_

#include "src/batch/cuda/pair_step_code.h"
#include "src/narrowphase/hull_expansion.h"
#include "src/narrowphase/hull_proof.h"
#include "src/narrowphase/hull_search.h"
#include "src/narrowphase/inscribed_ball.h"

namespace farpoint::FARPOINT_ISA {

/// Where a search has left a pair.
FARPOINT_HD inline PairStage StageAfter(const LaneAnswer& found) {
  switch (found.stage) {
    case LaneAnswer::Stage::kSearched:
    case LaneAnswer::Stage::kBeyond:
    case LaneAnswer::Stage::kApart:
      return PairStage::kProve;
    case LaneAnswer::Stage::kInside:
      return PairStage::kPenetrate;
    default:
      return PairStage::kLeft;
  }
}

FARPOINT_HD inline void Do(const SearchStep& step, int32_t i, int32_t /*worker*/) {
  using State = GjkState<float, LanePoint<float>>;
  static_assert(sizeof(State) <= sizeof(SearchState));
  const LaneTask& task = step.pairs.task[i].hulls;
  State* kept = reinterpret_cast<State*>(&step.pairs.state[i]);
  State state = step.first ? StartSearch<float>(task, step.pairs.found[i]) : *kept;
  const HullDifference<float> difference(task);
  const GjkOptions<float> options = SearchOptions<float>(task);
  bool active = true;
  for (int32_t k = 0; k < step.iterations && active; ++k) {
    active = StepGjk<false>(difference, options, active, &state);
  }
  if (active && !step.last) {
    *kept = state;
    return;
  }
  KeepSearch(task, state, &step.pairs.found[i]);
  step.pairs.stage[i] = StageAfter(step.pairs.found[i]);
}

FARPOINT_HD inline void Do(const FinishStep& step, int32_t i, int32_t /*worker*/) {
  const LaneTask& task = step.pairs.task[i].hulls;
  LaneAnswer& found = step.pairs.found[i];
  auto state = StartSearch<double>(task, found);
  const HullDifference<double> difference(task);
  const GjkOptions<double> options = SearchOptions<double>(task);
  bool active = true;
  for (int32_t k = 0; k < options.max_iterations && active; ++k) {
    active = StepGjk<false>(difference, options, active, &state);
  }
  KeepSearch(task, state, &found);
  step.pairs.stage[i] = StageAfter(found);
}

FARPOINT_HD inline void Do(const ProveStep& step, int32_t i, int32_t /*worker*/) {
  const LaneTask& task = step.pairs.task[i].hulls;
  LaneAnswer& found = step.pairs.found[i];
  if (found.stage == LaneAnswer::Stage::kApart) {
    return Answer(step.pairs, step.options, i, task.cutoff, ApartOf(found));
  }
  const auto height = [&](const Vec3d& normal) {
    const Vec3d turned = MultiplyTransposed(task.oR1, -normal);
    const Vec3d p0 = task.core0->vertices[FarthestVertex(*task.core0, normal)];
    const Vec3d p1 = task.core1->vertices[FarthestVertex(*task.core1, turned)];
    return Dot(normal, p0 - Multiply(task.oR1, p1) - task.ot1);
  };
  const ProofLimits<double> limits{task.rounding, task.cutoff};
  HullProof<double> proof;
  bool beyond = found.stage == LaneAnswer::Stage::kBeyond, proven;
  if (beyond) {
    proven = ProveBeyond(found.direction, limits, height, &proof);
  } else {
    const Vec3d made0[3] = {task.core0->vertices[found.slot[0].index0],
                            task.core0->vertices[found.slot[1].index0],
                            task.core0->vertices[found.slot[2].index0]};
    const Vec3d w[3] = {PointOf(task, found.slot[0]), PointOf(task, found.slot[1]),
                        PointOf(task, found.slot[2])};
    proven = ProveDistance(made0, w, limits, height, &proof, &beyond);
  }
  ++found.iterations;
  if (!proven) {
    step.pairs.stage[i] = step.last ? PairStage::kLeft : PairStage::kFinish;
    return;
  }
  CoreAnswer core;
  core.beyond = beyond;
  core.distance = proof.distance;
  core.normal = proof.normal;
  if (!beyond) {
    core.error_bound = proof.error_bound;
    core.p0 = proof.p0;
  }
  Answer(step.pairs, step.options, i, task.cutoff, core);
}

/// That two hulls overlap, where nobody asks how deep: the ball in the last tetrahedron.
FARPOINT_HD inline bool ProveOverlap(const LaneTask& task, const LaneAnswer& found) {
  return InscribedBall(PointOf(task, found.newest), PointOf(task, found.slot[0]),
                       PointOf(task, found.slot[1]), PointOf(task, found.slot[2]),
                       task.rounding) > 0;
}

FARPOINT_HD inline void Do(const PenetrateStep& step, int32_t i, int32_t worker) {
  using Expansion = HullExpansion<double>;
  struct Memory {
    Expansion expansion;
    Expansion::NewFaces made;
    DepthInterval depth;
  };
  static_assert(sizeof(Memory) <= sizeof(PenetrateScratch));
  const LaneTask& task = step.pairs.task[i].hulls;
  LaneAnswer& found = step.pairs.found[i];
  step.pairs.stage[i] = PairStage::kLeft;
  if (step.options.overlap == OverlapMode::kSignOnly) {
    CoreAnswer core;
    core.depth_not_asked = true;
    if (ProveOverlap(task, found)) Answer(step.pairs, step.options, i, task.cutoff, core);
    return;
  }
  if (step.options.overlap != OverlapMode::kExactDepth) return;
  Memory& memory = *reinterpret_cast<Memory*>(&step.scratch[worker]);
  Expansion& expansion = memory.expansion;
  const DepthInterval& depth = memory.depth;
  if (!expansion.Start(task, &found, &memory.depth, &memory.made)) return;
  const HullDifference<float> difference(task);
  // Bounded: every step adds a vertex or ends the pair.
  do {
    const Vec3d aim = expansion.Aim();
    expansion.Take(difference.Support(Narrow<float>(aim, 1), {}).index);
  } while (expansion.Expand(&memory.made) && expansion.SetPlanes(memory.made));
  if (found.stage == LaneAnswer::Stage::kDeep && depth.foot_gap <= task.rounding) {
    Answer(step.pairs, step.options, i, task.cutoff, OverlapOf(depth, task.rounding));
  }
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_BATCH_CUDA_HULL_STEP_CODE_H_
