#include "client/connection.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "client/wire.h"

namespace farpoint::client {
namespace {

std::shared_ptr<grpc::Channel> OpenChannel(const std::string& address, int max_answer_bytes) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(max_answer_bytes);
  // Attempts are ours (retry.h); the channel reconnects fast enough for them.
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 1000);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 2000);
  // The server is a neighbour of the planner, not behind the proxy to the world.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

}  // namespace

absl::Status CheckMessageSize(size_t bytes, const ServerLimits& limits) {
  if (bytes <= static_cast<uint64_t>(limits.max_message_bytes)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "the message has ", bytes, " bytes, over the server's limit max_message_bytes of ",
      limits.max_message_bytes, "; it was not sent"));
}

absl::StatusOr<Connection> Connection::Open(const std::string& address, const RetryPolicy& policy) {
  constexpr int kDefaultAnswerBytes = 4 << 20;
  v1::GetServerInfoResponse response;
  const std::shared_ptr<grpc::Channel> channel = OpenChannel(address, kDefaultAnswerBytes);
  const auto stub = v1::ServerService::NewStub(channel);
  absl::Status status = CallWithRetries(policy, *channel, [&](grpc::ClientContext* context) {
    return stub->GetServerInfo(context, v1::GetServerInfoRequest(), &response);
  });
  if (!status.ok()) {
    return absl::Status(status.code(), absl::StrCat(address, ": ", status.message()));
  }
  Connection connection;
  connection.limits = ReadServerInfo(response).limits;
  if (connection.limits.max_message_bytes <= 0 || connection.limits.max_pairs <= 0 ||
      connection.limits.max_ids <= 0) {
    return absl::InternalError(absl::StrCat(address, ": the server does not say its limits"));
  }
  connection.channel =
      OpenChannel(address, static_cast<int>(std::min<int64_t>(connection.limits.max_message_bytes,
                                                              std::numeric_limits<int>::max())));
  connection.collision = v1::CollisionService::NewStub(connection.channel);
  connection.geometry = v1::GeometryService::NewStub(connection.channel);
  connection.server = v1::ServerService::NewStub(connection.channel);
  return connection;
}

}  // namespace farpoint::client
