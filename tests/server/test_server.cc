#include "tests/server/test_server.h"

#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>

#include <utility>

#include "google/rpc/status.pb.h"
#include "src/batch/cpu/cpu_backend.h"

namespace farpoint {
namespace {

template <class Details>
bool ReadDetails(const grpc::Status& status, Details* details) {
  google::rpc::Status wire;
  if (!wire.ParseFromString(status.error_details())) return false;
  EXPECT_TRUE(wire.details().empty() || wire.code() == status.error_code());
  for (const google::protobuf::Any& any : wire.details()) {
    if (any.UnpackTo(details)) return true;
  }
  return false;
}

}  // namespace

Stubs::Stubs(const std::shared_ptr<grpc::Channel>& channel)
    : geometry(v1::GeometryService::NewStub(channel)),
      collision(v1::CollisionService::NewStub(channel)),
      server(v1::ServerService::NewStub(channel)) {}

std::shared_ptr<grpc::Channel> ChannelTo(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

TestServer::TestServer(ServerOptions options, std::unique_ptr<Backend> backend,
                       const Clock& clock) {
  options.listen = {"127.0.0.1:0"};
  if (backend == nullptr) backend = MakeCpuBackend({.threads = 2});
  absl::StatusOr<std::unique_ptr<Server>> server =
      Server::Start(options, std::move(backend), clock);
  if (!server.ok()) ADD_FAILURE() << server.status();
  server_ = *std::move(server);
  channel_ = ChannelTo(address());
  stubs_ = std::make_unique<Stubs>(channel_);
}

std::string TestServer::Upload(const v1::Shape& shape) {
  grpc::ClientContext context;
  v1::CreateGeometryRequest request;
  *request.mutable_shape() = shape;
  v1::CreateGeometryResponse response;
  const grpc::Status status = stubs_->geometry->CreateGeometry(&context, request, &response);
  EXPECT_TRUE(status.ok()) << status.error_message();
  return response.geometry().id();
}

// By name, as grpc.health.v1 has no generated code here: the request is a string, the answer a
// number.
v1::GetServerInfoResponse ServerInfoOf(TestServer& server) {
  grpc::ClientContext context;
  v1::GetServerInfoResponse info;
  EXPECT_TRUE(server.stubs().server->GetServerInfo(&context, {}, &info).ok());
  return info;
}

std::string HealthOf(TestServer& server, const std::string& service) {
  std::string request;
  if (!service.empty()) request = std::string("\x0a") + static_cast<char>(service.size()) + service;
  grpc::GenericStub stub(server.channel());
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  const grpc::Slice slice(request);
  const grpc::ByteBuffer buffer(&slice, 1);
  auto call = stub.PrepareUnaryCall(&context, "/grpc.health.v1.Health/Check", buffer, &queue);
  call->StartCall();
  grpc::ByteBuffer answer;
  grpc::Status status;
  call->Finish(&answer, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  if (status.error_code() == grpc::StatusCode::NOT_FOUND) return "NOT_FOUND";
  grpc::Slice bytes;
  if (!status.ok() || !answer.DumpToSingleSlice(&bytes).ok()) return status.error_message();
  const std::string wire(reinterpret_cast<const char*>(bytes.begin()), bytes.size());
  if (wire == "\x08\x01") return "SERVING";
  return wire == "\x08\x02" ? "NOT_SERVING" : "malformed";
}

v1::Shape SphereShape(double radius) {
  v1::Shape shape;
  shape.mutable_sphere()->set_radius(radius);
  return shape;
}

v1::Shape BoxShape(double x, double y, double z) {
  v1::Shape shape;
  for (double size : {x, y, z}) shape.mutable_box()->add_size(size);
  return shape;
}

v1::PairBatch RowOf(const std::vector<std::string>& ids, const std::vector<double>& places) {
  v1::PairBatch batch;
  v1::Objects& objects = *batch.mutable_objects();
  for (size_t i = 0; i < ids.size(); ++i) {
    objects.add_geometry_ids(ids[i]);
    objects.add_geometry_index(static_cast<uint32_t>(i));
    v1::Poses& poses = *objects.mutable_poses_f64();
    for (double p : {places[i], 0.0, 0.0}) poses.add_position_xyz(p);
    for (double q : {0.0, 0.0, 0.0, 1.0}) poses.add_orientation_xyzw(q);
  }
  return batch;
}

void AddPair(v1::PairBatch& batch, uint32_t a, uint32_t b) {
  batch.mutable_index_pairs()->add_a(a);
  batch.mutable_index_pairs()->add_b(b);
}

std::string FieldOf(const grpc::Status& status) {
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << status.error_message();
  google::rpc::BadRequest details;
  if (!ReadDetails(status, &details) || details.field_violations().empty()) {
    ADD_FAILURE() << "no BadRequest in: " << status.error_message();
    return "";
  }
  EXPECT_FALSE(details.field_violations(0).description().empty());
  EXPECT_EQ(status.error_message(),
            details.field_violations(0).field() + ": " + details.field_violations(0).description());
  return details.field_violations(0).field();
}

google::rpc::ErrorInfo InfoOf(const grpc::Status& status) {
  google::rpc::ErrorInfo details;
  ReadDetails(status, &details);
  return details;
}

int64_t RetryMillisecondsOf(const grpc::Status& status) {
  google::rpc::RetryInfo details;
  if (!ReadDetails(status, &details)) return -1;
  return details.retry_delay().seconds() * 1000 + details.retry_delay().nanos() / 1'000'000;
}

}  // namespace farpoint
