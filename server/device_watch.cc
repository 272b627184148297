#include "server/device_watch.h"

#include <iostream>
#include <string>

#include "absl/strings/str_cat.h"
#include "farpoint/v1/collision_service.grpc.pb.h"

namespace farpoint {

void DeviceWatch::ReportTo(grpc::HealthCheckServiceInterface* health) {
  Look();
  std::lock_guard<std::mutex> lock(mutex_);
  health_ = health;
  if (health_ == nullptr) return;
  health_->SetServingStatus(kDevicesHealth, true);
  Report();
}

std::vector<DeviceReport> DeviceWatch::Look() {
  std::vector<DeviceReport> devices = backend_.devices();
  // A standard error that nobody reads may block: outside the lock, whoever else looks goes on.
  if (const std::string news = Compare(devices); !news.empty()) std::cerr << news << std::flush;
  return devices;
}

std::string DeviceWatch::Compare(const std::vector<DeviceReport>& devices) {
  std::lock_guard<std::mutex> lock(mutex_);
  lost_.resize(devices.size());
  std::string news;
  for (size_t i = 0; i < devices.size(); ++i) {
    if (!devices[i].lost || lost_[i]) continue;
    lost_[i] = true;
    ++lost_count_;
    absl::StrAppend(&news, "farpointd: device ", i, " (", devices[i].name, ") is lost; ",
                    devices.size() - static_cast<size_t>(lost_count_), " of ", devices.size(),
                    " left\n");
  }
  if (!news.empty()) Report();
  return news;
}

int64_t DeviceWatch::lost() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return lost_count_;
}

void DeviceWatch::Report() {
  if (health_ == nullptr || lost_count_ == 0) return;
  health_->SetServingStatus(kDevicesHealth, false);
  if (lost_count_ < static_cast<int64_t>(lost_.size())) return;
  health_->SetServingStatus("", false);
  health_->SetServingStatus(v1::CollisionService::service_full_name(), false);
}

}  // namespace farpoint
