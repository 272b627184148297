// grpc.health.v1 without its stubs, which no package carries: the request is one string, left out
// for the whole server, and the answer one number, so google.protobuf.Empty carries both, as
// unknown fields.

#include <google/protobuf/empty.pb.h>
#include <google/protobuf/unknown_field_set.h>
#include <grpcpp/generic/generic_stub.h>

#include <future>
#include <string>

#include "client/connection.h"

namespace farpoint::client {
namespace {

using google::protobuf::Empty;

constexpr int kServiceField = 1, kStatusField = 1;
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
                                 const RetryPolicy& policy, absl::string_view service) {
  grpc::TemplatedGenericStub<Empty, Empty> stub(channel);
  Empty request, response;
  if (!service.empty()) {
    request.GetReflection()->MutableUnknownFields(&request)->AddLengthDelimited(
        kServiceField, std::string(service));
  }
  absl::Status status = CallWithRetries(policy, *channel, [&](grpc::ClientContext* context) {
    std::promise<grpc::Status> done;
    stub.UnaryCall(context, "/grpc.health.v1.Health/Check", grpc::StubOptions(), &request,
                   &response, [&done](grpc::Status s) { done.set_value(std::move(s)); });
    return done.get_future().get();
  });
  if (!status.ok()) return status;
  return SaysServing(response);
}

}  // namespace farpoint::client
