// Farpoint: the backend that answers on the CPU: a pool of threads over blocks of pairs.

#ifndef FARPOINT_SRC_BATCH_CPU_CPU_BACKEND_H_
#define FARPOINT_SRC_BATCH_CPU_CPU_BACKEND_H_

#include <memory>
#include <string>

#include "src/batch/backend.h"

namespace farpoint {

struct CpuBackendOptions {
  int threads = 0;  // 0: one a core that the process may use
  /// Bytes of lat-long fields that may be alive at any time; those least recently used give way.
  int64_t field_memory = int64_t{1} << 30;
  /// See ChooseInstructionSet.
  std::string isa = "auto";
};

/// The backend owns its threads; its destructor waits for batches that are running and cancels
/// those that wait. `options.isa` must be one that ChooseInstructionSet knows.
std::unique_ptr<Backend> MakeCpuBackend(const CpuBackendOptions& options);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CPU_CPU_BACKEND_H_
