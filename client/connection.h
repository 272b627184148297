// Farpoint client: a channel to a server and the calls on it. Not part of the public interface.

#ifndef FARPOINT_CLIENT_CONNECTION_H_
#define FARPOINT_CLIENT_CONNECTION_H_

#include <google/protobuf/message.h>
#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/reports.h"
#include "client/retry.h"
#include "farpoint/v1/collision_service.grpc.pb.h"
#include "farpoint/v1/geometry_service.grpc.pb.h"
#include "farpoint/v1/server_service.grpc.pb.h"

namespace farpoint::client {

/// `InvalidArgument` naming size and limit if the message is longer than the server takes: the
/// transport would refuse it without saying either.
absl::Status CheckMessageSize(size_t bytes, const ServerLimits& limits);

struct Connection {
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::CollisionService::Stub> collision;
  std::unique_ptr<v1::GeometryService::Stub> geometry;
  std::unique_ptr<v1::ServerService::Stub> server;
  ServerLimits limits;

  /// Opens a channel, learns the limits and opens the channel that keeps to them.
  static absl::StatusOr<Connection> Open(const std::string& address, const RetryPolicy& policy);

  /// One call, attempted by the policy; a request over the limit is not sent.
  template <class Stub, class Request, class Response>
  absl::Status Call(const RetryPolicy& policy, Stub& stub,
                    grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                    const Request& request, Response* response) const {
    absl::Status status = CheckMessageSize(request.ByteSizeLong(), limits);
    if (!status.ok()) return status;
    return CallWithRetries(policy, *channel, [&](grpc::ClientContext* context) {
      return (stub.*method)(context, request, response);
    });
  }
};

/// grpc.health.v1.Health/Check of a service; "": of the whole server.
absl::StatusOr<bool> CheckHealth(const std::shared_ptr<grpc::Channel>& channel,
                                 const RetryPolicy& policy, absl::string_view service);

}  // namespace farpoint::client

#endif  // FARPOINT_CLIENT_CONNECTION_H_
