// Farpoint: launches of pairs on a device: the memory that a launch works in, and the order of its
// steps. A backend keeps several, so that one copies while another computes.

#ifndef FARPOINT_SRC_BATCH_CUDA_PAIR_LAUNCH_H_
#define FARPOINT_SRC_BATCH_CUDA_PAIR_LAUNCH_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "src/batch/batch.h"
#include "src/batch/cuda/device.h"
#include "src/batch/cuda/resident_store.h"

namespace farpoint {

struct LaunchBuffers;

struct PairLaunchOptions {
  int32_t most_pairs = kMostPairs;  // in one launch; 1 to kMostPairs
  /// Pairs of equal hulls go side by side.
  bool sort = true;
};

/// Used by one thread at a time.
class PairLaunch {
 public:
  /// `device` must outlive it.
  static absl::StatusOr<std::unique_ptr<PairLaunch>> Create(Device* device,
                                                            const PairLaunchOptions& options);
  ~PairLaunch();

  /// Answers those pairs of `batch` that are at `places` (at most most_pairs of them, all of
  /// objects with a form for devices, which `store` of the same device keeps): answers[place].
  /// Those that the steps leave are added to `left`. `Cancelled` soon after `stop` is set; errors
  /// of the device, and of ResidentStore::Pin. The four parts below, in order, and whatever happens
  /// nothing is on its way when it returns.
  absl::Status Run(ResidentStore* store, const Batch& batch, const uint32_t* places, int32_t n,
                   const std::atomic<bool>& stop, PairAnswer* answers, std::vector<uint32_t>* left);

  /// Brings the questions to the device.
  absl::Status Stage(ResidentStore* store, const Batch& batch, const uint32_t* places, int32_t n);
  /// In float32.
  absl::Status Search();
  /// The rest, in float64.
  absl::Status Finish(const std::atomic<bool>& stop);
  /// Brings the answers back, those parts that the batch asks for. `places` as above.
  absl::Status Fetch(const uint32_t* places, PairAnswer* answers, std::vector<uint32_t>* left);
  /// Until what was asked of the device is done.
  absl::Status Wait() { return stream_->Wait(); }

 private:
  PairLaunch(Device* device, const PairLaunchOptions& options);
  absl::Status Allocate();
  absl::Status Gather(ResidentStore* store, const Batch& batch, const uint32_t* places);
  absl::Status RunAll(PairStage stage, const Step& step);
  PairAnswer AnswerAt(int32_t k) const;

  Device* const device_;
  const PairLaunchOptions options_;
  std::unique_ptr<Stream> stream_;
  std::unique_ptr<LaunchBuffers> on_device_, staged_;
  // Of the launch that runs.
  ResidentStore::Pins pins_;
  SolverOptions solver_;
  AnswerParts parts_;
  PairTable pairs_;
  int32_t n_ = 0;
  int32_t objects_ = 0, geometry_count_ = 0;
  bool any_formula_ = false;  // among the geometries
  std::vector<int32_t> object_of_,
      geometry_of_;  // the batch's objects and geometries, here; −1: not
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_PAIR_LAUNCH_H_
