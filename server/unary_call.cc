#include "server/unary_call.h"

#include "absl/strings/str_cat.h"
#include "server/grpc_status.h"
#include "server/residency/refusal.h"

namespace farpoint {

UnaryCall::UnaryCall(grpc::CallbackServerContext* context, CallCounters& counters,
                     const google::protobuf::Message& request,
                     const google::protobuf::Message* response)
    : context_(context), counters_(counters), response_(response) {
  counters_.bytes += static_cast<int64_t>(request.ByteSizeLong());
}

void UnaryCall::End(const absl::Status& status) {
  CountAnswer(status, *response_, *context_, counters_);
  Finish(ToGrpcStatus(status));
}

absl::Time DeadlineOf(const grpc::CallbackServerContext& context) {
  const std::chrono::system_clock::time_point deadline = context.deadline();
  // gRPC's "no deadline" is the largest time point.
  return deadline == std::chrono::system_clock::time_point::max() ? absl::InfiniteFuture()
                                                                  : absl::FromChrono(deadline);
}

void CountAnswer(const absl::Status& status, const google::protobuf::Message& response,
                 grpc::CallbackServerContext& context, CallCounters& counters) {
  ++counters.calls;
  if (status.ok()) {
    counters.bytes += static_cast<int64_t>(response.ByteSizeLong());
  } else if (const Refusal refusal = RefusalOf(status); refusal.retry_after) {
    context.AddTrailingMetadata("grpc-retry-pushback-ms",
                                absl::StrCat(absl::ToInt64Milliseconds(*refusal.retry_after)));
  }
}

}  // namespace farpoint
