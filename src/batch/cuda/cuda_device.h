// Farpoint: CUDA devices.

#ifndef FARPOINT_SRC_BATCH_CUDA_CUDA_DEVICE_H_
#define FARPOINT_SRC_BATCH_CUDA_CUDA_DEVICE_H_

#include <memory>

#include "absl/status/statusor.h"
#include "src/batch/cuda/device.h"

namespace farpoint {

/// At least 1; `FailedPrecondition` saying why there is none: no driver, one too old, no device.
absl::StatusOr<int> CountCudaDevices();

/// Device number `ordinal`. `FailedPrecondition` for one that this build has no code for.
absl::StatusOr<std::unique_ptr<Device>> MakeCudaDevice(int ordinal);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_CUDA_DEVICE_H_
