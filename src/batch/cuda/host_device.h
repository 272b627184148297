// Farpoint: a device that is the processor: the steps of CUDA's pipeline, the same buffers, one
// thread a stream. For tests, and for nothing else: the CPU backend is faster.

#ifndef FARPOINT_SRC_BATCH_CUDA_HOST_DEVICE_H_
#define FARPOINT_SRC_BATCH_CUDA_HOST_DEVICE_H_

#include <functional>
#include <memory>

#include "src/batch/cuda/device.h"

namespace farpoint {

struct HostDeviceOptions {
  int64_t memory_bytes = int64_t{1} << 32;
  /// Asked before every call that can fail, by its name ("Run", "Allocate"…): what is not OK is
  /// its failure. Thread-safe, or null.
  std::function<absl::Status(const char* call)> fault = nullptr;
};

std::unique_ptr<Device> MakeHostDevice(HostDeviceOptions options);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_HOST_DEVICE_H_
