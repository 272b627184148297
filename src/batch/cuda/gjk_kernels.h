// Farpoint: the float32 stage on a CUDA device.
//
// All pointers are device pointers, all arrays caller-owned. Launches are asynchronous on `stream`;
// they return the launch's own error, faults of the kernel surface at the next synchronisation.

#ifndef FARPOINT_SRC_BATCH_CUDA_GJK_KERNELS_H_
#define FARPOINT_SRC_BATCH_CUDA_GJK_KERNELS_H_

#include <cuda_runtime_api.h>

#include <cstdint>

#include "src/narrowphase/gjk.h"
#include "src/support/minkowski_difference.h"

namespace farpoint {

/// n support questions to cores of unit size.
struct CudaSupportQuery {
  const CoreView<float>* cores;
  const uint32_t* core_index;     // n
  const Vec3<float>* directions;  // n×3, ≠ 0, in each core's frame
  Vec3<float>* points;            // out, n×3
  int32_t* vertex_indices;        // out, n; −1 for a curved core
};

/// What GJK found of one pair, for the float64 finish.
struct CudaGjkResult {
  Vec3<float> v;           // p0 − p1 of the nearest points, solver's unit, frame 0
  float lower;             // of the distance, not yet certified
  SupportHint simplex[3];  // vertices of the last simplex
  SupportHint newest;
  int16_t iterations;
  bool inside, beyond;
};

/// n pairs of cores, each scaled to the pair's unit.
struct CudaPairQuery {
  const CoreView<float>* cores;
  const uint32_t *core_a, *core_b;  // n each
  const Mat3<float>* rotations;     // n, core b's frame to core a's
  const Vec3<float>* translations;  // n×3
  CudaGjkResult* results;           // out, n
};

/// Farthest points. Errors: of the launch.
cudaError_t LaunchSupport(const CudaSupportQuery& query, int64_t count, cudaStream_t stream);

/// GJK from the line of centres. Errors: of the launch.
cudaError_t LaunchGjk(const CudaPairQuery& query, const GjkOptions<float>& options, int64_t count,
                      cudaStream_t stream);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_GJK_KERNELS_H_
