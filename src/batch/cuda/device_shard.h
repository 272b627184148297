// Farpoint: one of a backend's devices: its residents, its launches, and whether it still works.

#ifndef FARPOINT_SRC_BATCH_CUDA_DEVICE_SHARD_H_
#define FARPOINT_SRC_BATCH_CUDA_DEVICE_SHARD_H_

#include <atomic>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <vector>

#include "src/batch/backend.h"
#include "src/batch/cuda/device.h"
#include "src/batch/cuda/pair_launch.h"
#include "src/batch/cuda/resident_store.h"

namespace farpoint {

class DeviceShard {
 public:
  /// `memory_limit`: bytes of geometries; 0: four fifths of what is free.
  static absl::StatusOr<std::unique_ptr<DeviceShard>> Create(std::unique_ptr<Device> device,
                                                             int64_t memory_limit, int launches,
                                                             const PairLaunchOptions& options);

  int launches() const { return static_cast<int>(launches_.size()); }
  /// PairLaunch::Run with launch number `i`, which one thread uses at a time. Pairs whose
  /// geometries have no room together go by halves; `FailedPrecondition` for a pair that has none
  /// though nothing else is pinned: waiting does not help.
  /// After an `Unavailable` the device is lost.
  absl::Status Run(int i, const Batch& batch, const uint32_t* places, int32_t n,
                   const std::atomic<bool>& stop, PairAnswer* answers, std::vector<uint32_t>* left);

  bool lost() const { return lost_; }
  const Device& device() const { return *device_; }
  DeviceReport Report() const;

 private:
  DeviceShard() = default;

  std::unique_ptr<Device> device_;
  std::unique_ptr<ResidentStore> store_;
  std::vector<std::unique_ptr<PairLaunch>> launches_;
  // Held by a launch while it has geometries pinned; by one alone if it needs all the room.
  std::shared_mutex room_;
  std::mutex turn_;  // held while waiting for `room_`: who needs it alone is not overtaken for ever
  std::atomic<bool> lost_{false};
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_DEVICE_SHARD_H_
