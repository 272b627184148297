#include "client/status_details.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/error.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace farpoint {
namespace client {
namespace {

template <class Detail>
std::string TypeUrl() {
  return absl::StrCat("type.googleapis.com/", Detail::descriptor()->full_name());
}

template <class Detail>
std::optional<Detail> FindDetail(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(TypeUrl<Detail>());
  Detail detail;
  if (!payload || !detail.ParseFromString(std::string(*payload))) return std::nullopt;
  return detail;
}

// A field's name in the words about it, and the object or direction that its index belongs to,
// which the server adds as "(object 3)".
std::vector<std::pair<std::string, std::string>> Replacements(const std::string& from,
                                                              const std::string& to) {
  std::vector<std::pair<std::string, std::string>> replacements = {{from, to}};
  const std::optional<BatchPlace> old_place = FindBatchPlace(from), place = FindBatchPlace(to);
  if (old_place && place) {
    replacements.emplace_back(absl::StrCat("(object ", old_place->index, ")"),
                              absl::StrCat("(object ", place->index, ")"));
  }
  const std::optional<size_t> old_direction = FindDirection(from), direction = FindDirection(to);
  if (old_direction && direction) {
    replacements.emplace_back(absl::StrCat("(direction ", *old_direction, ")"),
                              absl::StrCat("(direction ", *direction, ")"));
  }
  return replacements;
}

}  // namespace

absl::Status FromGrpc(const grpc::Status& status) {
  absl::Status result(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  google::rpc::Status details;
  if (result.ok() || !details.ParseFromString(status.error_details())) return result;
  for (const google::protobuf::Any& detail : details.details()) {
    result.SetPayload(detail.type_url(), absl::Cord(detail.value()));
  }
  return result;
}

std::optional<absl::Duration> RetryDelay(const absl::Status& status) {
  const auto info = FindDetail<google::rpc::RetryInfo>(status);
  if (!info) return std::nullopt;
  return absl::Seconds(info->retry_delay().seconds()) +
         absl::Nanoseconds(info->retry_delay().nanos());
}

bool IsGeometryNotFound(const absl::Status& status) {
  return absl::IsNotFound(status) && ErrorReason(status) == "GEOMETRY_NOT_FOUND";
}

absl::Status RenameFields(const absl::Status& status,
                          const std::function<std::string(const std::string&)>& rename) {
  auto request = FindDetail<google::rpc::BadRequest>(status);
  if (!request) return status;
  std::string message(status.message());
  for (auto& violation : *request->mutable_field_violations()) {
    const std::string field = rename(violation.field());
    const auto replacements = Replacements(violation.field(), field);
    message = absl::StrReplaceAll(message, replacements);
    violation.set_description(absl::StrReplaceAll(violation.description(), replacements));
    violation.set_field(field);
  }
  absl::Status result(status.code(), message);
  status.ForEachPayload([&result](absl::string_view url, const absl::Cord& payload) {
    result.SetPayload(url, payload);
  });
  result.SetPayload(TypeUrl<google::rpc::BadRequest>(), absl::Cord(request->SerializeAsString()));
  return result;
}

}  // namespace client

std::vector<FieldViolation> FieldViolations(const absl::Status& status) {
  std::vector<FieldViolation> result;
  const auto request = client::FindDetail<google::rpc::BadRequest>(status);
  if (!request) return result;
  for (const auto& violation : request->field_violations()) {
    result.push_back({violation.field(), violation.description()});
  }
  return result;
}

std::string ErrorReason(const absl::Status& status) {
  const auto info = client::FindDetail<google::rpc::ErrorInfo>(status);
  return info ? info->reason() : "";
}

}  // namespace farpoint
