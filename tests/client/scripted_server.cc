#include "tests/client/scripted_server.h"

#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/convert/shape_from_proto.h"
#include "src/geometry_id/geometry_id.h"

namespace farpoint {
namespace {

grpc::Status ErrorWith(grpc::StatusCode code, const std::string& message,
                       const google::protobuf::Message& detail) {
  google::rpc::Status details;
  details.set_code(code);
  details.set_message(message);
  details.add_details()->PackFrom(detail);
  return grpc::Status(code, message, details.SerializeAsString());
}

}  // namespace

ScriptedServer::ScriptedServer() {
  limits.set_max_message_bytes(1 << 20);
  limits.set_max_pairs(1000);
  limits.set_max_objects(1000);
  limits.set_max_ids(1000);
  limits.set_max_vertices(1000);
  limits.set_max_hull_vertices(1000);
  limits.set_max_page_size(10);
  limits.set_memory_limit_bytes(1 << 30);
  limits.set_max_pairs_in_flight(100000);
  limits.set_max_bytes_in_flight(1 << 30);
  limits.set_max_concurrent_streams(16);
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(static_cast<v1::CollisionService::Service*>(this));
  builder.RegisterService(static_cast<v1::GeometryService::Service*>(this));
  builder.RegisterService(static_cast<v1::ServerService::Service*>(this));
  server_ = builder.BuildAndStart();
  address_ = absl::StrCat("127.0.0.1:", port);
}

ScriptedServer::~ScriptedServer() { server_->Shutdown(); }

void ScriptedServer::AnswerAllOk(const v1::DistanceRequest& request,
                                 v1::DistanceResponse* response) {
  const int n = request.batch().index_pairs().a_size();
  response->set_pair_count(static_cast<uint32_t>(n));
  response->set_status(std::string(static_cast<size_t>(n), '\1'));
  v1::Answers* answers = response->mutable_answers_f64();
  for (int i = 0; i < n; ++i) {
    answers->add_distance(i + 1);
    answers->add_error_bound(0.25);
    if (request.results().iterations()) response->add_iterations(7);
    for (int c = 0; c < 3; ++c) {
      if (request.results().witness_points()) answers->add_point_a_xyz(c);
      if (request.results().witness_points()) answers->add_point_b_xyz(c);
      if (request.results().normals()) answers->add_normal_xyz(c);
    }
  }
}

grpc::Status ScriptedServer::Distance(grpc::ServerContext* context,
                                      const v1::DistanceRequest* request,
                                      v1::DistanceResponse* response) {
  ++distance_calls;
  return on_distance(context, request, response);
}

grpc::Status ScriptedServer::Collide(grpc::ServerContext*, const v1::CollideRequest* request,
                                     v1::CollideResponse* response) {
  return on_collide(request, response);
}

grpc::Status ScriptedServer::Penetration(grpc::ServerContext*,
                                         const v1::PenetrationRequest* request,
                                         v1::PenetrationResponse* response) {
  return on_penetration(request, response);
}

grpc::Status ScriptedServer::Support(grpc::ServerContext*, const v1::SupportRequest* request,
                                     v1::SupportResponse* response) {
  return on_support(request, response);
}

grpc::Status ScriptedServer::CreateGeometry(grpc::ServerContext*,
                                            const v1::CreateGeometryRequest* request,
                                            v1::CreateGeometryResponse* response) {
  ++create_calls;
  const absl::StatusOr<Shape> shape = ShapeFromProto(request->shape());
  if (shape.ok()) response->mutable_geometry()->set_id(GeometryId(*shape));
  return on_create(request);
}

grpc::Status ScriptedServer::FindMissingGeometries(grpc::ServerContext*,
                                                   const v1::FindMissingGeometriesRequest* request,
                                                   v1::FindMissingGeometriesResponse* response) {
  ++find_calls;
  if (all_missing) *response->mutable_missing_geometry_ids() = request->geometry_ids();
  return grpc::Status::OK;
}

grpc::Status ScriptedServer::GetServerInfo(grpc::ServerContext*, const v1::GetServerInfoRequest*,
                                           v1::GetServerInfoResponse* response) {
  *response->mutable_limits() = limits;
  return grpc::Status::OK;
}

grpc::Status ErrorWithReason(grpc::StatusCode code, const std::string& reason) {
  google::rpc::ErrorInfo info;
  info.set_reason(reason);
  info.set_domain("farpoint");
  return ErrorWith(code, reason, info);
}

grpc::Status ErrorWithRetryInfo(grpc::StatusCode code, absl::Duration delay) {
  google::rpc::RetryInfo info;
  const int64_t nanos = absl::ToInt64Nanoseconds(delay);
  info.mutable_retry_delay()->set_seconds(nanos / 1'000'000'000);
  info.mutable_retry_delay()->set_nanos(static_cast<int32_t>(nanos % 1'000'000'000));
  return ErrorWith(code, "busy", info);
}

grpc::Status ErrorWithField(const std::string& field, const std::string& description) {
  google::rpc::BadRequest request;
  google::rpc::BadRequest::FieldViolation* violation = request.add_field_violations();
  violation->set_field(field);
  violation->set_description(description);
  return ErrorWith(grpc::StatusCode::INVALID_ARGUMENT, absl::StrCat(field, ": ", description),
                   request);
}

}  // namespace farpoint
