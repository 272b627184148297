#include "server/residency/refusal.h"

#include "absl/strings/cord.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "src/geometry_id/geometry_id.h"

namespace farpoint {
namespace {

// Keys of the payloads inside a status.
constexpr char kFieldKey[] = "farpoint/field";
constexpr char kDescriptionKey[] = "farpoint/description";
constexpr char kReasonKey[] = "farpoint/reason";
constexpr char kIdsKey[] = "farpoint/geometry_ids";
constexpr char kCountKey[] = "farpoint/geometry_count";
constexpr char kRetryKey[] = "farpoint/retry_after_ms";

std::string Payload(const absl::Status& status, absl::string_view key) {
  const absl::optional<absl::Cord> payload = status.GetPayload(key);
  return payload ? std::string(*payload) : std::string();
}

void SetRetry(absl::Duration after, absl::Status& status) {
  status.SetPayload(kRetryKey, absl::Cord(absl::StrCat(absl::ToInt64Milliseconds(after))));
}

// A proper id as it is; anything else printable, without commas, and no longer than an id.
std::string Presentable(const std::string& id) {
  if (IsGeometryId(id)) return id;
  std::string shown = absl::CHexEscape(absl::string_view(id).substr(0, 32));
  for (char& c : shown) {
    if (c == ',') c = '_';
  }
  return shown.substr(0, 71);
}

}  // namespace

absl::Status FieldError(absl::string_view field, absl::string_view description) {
  absl::Status status = absl::InvalidArgumentError(absl::StrCat(field, ": ", description));
  status.SetPayload(kFieldKey, absl::Cord(field));
  status.SetPayload(kDescriptionKey, absl::Cord(description));
  return status;
}

absl::Status GeometryNotFoundError(const std::vector<std::string>& missing) {
  std::vector<std::string> shown;
  for (const std::string& id : missing) {
    if (shown.size() == kMaxIdsInError) break;
    shown.push_back(Presentable(id));
  }
  absl::Status status = absl::NotFoundError(
      missing.size() == 1
          ? absl::StrCat("geometry ", shown[0], " is not resident")
          : absl::StrCat(missing.size(), " geometries are not resident, among them ", shown[0]));
  status.SetPayload(kReasonKey, absl::Cord(kGeometryNotFound));
  status.SetPayload(kIdsKey, absl::Cord(absl::StrJoin(shown, ",")));
  status.SetPayload(kCountKey, absl::Cord(absl::StrCat(missing.size())));
  return status;
}

absl::Status MemoryFullError(absl::string_view message, std::optional<absl::Duration> retry_after) {
  absl::Status status = absl::ResourceExhaustedError(message);
  status.SetPayload(kReasonKey, absl::Cord(kMemoryFull));
  if (retry_after) SetRetry(*retry_after, status);
  return status;
}

absl::Status QueueFullError(absl::string_view message, absl::Duration retry_after) {
  absl::Status status = absl::ResourceExhaustedError(message);
  status.SetPayload(kReasonKey, absl::Cord(kQueueFull));
  SetRetry(retry_after, status);
  return status;
}

absl::Status DrainingError() { return absl::UnavailableError("the server is shutting down"); }

Refusal RefusalOf(const absl::Status& status) {
  Refusal refusal;
  refusal.field = Payload(status, kFieldKey);
  refusal.description = Payload(status, kDescriptionKey);
  refusal.reason = Payload(status, kReasonKey);
  const std::string ids = Payload(status, kIdsKey);
  if (!ids.empty()) refusal.geometry_ids = absl::StrSplit(ids, ',');
  int64_t number = 0;
  if (absl::SimpleAtoi(Payload(status, kCountKey), &number)) refusal.geometry_count = number;
  if (absl::SimpleAtoi(Payload(status, kRetryKey), &number)) {
    refusal.retry_after = absl::Milliseconds(number);
  }
  return refusal;
}

}  // namespace farpoint
