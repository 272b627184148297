// Test support: a server that answers as a test tells it, in the same process.
//
//   ScriptedServer server;
//   server.on_distance = [](auto* context, auto* request, auto* response) { return …; };
//   auto client = Client::Connect(server.address());
//
// What is not told answers like an empty server: limits, nothing missing, geometries accepted.

#ifndef FARPOINT_TESTS_CLIENT_SCRIPTED_SERVER_H_
#define FARPOINT_TESTS_CLIENT_SCRIPTED_SERVER_H_

#include <grpcpp/server.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "absl/time/time.h"
#include "farpoint/v1/collision_service.grpc.pb.h"
#include "farpoint/v1/geometry_service.grpc.pb.h"
#include "farpoint/v1/server_service.grpc.pb.h"

namespace farpoint {

class ScriptedServer : public v1::CollisionService::Service,
                       public v1::GeometryService::Service,
                       public v1::ServerService::Service {
 public:
  ScriptedServer();
  ~ScriptedServer() override;

  const std::string& address() const { return address_; }

  std::function<grpc::Status(grpc::ServerContext*, const v1::DistanceRequest*,
                             v1::DistanceResponse*)>
      on_distance = [](auto*, auto* request, auto* response) {
        AnswerAllOk(*request, response);
        return grpc::Status::OK;
      };
  std::function<grpc::Status(const v1::CollideRequest*, v1::CollideResponse*)> on_collide;
  std::function<grpc::Status(const v1::PenetrationRequest*, v1::PenetrationResponse*)>
      on_penetration;
  std::function<grpc::Status(const v1::SupportRequest*, v1::SupportResponse*)> on_support;
  std::function<grpc::Status(const v1::CreateGeometryRequest*)> on_create = [](auto*) {
    return grpc::Status::OK;
  };
  /// Whether FindMissingGeometries calls everything missing.
  std::atomic<bool> all_missing{false};
  v1::Limits limits;
  std::atomic<int> distance_calls{0}, create_calls{0}, find_calls{0};

  /// A well-formed answer: distance 1, 2, 3 …, status OK.
  static void AnswerAllOk(const v1::DistanceRequest& request, v1::DistanceResponse* response);

 private:
  grpc::Status Distance(grpc::ServerContext* context, const v1::DistanceRequest* request,
                        v1::DistanceResponse* response) override;
  grpc::Status Collide(grpc::ServerContext*, const v1::CollideRequest* request,
                       v1::CollideResponse* response) override;
  grpc::Status Penetration(grpc::ServerContext*, const v1::PenetrationRequest* request,
                           v1::PenetrationResponse* response) override;
  grpc::Status Support(grpc::ServerContext*, const v1::SupportRequest* request,
                       v1::SupportResponse* response) override;
  grpc::Status CreateGeometry(grpc::ServerContext*, const v1::CreateGeometryRequest* request,
                              v1::CreateGeometryResponse* response) override;
  grpc::Status FindMissingGeometries(grpc::ServerContext*,
                                     const v1::FindMissingGeometriesRequest* request,
                                     v1::FindMissingGeometriesResponse* response) override;
  grpc::Status GetServerInfo(grpc::ServerContext*, const v1::GetServerInfoRequest*,
                             v1::GetServerInfoResponse* response) override;

  std::string address_;
  std::unique_ptr<grpc::Server> server_;
};

/// An error with details as google.rpc.Status carries them.
grpc::Status ErrorWithReason(grpc::StatusCode code, const std::string& reason);
grpc::Status ErrorWithRetryInfo(grpc::StatusCode code, absl::Duration delay);
grpc::Status ErrorWithField(const std::string& field, const std::string& description);

}  // namespace farpoint

#endif  // FARPOINT_TESTS_CLIENT_SCRIPTED_SERVER_H_
