#include <algorithm>
#include <limits>
#include <unordered_set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/client_impl.h"
#include "client/parallel.h"
#include "client/status_details.h"
#include "client/wire.h"
#include "src/geometry_id/geometry_id.h"

namespace farpoint {
namespace {

constexpr size_t kIdBytes = 96;  // an id in a message, generously
constexpr absl::Duration kLongestLease = absl::Hours(36'525 * 24);  // 100 years, the contract's

void WriteTtl(const UploadOptions& upload, google::protobuf::Duration* ttl) {
  const int64_t seconds = absl::ToInt64Seconds(*upload.ttl);
  ttl->set_seconds(seconds);
  ttl->set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(*upload.ttl - absl::Seconds(seconds))));
}

// More numbers than a message's array can count: no message can be made, only its size be told.
absl::Status CheckCountable(const Shape& shape, const ServerLimits& limits) {
  constexpr size_t kMaxVertices = std::numeric_limits<int>::max() / 3;
  const Mesh* mesh = std::get_if<Mesh>(&shape);
  if (mesh == nullptr || mesh->vertices.size() <= kMaxVertices) return absl::OkStatus();
  return client::CheckMessageSize(mesh->vertices.size() * sizeof(Vec3d), limits);
}

absl::Status Prefixed(const std::string& prefix, const absl::Status& status) {
  absl::Status result(status.code(), absl::StrCat(prefix, ": ", status.message()));
  status.ForEachPayload([&result](absl::string_view url, const absl::Cord& payload) {
    result.SetPayload(url, payload);
  });
  return result;
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
    if (upload.ttl) WriteTtl(upload, request.mutable_ttl());
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

absl::Status Client::Impl::Create(const Candidate& candidate, const client::RetryPolicy& policy) {
  absl::Status status = CheckCountable(*candidate.shape, connection_.limits);
  v1::CreateGeometryResponse response;
  if (status.ok()) {
    v1::CreateGeometryRequest request;
    client::WriteShape(*candidate.shape, request.mutable_shape());
    if (candidate.upload.ttl) WriteTtl(candidate.upload, request.mutable_ttl());
    status = connection_.Call(policy, *connection_.geometry,
                              &v1::GeometryService::Stub::CreateGeometry, request, &response);
  }
  if (!status.ok()) {
    // "shape.box.size[1]" of the request is "shapes[17].box.size[1]" of the caller.
    bool renamed = false;
    const absl::Status named = client::RenameFields(status, [&](const std::string& field) {
      if (field != "shape" && !absl::StartsWith(field, "shape.")) return field;
      renamed = true;
      return absl::StrCat(candidate.name, field.substr(5));
    });
    return renamed ? named : Prefixed(candidate.name, status);
  }
  if (response.geometry().id() == candidate.id) return absl::OkStatus();
  return absl::InternalError(absl::StrCat(candidate.name, ": the server calls it ",
                                          response.geometry().id(), ", this client ",
                                          candidate.id));
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
    absl::Status status = Create(*to_send[i], policy);
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
  if (options_.keep_shapes) {
    std::lock_guard<std::mutex> lock(kept_mutex_);
    for (const Candidate& candidate : candidates) {
      KeptShape& kept = kept_[candidate.id];
      if (kept.shape == nullptr) kept.shape = std::make_shared<const Shape>(*candidate.shape);
      kept.upload = upload;
    }
  }
  return ids;
}

void Client::Impl::Forget(absl::string_view id) {
  std::lock_guard<std::mutex> lock(kept_mutex_);
  kept_.erase(std::string(id));
}

absl::Status Client::Impl::UploadAgain(const Questions& questions, const client::Part& part,
                                       const client::RetryPolicy& policy,
                                       const absl::Status& lost) {
  std::vector<std::string> ids;
  if (part.whole) {
    ids = questions.geometry_ids();
  } else {
    for (uint32_t g : part.geometries) ids.push_back(questions.geometry_ids()[g]);
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
                               [&](size_t i) { return Create(candidates[i], policy); });
}

}  // namespace farpoint
