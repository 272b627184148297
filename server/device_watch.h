// Farpoint: what becomes of the backend's devices, for health checks, the log and the counters.
//
//   DeviceWatch devices(*backend);
//   devices.ReportTo(server->GetHealthCheckService());
//   devices.Look();  // after a batch
//
// A lost device never comes back: what is said of it is said once. The backend is asked, after
// every batch and by whoever wants to know, and calls nobody.

#ifndef FARPOINT_SERVER_DEVICE_WATCH_H_
#define FARPOINT_SERVER_DEVICE_WATCH_H_

#include <grpcpp/health_check_service_interface.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "src/batch/backend.h"

namespace farpoint {

/// The health service that is SERVING as long as no device is lost.
inline constexpr char kDevicesHealth[] = "farpoint.devices";

/// Thread-safe.
class DeviceWatch {
 public:
  /// `backend` must outlive it.
  explicit DeviceWatch(const Backend& backend) : backend_(backend) {}

  /// From now on tells `health`, until told another; null: nobody. kDevicesHealth stops SERVING
  /// with the first device that is lost; the server as a whole and CollisionService with the last.
  void ReportTo(grpc::HealthCheckServiceInterface* health);

  /// What the backend says of its devices now. A loss that is new is logged (standard error),
  /// counted and reported before this returns.
  std::vector<DeviceReport> Look();

  /// How many were lost.
  int64_t lost() const;

 private:
  /// Counts and reports what is lost and was not; the lines to log.
  std::string Compare(const std::vector<DeviceReport>& devices);
  void Report();  // under mutex_

  const Backend& backend_;
  mutable std::mutex mutex_;
  grpc::HealthCheckServiceInterface* health_ = nullptr;
  std::vector<bool> lost_;  // by device
  int64_t lost_count_ = 0;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_DEVICE_WATCH_H_
