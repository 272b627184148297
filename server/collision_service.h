// Farpoint: CollisionService, thin: read, pin, submit, write.

#ifndef FARPOINT_SERVER_COLLISION_SERVICE_H_
#define FARPOINT_SERVER_COLLISION_SERVICE_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

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
  /// Fills the response.
  using Write = std::function<void(const Answers& answers)>;
  /// OK, or a field error when the answers about that many pairs would be too large.
  using CheckAnswer = std::function<absl::Status(int64_t pairs)>;

  grpc::ServerUnaryReactor* Distance(Context* context, const v1::DistanceRequest* request,
                                     v1::DistanceResponse* response) override;
  grpc::ServerUnaryReactor* Penetration(Context* context, const v1::PenetrationRequest* request,
                                        v1::PenetrationResponse* response) override;
  grpc::ServerUnaryReactor* Collide(Context* context, const v1::CollideRequest* request,
                                    v1::CollideResponse* response) override;
  grpc::ServerUnaryReactor* Support(Context* context, const v1::SupportRequest* request,
                                    v1::SupportResponse* response) override;

  /// Reads and checks the batch, pins its geometries, has it answered and ends the call.
  void Answer(UnaryCall* call, const v1::PairBatch& batch,
              const absl::StatusOr<SolverOptions>& options, const AnswerParts& parts,
              const CheckAnswer& check, Write write);

  absl::StatusOr<std::vector<GeometryPtr>> Pin(
      const UnaryCall& call, const google::protobuf::RepeatedPtrField<std::string>& ids);

  const RequestLimits& limits_;
  Registry& registry_;
  Dispatcher& dispatcher_;
  CallCounters& counters_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_COLLISION_SERVICE_H_
