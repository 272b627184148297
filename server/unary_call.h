// Farpoint: one call that is being answered.
//
//   auto* call = new UnaryCall(context, counters, *request, response);
//   dispatcher.Submit(batch, call->deadline(), call->cancel(), call->principal(),
//                     [call](absl::StatusOr<Answers> answers) { …; call->End(answers.status()); });
//   return call;
//
// gRPC asks of a reactor that it never waits and that it is finished exactly once, cancelled or
// not: a server with an unfinished one cannot shut down. So a cancelled call only sets its flag,
// and whoever works on it still ends it.

#ifndef FARPOINT_SERVER_UNARY_CALL_H_
#define FARPOINT_SERVER_UNARY_CALL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "google/protobuf/message.h"
#include "server/residency/principal.h"
#include "src/batch/backend.h"

namespace farpoint {

/// What all calls of GeometryService and CollisionService add up to.
struct CallCounters {
  std::atomic<int64_t> calls{0};
  std::atomic<int64_t> bytes{0};  // of requests and answers
};

/// InfiniteFuture without one.
absl::Time DeadlineOf(const grpc::CallbackServerContext& context);

/// What is done before any call is finished: counts it, and tells gRPC's clients when to try again.
void CountAnswer(const absl::Status& status, const google::protobuf::Message& response,
                 grpc::CallbackServerContext& context, CallCounters& counters);

/// Deletes itself when gRPC is done with it. Request, response and context live until then.
class UnaryCall final : public grpc::ServerUnaryReactor {
 public:
  UnaryCall(grpc::CallbackServerContext* context, CallCounters& counters,
            const google::protobuf::Message& request, const google::protobuf::Message* response);

  absl::Time deadline() const { return DeadlineOf(*context_); }
  const std::shared_ptr<CancelFlag>& cancel() const { return cancel_; }
  const Principal& principal() const { return principal_; }

  /// Sends the response, or the error. Exactly once, from any thread; the call may be gone when
  /// this returns.
  void End(const absl::Status& status);

 private:
  void OnCancel() override { cancel_->store(true); }
  void OnDone() override { delete this; }

  grpc::CallbackServerContext* const context_;
  CallCounters& counters_;
  const google::protobuf::Message* const response_;
  const std::shared_ptr<CancelFlag> cancel_ = std::make_shared<CancelFlag>(false);
  const Principal principal_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_UNARY_CALL_H_
