// Farpoint: what answers a batch. A backend knows neither time nor who asks: only when to give up.

#ifndef FARPOINT_SRC_BATCH_BACKEND_H_
#define FARPOINT_SRC_BATCH_BACKEND_H_

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "src/batch/batch.h"
#include "src/batch/support_batch.h"

namespace farpoint {

/// Set by the asker, read between blocks of pairs: a cancelled batch ends soon, with `Cancelled`.
using CancelFlag = std::atomic<bool>;

/// One of the devices that a backend answers on.
struct DeviceReport {
  std::string name;          // as in "NVIDIA H200"; "host" where CUDA's steps run on the processor
  int64_t memory_bytes = 0;  // of the device
  int64_t memory_limit_bytes = 0;  // what geometries may take of it
  int64_t resident_bytes = 0;      // what they take now
  int64_t resident_geometries = 0;
  bool lost = false;  // it failed for good: nothing more is asked of it
};

class Backend {
 public:
  virtual ~Backend() = default;

  using Done = std::function<void(absl::StatusOr<Answers>)>;

  /// Takes a valid batch (see Validate) and returns at once; `done` is called exactly once, on a
  /// thread of the backend, with the answers in order, or `Cancelled`, or `ResourceExhausted` for
  /// room that other batches hold now, or `FailedPrecondition` for room that a device does not have
  /// even for this batch alone, or `InvalidArgument` beginning with the option at fault for
  /// what can never be had ("field_resolution: …").
  /// Equal pairs and options give equal bits whatever the batch, its order, timing or the number of
  /// threads. Thread-safe.
  virtual void Run(std::shared_ptr<const Batch> batch, std::shared_ptr<const CancelFlag> cancel,
                   Done done) = 0;

  using SupportDone = std::function<void(absl::StatusOr<SupportAnswers>)>;

  /// The same for a valid batch of support questions.
  virtual void RunSupport(std::shared_ptr<const SupportBatch> batch,
                          std::shared_ptr<const CancelFlag> cancel, SupportDone done) = 0;

  /// Bytes of the lat-long fields that are resident now.
  virtual int64_t field_bytes() const = 0;

  /// The devices that it answers on, in a fixed order; none for the CPU's. Cheap; may be called
  /// from within `done`. What is lost stays lost.
  virtual std::vector<DeviceReport> devices() const { return {}; }

  /// "cpu", "cuda" or "cuda_host".
  virtual std::string name() const = 0;
  /// That pairs are answered with, as in "avx512" or "sm_90+avx512". Part of what decides an
  /// answer's bits.
  virtual std::string instruction_set() const = 0;
  /// Threads that answer pairs.
  virtual int concurrency() const = 0;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_BACKEND_H_
