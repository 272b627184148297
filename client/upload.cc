#include <algorithm>
#include <optional>
#include <unordered_set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/client_impl.h"
#include "client/mesh_chunks.h"
#include "client/parallel.h"
#include "client/status_details.h"
#include "client/wire.h"
#include "src/geometry_id/geometry_id.h"

namespace farpoint {
namespace {

constexpr size_t kIdBytes = 96;  // an id in a message, generously
constexpr absl::Duration kLongestLease = absl::Hours(36'525 * 24);  // 100 years, the contract's

absl::Status Prefixed(const std::string& prefix, const char* separator,
                      const absl::Status& status) {
  absl::Status result(status.code(), absl::StrCat(prefix, separator, status.message()));
  status.ForEachPayload([&result](absl::string_view url, const absl::Cord& payload) {
    result.SetPayload(url, payload);
  });
  return result;
}

MeshReport Read(const v1::Geometry& geometry, bool created, std::optional<double> non_convexity) {
  return {client::ReadGeometry(geometry), created, non_convexity};
}

template <class Response>
MeshReport Read(const Response& response) {
  return Read(
      response.geometry(), response.created(),
      response.has_non_convexity() ? std::optional(response.non_convexity()) : std::nullopt);
}

// One mesh in chunks.
absl::StatusOr<MeshReport> CreateInChunks(const client::Connection& connection, const Mesh& mesh,
                                          absl::Span<const MeshTriangle> triangles,
                                          const UploadOptions& upload,
                                          const client::RetryPolicy& policy) {
  v1::UploadGeometryResponse response;
  const auto attempt = [&](grpc::ClientContext* context) {
    response.Clear();
    const auto writer = connection.geometry->UploadGeometry(context, &response);
    client::WriteChunks(mesh, triangles, upload.ttl, connection.limits,
                        [&](const v1::UploadGeometryRequest& part) { return writer->Write(part); });
    writer->WritesDone();
    return writer->Finish();  // tells why, if a write failed
  };
  const absl::Status status = client::CallWithRetries(policy, *connection.channel, attempt);
  if (!status.ok()) return status;
  return Read(response);
}

// One shape in one message.
absl::StatusOr<MeshReport> CreateAtOnce(const client::Connection& connection, const Shape& shape,
                                        absl::Span<const MeshTriangle> triangles,
                                        const UploadOptions& upload,
                                        const client::RetryPolicy& policy) {
  v1::CreateGeometryRequest request;
  client::WriteShape(shape, request.mutable_shape());
  for (const MeshTriangle& t : triangles) {
    for (uint32_t i : t) request.mutable_shape()->mutable_mesh()->add_triangles(i);
  }
  if (upload.ttl) client::WriteDuration(*upload.ttl, request.mutable_ttl());
  v1::CreateGeometryResponse response;
  const absl::Status status = connection.Call(
      policy, *connection.geometry, &v1::GeometryService::Stub::CreateGeometry, request, &response);
  if (!status.ok()) return status;
  return Read(response);
}

}  // namespace

absl::StatusOr<std::vector<std::string>> Client::Impl::FindMissing(
    const std::vector<std::string>& ids, const UploadOptions& upload,
    const client::RetryPolicy& policy) {
  const ServerLimits& limits = connection_.limits;
  const size_t step =
      std::max<size_t>(1, std::min<size_t>(limits.max_ids, limits.max_message_bytes / kIdBytes));
  std::vector<std::string> missing;
  for (size_t begin = 0; begin < ids.size(); begin += step) {
    v1::FindMissingGeometriesRequest request;
    for (size_t i = begin; i < std::min(begin + step, ids.size()); ++i) {
      request.add_geometry_ids(ids[i]);
    }
    if (upload.ttl) client::WriteDuration(*upload.ttl, request.mutable_ttl());
    v1::FindMissingGeometriesResponse response;
    absl::Status status =
        connection_.Call(policy, *connection_.geometry,
                         &v1::GeometryService::Stub::FindMissingGeometries, request, &response);
    if (!status.ok()) return status;
    missing.insert(missing.end(), response.missing_geometry_ids().begin(),
                   response.missing_geometry_ids().end());
  }
  return missing;
}

absl::StatusOr<MeshReport> Client::Impl::Create(const Candidate& candidate,
                                                const client::RetryPolicy& policy) {
  const Mesh* mesh = std::get_if<Mesh>(candidate.shape);
  absl::StatusOr<MeshReport> report = MeshReport();
  if (mesh != nullptr && client::NeedsChunks(*mesh, candidate.triangles, connection_.limits)) {
    if (absl::Status valid = client::CheckMesh(*mesh, candidate.triangles); !valid.ok()) {
      return Prefixed(absl::StrCat(candidate.name, ".mesh"), ".", valid);
    }
    report = CreateInChunks(connection_, *mesh, candidate.triangles, candidate.upload, policy);
  } else {
    report =
        CreateAtOnce(connection_, *candidate.shape, candidate.triangles, candidate.upload, policy);
  }
  if (!report.ok()) {
    // "shape.box.size[1]" of the request is "shapes[17].box.size[1]" of the caller; what a chunk
    // calls "chunk.vertices" is the mesh's.
    bool renamed = false;
    const absl::Status named = client::RenameFields(report.status(), [&](const std::string& field) {
      const bool of_shape = field == "shape" || absl::StartsWith(field, "shape.");
      if (!of_shape && !absl::StartsWith(field, "chunk.")) return field;
      renamed = true;
      return absl::StrCat(candidate.name, of_shape ? "" : ".mesh", field.substr(5));
    });
    return renamed ? named : Prefixed(candidate.name, ": ", report.status());
  }
  if (report->geometry.id == candidate.id) return report;
  return absl::InternalError(absl::StrCat(candidate.name, ": the server calls it ",
                                          report->geometry.id, ", this client ", candidate.id));
}

absl::Status Client::Impl::UploadMissing(const std::vector<Candidate>& candidates,
                                         const client::RetryPolicy& policy,
                                         const std::function<void(size_t, size_t)>& progress) {
  std::vector<std::string> ids;
  for (const Candidate& candidate : candidates) ids.push_back(candidate.id);
  // A shape that somebody else keeps for a while only must now be kept for good: the server leaves
  // leases as they are where no ttl is given, so the longest one is asked for.
  UploadOptions lease = candidates.empty() ? UploadOptions() : candidates.front().upload;
  if (!lease.ttl) lease.ttl = kLongestLease;
  absl::StatusOr<std::vector<std::string>> found = FindMissing(ids, lease, policy);
  if (!found.ok()) return found.status();
  const std::unordered_set<std::string> missing(found->begin(), found->end());
  std::vector<const Candidate*> to_send;
  for (const Candidate& candidate : candidates) {
    if (missing.count(candidate.id) > 0) to_send.push_back(&candidate);
  }
  std::mutex progress_mutex;
  size_t done = candidates.size() - to_send.size();
  if (progress && !candidates.empty()) progress(done, candidates.size());
  return client::RunInParallel(to_send.size(), CallsAtOnce({}), [&](size_t i) {
    absl::Status status = Create(*to_send[i], policy).status();
    std::lock_guard<std::mutex> lock(progress_mutex);
    if (status.ok() && progress) progress(++done, candidates.size());
    return status;
  });
}

absl::StatusOr<std::vector<std::string>> Client::Impl::Upload(absl::Span<const Shape> shapes,
                                                              const UploadOptions& upload,
                                                              const CallOptions& call) {
  std::vector<std::string> ids;
  std::vector<Candidate> candidates;
  std::unordered_set<std::string> seen;
  for (size_t i = 0; i < shapes.size(); ++i) {
    ids.push_back(GeometryId(shapes[i]));
    if (!seen.insert(ids.back()).second) continue;
    candidates.push_back({ids.back(), &shapes[i], upload, absl::StrCat("shapes[", i, "]")});
  }
  if (candidates.empty()) return ids;
  absl::Status status = UploadMissing(candidates, Policy(call), call.progress);
  if (!status.ok()) return status;
  for (const Candidate& candidate : candidates) Keep(candidate);
  return ids;
}

void Client::Impl::Keep(const Candidate& candidate) {
  if (!options_.keep_shapes) return;
  std::lock_guard<std::mutex> lock(kept_mutex_);
  KeptShape& kept = kept_[candidate.id];
  if (kept.shape == nullptr) kept.shape = std::make_shared<const Shape>(*candidate.shape);
  kept.upload = candidate.upload;
}

absl::StatusOr<MeshReport> Client::Impl::UploadMesh(const Mesh& mesh,
                                                    absl::Span<const MeshTriangle> triangles,
                                                    const UploadOptions& upload,
                                                    const CallOptions& call) {
  if (absl::Status valid = client::CheckMesh(mesh, triangles); !valid.ok()) {
    return Prefixed("mesh", ".", valid);
  }
  const Shape shape = mesh;
  const Candidate candidate{GeometryId(shape), &shape, upload, "shape", triangles};
  const auto unnamed = [](const std::string& field) {
    return absl::StartsWith(field, "shape.") ? field.substr(6) : field;
  };
  absl::StatusOr<MeshReport> report = Create(candidate, Policy(call));
  if (!report.ok()) return client::RenameFields(report.status(), unnamed);
  Keep(candidate);
  return report;
}

void Client::Impl::Forget(absl::string_view id) {
  std::lock_guard<std::mutex> lock(kept_mutex_);
  kept_.erase(std::string(id));
}

absl::Status Client::Impl::UploadAgain(const std::vector<std::string>& geometry_ids,
                                       const client::Part& part, const client::RetryPolicy& policy,
                                       const absl::Status& lost) {
  std::vector<std::string> ids;
  if (part.whole) {
    ids = geometry_ids;
  } else {
    for (uint32_t g : part.geometries) ids.push_back(geometry_ids[g]);
  }
  absl::StatusOr<std::vector<std::string>> missing = FindMissing(ids, {}, policy);
  if (!missing.ok()) return lost;
  std::vector<KeptShape> kept;  // keeps the shapes alive while they are sent
  std::vector<Candidate> candidates;
  {
    std::lock_guard<std::mutex> lock(kept_mutex_);
    for (const std::string& id : *missing) {
      const auto found = kept_.find(id);
      if (found == kept_.end()) return lost;
      kept.push_back(found->second);
      candidates.push_back({id, found->second.shape.get(), found->second.upload, id});
    }
  }
  return client::RunInParallel(candidates.size(), CallsAtOnce({}),
                               [&](size_t i) { return Create(candidates[i], policy).status(); });
}

}  // namespace farpoint
