// Farpoint: ServerService: what this server is, holds and allows.

#ifndef FARPOINT_SERVER_SERVER_SERVICE_H_
#define FARPOINT_SERVER_SERVER_SERVICE_H_

#include "farpoint/v1/server_service.grpc.pb.h"
#include "server/device_watch.h"
#include "server/residency/dispatcher.h"
#include "server/residency/registry.h"
#include "server/server_options.h"
#include "server/unary_call.h"
#include "src/batch/backend.h"

namespace farpoint {

class ServerService final : public v1::ServerService::CallbackService {
 public:
  /// All must outlive it.
  ServerService(const ServerOptions& options, const Backend& backend, DeviceWatch& devices,
                Registry& registry, const Dispatcher& dispatcher, const CallCounters& counters,
                absl::Time start_time)
      : options_(options),
        backend_(backend),
        devices_(devices),
        registry_(registry),
        dispatcher_(dispatcher),
        counters_(counters),
        start_time_(start_time) {}

 private:
  grpc::ServerUnaryReactor* GetServerInfo(grpc::CallbackServerContext* context,
                                          const v1::GetServerInfoRequest* request,
                                          v1::GetServerInfoResponse* response) override;
  void FillLimits(v1::Limits* out) const;
  void FillDevices(v1::GetServerInfoResponse* out) const;

  const ServerOptions& options_;
  const Backend& backend_;
  DeviceWatch& devices_;
  Registry& registry_;
  const Dispatcher& dispatcher_;
  const CallCounters& counters_;
  const absl::Time start_time_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_SERVER_SERVICE_H_
