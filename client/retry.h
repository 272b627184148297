// Farpoint client: one call, attempted until it should not be. Not part of the public interface.
//
// Every RPC of the contract is idempotent, so what decides is whether another attempt may help:
//   UNAVAILABLE         a few attempts, with exponential back-off
//   RESOURCE_EXHAUSTED  only when the server says how long to wait (google.rpc.RetryInfo or the
//                       trailer grpc-retry-pushback-ms); then as often as it says so, until the
//                       deadline
//   anything else       never
// A negative or malformed pushback forbids another attempt. A wait that would end after the
// deadline is not begun: the error at hand says more than DEADLINE_EXCEEDED.

#ifndef FARPOINT_CLIENT_RETRY_H_
#define FARPOINT_CLIENT_RETRY_H_

#include <grpcpp/channel.h>
#include <grpcpp/client_context.h>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/time/time.h"

namespace farpoint::client {

struct RetryPolicy {
  int max_attempts = 5;
  absl::Time deadline = absl::InfiniteFuture();
};

/// Calls `attempt` with a fresh context each time; the context carries the deadline. `channel` is
/// the one that `attempt` calls on: gRPC 1.51 makes a connection only while someone waits for it,
/// so a wait for a server that is not there yet is a wait on the channel.
absl::Status CallWithRetries(const RetryPolicy& policy, grpc::ChannelInterface& channel,
                             absl::FunctionRef<grpc::Status(grpc::ClientContext*)> attempt);

}  // namespace farpoint::client

#endif  // FARPOINT_CLIENT_RETRY_H_
