// grpc.health.v1 without its stubs, which no package carries: the request is empty (the whole
// server) and the answer has one number, so google.protobuf.Empty reads both, the number as an
// unknown field.

#include <google/protobuf/empty.pb.h>
#include <google/protobuf/unknown_field_set.h>
#include <grpcpp/generic/generic_stub.h>

#include <future>

#include "client/connection.h"

namespace farpoint::client {
namespace {

using google::protobuf::Empty;

constexpr int kStatusField = 1;
constexpr uint64_t kServing = 1;

bool SaysServing(const Empty& response) {
  const google::protobuf::UnknownFieldSet& fields =
      response.GetReflection()->GetUnknownFields(response);
  bool serving = false;
  for (int i = 0; i < fields.field_count(); ++i) {
    const google::protobuf::UnknownField& field = fields.field(i);
    if (field.number() == kStatusField &&
        field.type() == google::protobuf::UnknownField::TYPE_VARINT) {
      serving = field.varint() == kServing;
    }
  }
  return serving;
}

}  // namespace

absl::StatusOr<bool> CheckHealth(const std::shared_ptr<grpc::Channel>& channel,
                                 const RetryPolicy& policy) {
  grpc::TemplatedGenericStub<Empty, Empty> stub(channel);
  Empty response;
  absl::Status status = CallWithRetries(policy, *channel, [&](grpc::ClientContext* context) {
    const Empty request;
    std::promise<grpc::Status> done;
    stub.UnaryCall(context, "/grpc.health.v1.Health/Check", grpc::StubOptions(), &request,
                   &response, [&done](grpc::Status s) { done.set_value(std::move(s)); });
    return done.get_future().get();
  });
  if (!status.ok()) return status;
  return SaysServing(response);
}

}  // namespace farpoint::client
