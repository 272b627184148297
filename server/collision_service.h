// Farpoint: CollisionService, thin: read, pin, submit, write.

#ifndef FARPOINT_SERVER_COLLISION_SERVICE_H_
#define FARPOINT_SERVER_COLLISION_SERVICE_H_

#include <functional>

#include "absl/status/statusor.h"
#include "farpoint/v1/collision_service.grpc.pb.h"
#include "server/residency/dispatcher.h"
#include "server/residency/registry.h"
#include "server/server_options.h"
#include "server/unary_call.h"

namespace farpoint {

class CollisionService final : public v1::CollisionService::CallbackService {
 public:
  /// All must outlive it.
  CollisionService(const RequestLimits& limits, Registry& registry, Dispatcher& dispatcher,
                   CallCounters& counters)
      : limits_(limits), registry_(registry), dispatcher_(dispatcher), counters_(counters) {}

 private:
  using Context = grpc::CallbackServerContext;
  using Write = std::function<void(const Answers& answers)>;

  grpc::ServerUnaryReactor* Distance(Context* context, const v1::DistanceRequest* request,
                                     v1::DistanceResponse* response) override;
  grpc::ServerUnaryReactor* Penetration(Context* context, const v1::PenetrationRequest* request,
                                        v1::PenetrationResponse* response) override;
  grpc::ServerUnaryReactor* Collide(Context* context, const v1::CollideRequest* request,
                                    v1::CollideResponse* response) override;

  /// Reads and checks the batch, pins its geometries, has it answered and ends the call; `write`
  /// fills the response.
  void Answer(UnaryCall* call, const v1::PairBatch& batch,
              const absl::StatusOr<SolverOptions>& options, const absl::Status& results,
              Write write);

  const RequestLimits& limits_;
  Registry& registry_;
  Dispatcher& dispatcher_;
  CallCounters& counters_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_COLLISION_SERVICE_H_
