// Farpoint: the steps of pair_steps.h on a CUDA device, and what CUB does between them.
//
// All pointers are device pointers. Launches are asynchronous on `stream`; they return the launch's
// own error, faults of the kernel surface at the next synchronisation.

#ifndef FARPOINT_SRC_BATCH_CUDA_STEP_KERNELS_H_
#define FARPOINT_SRC_BATCH_CUDA_STEP_KERNELS_H_

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "src/batch/cuda/pair_steps.h"

namespace farpoint {

/// Whether there is code for the current device.
cudaError_t FindKernels();

cudaError_t LaunchStep(const Step& step, const StepRange& range, cudaStream_t stream);

/// Stream::Select. With `temporary` null only *bytes is set, to what it needs there.
cudaError_t SelectStage(void* temporary, size_t* bytes, const PairStage* stage, int32_t n,
                        PairStage wanted, int32_t* which, int32_t* count, cudaStream_t stream);

/// Stream::Order. `temporary` as above; `spare_keys` and `spare_places`: n each.
cudaError_t OrderKeys(void* temporary, size_t* bytes, uint64_t* keys, uint64_t* spare_keys,
                      int32_t* spare_places, int key_bits, int32_t n, int32_t* which,
                      cudaStream_t stream);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_STEP_KERNELS_H_
