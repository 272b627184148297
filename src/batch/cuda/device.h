// Farpoint: the launch seam. A Device has memory and streams; a Stream runs steps over what is in
// that memory. CUDA's are in cuda_device.h; host_device.h runs the same steps on the processor.
//
// Every call reports its own failure and those of earlier work on its stream that have surfaced:
//   ResourceExhausted   memory is short
//   Unavailable         the device is lost: nothing more will work on it
//   Internal            whatever else; only the batch at work has failed

#ifndef FARPOINT_SRC_BATCH_CUDA_DEVICE_H_
#define FARPOINT_SRC_BATCH_CUDA_DEVICE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "src/batch/cuda/pair_steps.h"

namespace farpoint {

/// A queue of work on a device, in order. Used by one thread at a time.
class Stream {
 public:
  virtual ~Stream() = default;

  /// Asynchronous where `from` (`to`) is pinned: it must stay as it is until Wait.
  virtual absl::Status Upload(void* to, const void* from, size_t bytes) = 0;
  virtual absl::Status Download(void* to, const void* from, size_t bytes) = 0;

  virtual absl::Status Run(const Step& step, const StepRange& range) = 0;

  /// The places i < n, ascending, with stage[i] = wanted; their number goes to *count. All on the
  /// device.
  virtual absl::Status Select(const PairStage* stage, int32_t n, PairStage wanted, int32_t* which,
                              int32_t* count) = 0;
  /// The places 0 to n − 1 by ascending key (its low `key_bits`), equal ones in order. All on the
  /// device; `keys` may be overwritten.
  virtual absl::Status Order(uint64_t* keys, int key_bits, int32_t n, int32_t* which) = 0;

  /// Until all of it is done.
  virtual absl::Status Wait() = 0;
};

/// Thread-safe.
class Device {
 public:
  virtual ~Device() = default;

  virtual std::string name() const = 0;
  /// As in "sm_90"; "host".
  virtual std::string architecture() const = 0;
  virtual int64_t memory_bytes() const = 0;
  virtual int64_t free_bytes() const = 0;
  /// Threads that run a PenetrateStep at the same time.
  virtual int penetrate_workers() const = 0;

  /// Aligned to 256 bytes.
  virtual absl::StatusOr<void*> Allocate(size_t bytes) = 0;
  virtual void Free(void* memory) = 0;
  /// Memory of the processor that copies can be asynchronous from and to.
  virtual absl::StatusOr<void*> AllocatePinned(size_t bytes) = 0;
  virtual void FreePinned(void* memory) = 0;

  virtual absl::StatusOr<std::unique_ptr<Stream>> NewStream() = 0;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_DEVICE_H_
