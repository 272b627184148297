// Farpoint: what the steps of pair_steps.h do: Do(step, i, worker) does entry i; `worker` tells
// threads that run at the same time apart. Here is what all pairs go through; hull_step_code.h and
// curved_step_code.h have the rest.

#ifndef FARPOINT_SRC_BATCH_CUDA_PAIR_STEP_CODE_H_
#define FARPOINT_SRC_BATCH_CUDA_PAIR_STEP_CODE_H_

#include <Eigen/Geometry>

#include "src/batch/cuda/pair_steps.h"
#include "src/narrowphase/curved_prepare.h"
#include "src/narrowphase/in_world.h"
#include "src/narrowphase/lane_pose.h"

namespace farpoint::FARPOINT_ISA {

FARPOINT_HD inline void Do(const PlaceStep& step, int32_t i, int32_t /*worker*/) {
  const DeviceGeometry& geometry = *step.geometries[step.object_geometry[i]];
  const Pose& pose = step.poses[i];
  const Quaternion& q = pose.orientation;
  const Eigen::Matrix3d m = Eigen::Quaterniond(q.w, q.x, q.y, q.z).normalized().toRotationMatrix();
  PosedGeometry posed;
  posed.hull = geometry.has_hull ? &geometry.hull : nullptr;
  posed.formula = geometry.has_formula ? &geometry.formula : nullptr;
  posed.rotation = {
      {m(0, 0), m(0, 1), m(0, 2)}, {m(1, 0), m(1, 1), m(1, 2)}, {m(2, 0), m(2, 1), m(2, 2)}};
  posed.position = pose.position;
  posed.core_offset = Multiply(posed.rotation, geometry.core_origin);
  posed.radius = geometry.swept_radius + step.padding[i];
  step.objects[i] = posed;
}

FARPOINT_HD inline void Do(const KeyStep& step, int32_t i, int32_t /*worker*/) {
  const uint64_t a = step.object_geometry[step.pair_a[i]];
  const uint64_t b = step.object_geometry[step.pair_b[i]];
  step.keys[i] = a << step.bits | b;
}

FARPOINT_HD inline int32_t PlaceOf(const PairTable& t, int32_t slot) {
  return t.order != nullptr ? t.order[slot] : slot;
}

FARPOINT_HD inline void Do(const PrepareStep& step, int32_t i, int32_t /*worker*/) {
  const PairTable& t = step.pairs;
  const int32_t place = PlaceOf(t, i);
  const PairOfObjects pair{&t.objects[t.pair_a[place]], &t.objects[t.pair_b[place]]};
  PairTask& task = t.task[i];
  if (PrepareTask(pair, step.options, &task.hulls, &t.found[i])) {
    t.stage[i] = PairStage::kSearch;
    return;
  }
  const double cutoff = CutoffOf(*pair.a, *pair.b, step.options);
  const bool curved =
      PrepareCurved(*pair.a, *pair.b, cutoff, &task.curved.pair, &task.curved.limits);
  t.stage[i] = curved ? PairStage::kCurvedSearch : PairStage::kLeft;
}

/// `cutoff`: of the pair's task.
FARPOINT_HD inline void Answer(const PairTable& t, const SolverOptions& options, int32_t i,
                               double cutoff, const CoreAnswer& core) {
  const int32_t place = PlaceOf(t, i);
  const PairAnswer answer = InWorld(t.objects[t.pair_a[place]], t.objects[t.pair_b[place]], options,
                                    cutoff, core, t.found[i].iterations);
  t.answers.heads[place] = {answer.distance, answer.error_bound, answer.status, answer.iterations};
  if (t.answers.points != nullptr) t.answers.points[place] = {answer.point_a, answer.point_b};
  if (t.answers.normals != nullptr) t.answers.normals[place] = answer.normal;
  t.stage[i] = PairStage::kAnswered;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_BATCH_CUDA_PAIR_STEP_CODE_H_
