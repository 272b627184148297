// Farpoint: the backend that answers on CUDA devices, or on one that stands for them.
//
// Batches are cut into launches, which the devices share; each device keeps several going. What its
// steps are not for goes to the CPU's backend within: hulls with round shapes, halfspaces, sizes
// too different for float32, other support fields and GJK variants, estimated depths, and the few
// pairs that are not proven.

#ifndef FARPOINT_SRC_BATCH_CUDA_CUDA_BACKEND_H_
#define FARPOINT_SRC_BATCH_CUDA_CUDA_BACKEND_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "src/batch/backend.h"
#include "src/batch/cpu/cpu_backend.h"
#include "src/batch/cuda/device.h"
#include "src/batch/cuda/pair_launch.h"

namespace farpoint {

struct CudaBackendOptions {
  std::string name = "cuda";
  CpuBackendOptions cpu = {};
  /// Bytes that geometries may take of each device; 0: four fifths of what is free.
  int64_t device_memory_limit = 0;
  int launches = 2;  // of each device at a time
  PairLaunchOptions launch = {};
};

/// `devices`: one at least. `ResourceExhausted` where one has no memory for its launches.
absl::StatusOr<std::unique_ptr<Backend>> MakeCudaBackend(
    std::vector<std::unique_ptr<Device>> devices, const CudaBackendOptions& options);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_CUDA_BACKEND_H_
