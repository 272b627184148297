#include "src/batch/cuda/device_shard.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace farpoint {

absl::StatusOr<std::unique_ptr<DeviceShard>> DeviceShard::Create(std::unique_ptr<Device> device,
                                                                 int64_t memory_limit, int launches,
                                                                 const PairLaunchOptions& options) {
  std::unique_ptr<DeviceShard> shard(new DeviceShard);
  shard->device_ = std::move(device);
  Device* on = shard->device_.get();
  for (int i = 0; i < launches; ++i) {
    auto launch = PairLaunch::Create(on, options);
    if (!launch.ok()) return launch.status();
    shard->launches_.push_back(*std::move(launch));
  }
  const int64_t limit = memory_limit > 0 ? memory_limit : on->free_bytes() / 5 * 4;
  shard->store_ = std::make_unique<ResidentStore>(on, limit);
  return shard;
}

absl::Status DeviceShard::Run(int i, const Batch& batch, const uint32_t* places, int32_t n,
                              const std::atomic<bool>& stop, PairAnswer* answers,
                              std::vector<uint32_t>* left) {
  const auto run = [&] {
    return launches_[i]->Run(store_.get(), batch, places, n, stop, answers, left);
  };
  absl::Status done;
  {
    std::unique_lock<std::mutex> turn(turn_);
    std::shared_lock<std::shared_mutex> lock(room_);
    turn.unlock();
    done = run();
  }
  if (absl::IsResourceExhausted(done)) {
    std::unique_lock<std::mutex> turn(turn_);
    std::unique_lock<std::shared_mutex> lock(room_);
    turn.unlock();
    done = run();
  }
  if (absl::IsResourceExhausted(done) && n == 1) {
    return absl::FailedPreconditionError(absl::StrCat(
        "pair ", places[0], ": its geometries have no room on the device: ", done.message()));
  }
  if (absl::IsResourceExhausted(done)) {
    done = Run(i, batch, places, n / 2, stop, answers, left);
    if (done.ok()) done = Run(i, batch, places + n / 2, n - n / 2, stop, answers, left);
  }
  if (absl::IsUnavailable(done)) lost_ = true;
  return done;
}

DeviceReport DeviceShard::Report() const {
  DeviceReport report;
  report.name = device_->name();
  report.memory_bytes = device_->memory_bytes();
  report.memory_limit_bytes = store_->limit_bytes();
  report.resident_bytes = store_->bytes();
  report.resident_geometries = store_->count();
  report.lost = lost_;
  return report;
}

}  // namespace farpoint
