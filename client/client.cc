#include "client/client.h"

#include <algorithm>
#include <utility>

#include "absl/time/clock.h"
#include "client/client_impl.h"
#include "client/wire.h"

namespace farpoint {

client::RetryPolicy Client::Impl::Policy(const CallOptions& call) const {
  return {options_.max_attempts, absl::Now() + call.deadline.value_or(options_.deadline)};
}

Client::Client(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;
Client::~Client() = default;

absl::StatusOr<Client> Client::Connect(const std::string& address, const ConnectOptions& options) {
  absl::StatusOr<client::Connection> connection = client::Connection::Open(
      address, {options.max_attempts, absl::Now() + options.connect_timeout});
  if (!connection.ok()) return connection.status();
  return Client(std::make_unique<Impl>(*std::move(connection), options));
}

absl::StatusOr<std::vector<std::string>> Client::Upload(absl::Span<const Shape> shapes,
                                                        const UploadOptions& upload,
                                                        const CallOptions& call) {
  return impl_->Upload(shapes, upload, call);
}

absl::StatusOr<std::string> Client::Upload(const Shape& shape, const UploadOptions& upload,
                                           const CallOptions& call) {
  absl::StatusOr<std::vector<std::string>> ids =
      impl_->Upload(absl::MakeConstSpan(&shape, 1), upload, call);
  if (!ids.ok()) return ids.status();
  return std::move(ids->front());
}

absl::StatusOr<MeshReport> Client::UploadMesh(const Mesh& mesh,
                                              absl::Span<const MeshTriangle> triangles,
                                              const UploadOptions& upload,
                                              const CallOptions& call) {
  return impl_->UploadMesh(mesh, triangles, upload, call);
}

absl::StatusOr<GeometryReport> Client::GetGeometry(absl::string_view id, const CallOptions& call) {
  v1::GetGeometryRequest request;
  v1::GetGeometryResponse response;
  request.set_geometry_id(std::string(id));
  const client::Connection& connection = impl_->connection();
  absl::Status status =
      connection.Call(impl_->Policy(call), *connection.geometry,
                      &v1::GeometryService::Stub::GetGeometry, request, &response);
  if (!status.ok()) return status;
  return client::ReadGeometry(response.geometry());
}

absl::StatusOr<std::vector<GeometryReport>> Client::ListGeometries(const CallOptions& call) {
  const client::RetryPolicy policy = impl_->Policy(call);
  const client::Connection& connection = impl_->connection();
  std::vector<GeometryReport> all;
  v1::ListGeometriesRequest request;
  request.set_page_size(static_cast<int32_t>(std::min<int64_t>(limits().max_page_size, 1000)));
  do {
    v1::ListGeometriesResponse response;
    absl::Status status =
        connection.Call(policy, *connection.geometry, &v1::GeometryService::Stub::ListGeometries,
                        request, &response);
    if (!status.ok()) return status;
    for (const v1::Geometry& geometry : response.geometries()) {
      all.push_back(client::ReadGeometry(geometry));
    }
    request.set_page_token(response.next_page_token());
  } while (!request.page_token().empty());
  return all;
}

absl::StatusOr<bool> Client::DeleteGeometry(absl::string_view id, const CallOptions& call) {
  v1::DeleteGeometryRequest request;
  v1::DeleteGeometryResponse response;
  request.set_geometry_id(std::string(id));
  impl_->Forget(id);
  const client::Connection& connection = impl_->connection();
  absl::Status status =
      connection.Call(impl_->Policy(call), *connection.geometry,
                      &v1::GeometryService::Stub::DeleteGeometry, request, &response);
  if (!status.ok()) return status;
  return response.existed();
}

absl::StatusOr<ServerInfo> Client::GetServerInfo(const CallOptions& call) {
  v1::GetServerInfoResponse response;
  const client::Connection& connection = impl_->connection();
  absl::Status status = connection.Call(impl_->Policy(call), *connection.server,
                                        &v1::ServerService::Stub::GetServerInfo,
                                        v1::GetServerInfoRequest(), &response);
  if (!status.ok()) return status;
  return client::ReadServerInfo(response);
}

absl::StatusOr<bool> Client::IsServing(const CallOptions& call) { return IsServing("", call); }

absl::StatusOr<bool> Client::IsServing(absl::string_view service, const CallOptions& call) {
  return client::CheckHealth(impl_->connection().channel, impl_->Policy(call), service);
}

const ServerLimits& Client::limits() const { return impl_->connection().limits; }

}  // namespace farpoint
