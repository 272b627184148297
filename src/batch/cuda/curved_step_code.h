// Farpoint: the steps of pairs of cores with formulas.

#ifndef FARPOINT_SRC_BATCH_CUDA_CURVED_STEP_CODE_H_
#define FARPOINT_SRC_BATCH_CUDA_CURVED_STEP_CODE_H_

#include "src/batch/cuda/pair_step_code.h"
#include "src/narrowphase/curved_proof.h"
#include "src/narrowphase/curved_search.h"

namespace farpoint::FARPOINT_ISA {

FARPOINT_HD inline void Do(const CurvedSearchStep& step, int32_t i, int32_t /*worker*/) {
  using Search = CurvedSearch<float>;
  static_assert(sizeof(Search) <= sizeof(SearchState));
  const CurvedTask& task = step.pairs.task[i].curved;
  const double unit = task.limits.unit, cutoff = task.limits.cutoff;
  const CurvedPair<float> pair = NarrowPair(task.pair, unit);
  const float near_axis = kNearAxisFloat;
  Search search;
  CurvedFound<float> found;
  search.m = StartDirection(pair.ot1);
  StepCurved<CurvedStep::kFirst>(pair, near_axis, &search, &found);
  int done = 1, steps = 0;
  for (int round = 0; round < kCurvedFloatRounds; ++round) {
    for (steps += CurvedFloatSteps(round); done < steps; ++done) {
      StepCurved<CurvedStep::kMiddle>(pair, near_axis, &search, &found);
    }
    if (!(found.step2 > kSmallCurvedStep * kSmallCurvedStep)) break;
    if (!CurvedGoesOn(search.best, unit, cutoff)) break;
  }
  step.pairs.found[i].iterations += static_cast<uint32_t>(done);
  *reinterpret_cast<Search*>(&step.pairs.state[i]) = search;
  step.pairs.stage[i] = PairStage::kCurvedFinish;
}

FARPOINT_HD inline void Do(const CurvedFinishStep& step, int32_t i, int32_t /*worker*/) {
  const CurvedTask& task = step.pairs.task[i].curved;
  const auto& searched = *reinterpret_cast<const CurvedSearch<float>*>(&step.pairs.state[i]);
  const auto widen = [](const Vec3f& v) { return Vec3d{v.x, v.y, v.z}; };
  const CurvedSeed<double> seed{
      widen(searched.m),
      widen(searched.best_m),
      searched.best,
      {searched.slot[0].code, searched.slot[1].code, searched.slot[2].code}};
  const double near_axis = kNearAxisDouble;
  CurvedSearch<double> search;
  SeedCurved(task.pair, seed, task.limits.unit, task.limits.cutoff, &search);
  step.pairs.stage[i] = PairStage::kLeft;
  for (int round = 0; round < kCurvedDoubleRounds; ++round) {
    CurvedFound<double> found;
    const int steps = CurvedDoubleSteps(round);
    for (int k = 0; k < steps - 1; ++k) {
      StepCurved<CurvedStep::kMiddle>(task.pair, near_axis, &search, &found);
    }
    StepCurved<CurvedStep::kLast>(task.pair, near_axis, &search, &found);
    step.pairs.found[i].iterations += static_cast<uint32_t>(steps);
    const double code[3] = {search.slot[0].code, search.slot[1].code, search.slot[2].code};
    CoreAnswer core;
    if (ProveCurved(found, task.pair.core[0].vertex, code, task.limits, &core)) {
      return Answer(step.pairs, step.options, i, task.limits.cutoff, core);
    }
    if (!(searched.best > 0)) return;  // they overlap
  }
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_BATCH_CUDA_CURVED_STEP_CODE_H_
