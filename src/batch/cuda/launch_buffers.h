// Farpoint: the arrays that a launch works in, as one piece of memory.

#ifndef FARPOINT_SRC_BATCH_CUDA_LAUNCH_BUFFERS_H_
#define FARPOINT_SRC_BATCH_CUDA_LAUNCH_BUFFERS_H_

#include <cstddef>
#include <type_traits>

#include "src/batch/cuda/pair_steps.h"

namespace farpoint {

/// On the device, and, of those that are copied, once more in the processor's memory, pinned.
struct LaunchBuffers {
  const DeviceGeometry** geometries;
  uint32_t* object_geometry;
  Pose* poses;
  double* padding;
  uint32_t *pair_a, *pair_b;
  PairStage* stage;
  int32_t* order;
  AnswerHead* heads;
  AnswerPoints* points;
  Vec3d* normals;
  // On the device only.
  PosedGeometry* objects;
  PairTask* task;
  LaneAnswer* found;
  SearchState* state;
  uint64_t* keys;
  int32_t *which, *count;
  PenetrateScratch* scratch;

  void* block = nullptr;

  /// Lays the arrays out from `base`; the bytes they take are returned. `whole`: those that are on
  /// the device only, too.
  size_t LayOut(char* base, size_t pairs, size_t workers, bool whole) {
    size_t end = 0;
    const auto take = [&](auto*& array, size_t n) {
      array = reinterpret_cast<std::remove_reference_t<decltype(array)>>(base + end);
      end = (end + n * sizeof(*array) + 255) / 256 * 256;
    };
    const size_t most_objects = 2 * pairs;
    take(geometries, most_objects);
    take(object_geometry, most_objects);
    take(poses, most_objects);
    take(padding, most_objects);
    take(pair_a, pairs);
    take(pair_b, pairs);
    take(stage, pairs);
    take(order, pairs);
    take(heads, pairs);
    take(points, pairs);
    take(normals, pairs);
    if (!whole) return end;
    take(objects, most_objects);
    take(task, pairs);
    take(found, pairs);
    take(state, pairs);
    take(keys, pairs);
    take(which, pairs);
    take(count, 1);
    take(scratch, workers);
    return end;
  }
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_LAUNCH_BUFFERS_H_
