// Farpoint: a backend by name.

#ifndef FARPOINT_SRC_BATCH_MAKE_BACKEND_H_
#define FARPOINT_SRC_BATCH_MAKE_BACKEND_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "src/batch/backend.h"
#include "src/batch/cpu/cpu_backend.h"

namespace farpoint {

struct BackendOptions {
  /// "cpu"; "cuda": on CUDA devices; "cuda_host": CUDA's steps on the processor, for tests; "auto":
  /// cuda where there is a device, else cpu. Decided once: no backend falls back later.
  std::string backend = "auto";
  /// Of the CPU's backend, and of the threads that answer what a device leaves open.
  CpuBackendOptions cpu;
  /// Bytes that geometries may take of each device; 0: four fifths of what is free at the start.
  int64_t device_memory_limit = 0;
  /// Ordinals of the devices that share the batches, each once; empty: the first one.
  std::vector<int> cuda_devices;
};

/// `InvalidArgument` for an unknown name or an ordinal that is none; `FailedPrecondition` for
/// "cuda" where the binary was built without CUDA or where there is no device, saying which.
absl::StatusOr<std::unique_ptr<Backend>> MakeBackend(const BackendOptions& options);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_MAKE_BACKEND_H_
