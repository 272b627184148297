// The shapes as a MuJoCo model: two geoms a shape, so that a shape can meet itself.

#ifndef FARPOINT_BENCH_PEERS_MUJOCO_MODEL_H_
#define FARPOINT_BENCH_PEERS_MUJOCO_MODEL_H_

#include <mujoco/mujoco.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "bench/peers/workload.h"

namespace farpoint::bench {

struct MujocoDelete {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using MujocoModel = std::unique_ptr<mjModel, MujocoDelete>;
using MujocoData = std::unique_ptr<mjData, MujocoDelete>;

/// Shape i is geoms 2 i and 2 i + 1. MuJoCo has no cone: a cylinder holds its sizes. Throws
/// std::runtime_error with MuJoCo's own words.
MujocoModel MakeMujocoModel(const std::vector<ConvexShape>& shapes);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_PEERS_MUJOCO_MODEL_H_
