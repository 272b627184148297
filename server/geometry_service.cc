#include "server/geometry_service.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/convert/geometry_to_proto.h"
#include "server/convert/options_from_proto.h"
#include "server/convert/shape_from_proto.h"
#include "server/mesh_upload.h"
#include "server/residency/refusal.h"
#include "src/geometry_id/geometry_id.h"

namespace farpoint {
namespace {

constexpr int64_t kDefaultPageSize = 100;

}  // namespace

grpc::ServerUnaryReactor* GeometryService::CreateGeometry(Context* context,
                                                          const v1::CreateGeometryRequest* request,
                                                          v1::CreateGeometryResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  StartCreate(*request, response, call);
  return call;
}

void GeometryService::StartCreate(const v1::CreateGeometryRequest& request,
                                  v1::CreateGeometryResponse* response, UnaryCall* call) {
  const absl::StatusOr<std::optional<absl::Duration>> ttl =
      TtlFromProto(request.has_ttl(), request.ttl());
  if (!ttl.ok()) return call->End(ttl.status());
  absl::StatusOr<Shape> shape = ShapeFromProto(request.shape());
  if (!shape.ok()) return call->End(shape.status());
  const char* name = ShapeName(*shape);
  Upload upload{*std::move(shape), *ttl, {}};
  if (request.shape().has_mesh()) {
    absl::Status status = ReadTriangles(request.shape().mesh(), &upload);
    if (!status.ok()) return call->End(status);
  }
  uploads_.Submit(std::move(upload), call->deadline(), call->cancel(), call->principal(),
                  [call, response, name](absl::StatusOr<Uploaded> uploaded) {
                    if (!uploaded.ok()) return call->End(NameShapeField(name, uploaded.status()));
                    UploadedToProto(*std::move(uploaded), response);
                    call->End(absl::OkStatus());
                  });
}

absl::Status GeometryService::ReadTriangles(const v1::Mesh& mesh, Upload* upload) const {
  const int64_t most = 2 * registry_.geometry_limits().max_vertices;
  if (mesh.triangles_size() / 3 > most) {
    return FieldError("shape.mesh.triangles",
                      absl::StrCat(mesh.triangles_size() / 3, " triangles, at most ", most,
                                   ", twice max_vertices"));
  }
  const auto vertices = static_cast<int64_t>(std::get<Mesh>(upload->shape).vertices.size());
  return AppendTriangles("shape.mesh.", "", mesh.triangles(), vertices, &upload->triangles);
}

grpc::ServerReadReactor<v1::UploadGeometryRequest>* GeometryService::UploadGeometry(
    Context* context, v1::UploadGeometryResponse* response) {
  return new MeshUpload(context, counters_, registry_, uploads_, response);
}

grpc::ServerUnaryReactor* GeometryService::FindMissingGeometries(
    Context* context, const v1::FindMissingGeometriesRequest* request,
    v1::FindMissingGeometriesResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  call->End(FindMissing(call->principal().tenant, *request, response));
  return call;
}

absl::Status GeometryService::FindMissing(const std::string& tenant,
                                          const v1::FindMissingGeometriesRequest& request,
                                          v1::FindMissingGeometriesResponse* response) {
  if (request.geometry_ids_size() > limits_.max_ids) {
    return FieldError("geometry_ids", absl::StrCat(request.geometry_ids_size(), " ids, at most ",
                                                   limits_.max_ids, " in one call"));
  }
  const absl::StatusOr<std::optional<absl::Duration>> ttl =
      TtlFromProto(request.has_ttl(), request.ttl());
  if (!ttl.ok()) return ttl.status();
  const std::vector<std::string> ids(request.geometry_ids().begin(), request.geometry_ids().end());
  for (std::string& id : registry_.FindMissing(tenant, ids, *ttl)) {
    response->add_missing_geometry_ids(std::move(id));
  }
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* GeometryService::GetGeometry(Context* context,
                                                       const v1::GetGeometryRequest* request,
                                                       v1::GetGeometryResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  const absl::StatusOr<Resident> resident =
      registry_.Get(call->principal().tenant, request->geometry_id());
  if (resident.ok()) GeometryToProto(*resident, response->mutable_geometry());
  call->End(resident.status());
  return call;
}

grpc::ServerUnaryReactor* GeometryService::ListGeometries(Context* context,
                                                          const v1::ListGeometriesRequest* request,
                                                          v1::ListGeometriesResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  call->End(List(call->principal().tenant, *request, response));
  return call;
}

absl::Status GeometryService::List(const std::string& tenant,
                                   const v1::ListGeometriesRequest& request,
                                   v1::ListGeometriesResponse* response) {
  if (request.page_size() < 0) {
    return FieldError("page_size", absl::StrCat("must be >= 0, is ", request.page_size()));
  }
  // A token is the last id of the page before.
  if (!request.page_token().empty() && !IsGeometryId(request.page_token())) {
    return FieldError("page_token", "must be empty or the next_page_token of the page before");
  }
  const int64_t size = std::min(request.page_size() == 0 ? kDefaultPageSize : request.page_size(),
                                limits_.max_page_size);
  const Registry::Page page =
      registry_.List(tenant, static_cast<size_t>(size), request.page_token());
  for (const Resident& resident : page.residents) {
    GeometryToProto(resident, response->add_geometries());
  }
  if (page.more) response->set_next_page_token(page.residents.back().id);
  return absl::OkStatus();
}

grpc::ServerUnaryReactor* GeometryService::DeleteGeometry(Context* context,
                                                          const v1::DeleteGeometryRequest* request,
                                                          v1::DeleteGeometryResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  response->set_existed(registry_.Delete(call->principal().tenant, request->geometry_id()));
  call->End(absl::OkStatus());
  return call;
}

}  // namespace farpoint
