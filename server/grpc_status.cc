#include "server/grpc_status.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "server/residency/refusal.h"

namespace farpoint {

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  google::rpc::Status wire;
  wire.set_code(static_cast<int>(status.code()));
  wire.set_message(std::string(status.message()));
  const Refusal refusal = RefusalOf(status);
  if (!refusal.field.empty()) {
    google::rpc::BadRequest details;
    google::rpc::BadRequest::FieldViolation* violation = details.add_field_violations();
    violation->set_field(refusal.field);
    violation->set_description(refusal.description);
    wire.add_details()->PackFrom(details);
  }
  if (!refusal.reason.empty()) {
    google::rpc::ErrorInfo details;
    details.set_reason(refusal.reason);
    details.set_domain(kErrorDomain);
    if (refusal.geometry_count > 0) {
      (*details.mutable_metadata())["geometry_ids"] = absl::StrJoin(refusal.geometry_ids, ",");
      (*details.mutable_metadata())["count"] = absl::StrCat(refusal.geometry_count);
    }
    wire.add_details()->PackFrom(details);
  }
  if (refusal.retry_after) {
    google::rpc::RetryInfo details;
    const int64_t nanos = absl::ToInt64Nanoseconds(*refusal.retry_after);
    details.mutable_retry_delay()->set_seconds(nanos / 1'000'000'000);
    details.mutable_retry_delay()->set_nanos(static_cast<int32_t>(nanos % 1'000'000'000));
    wire.add_details()->PackFrom(details);
  }
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()), wire.message(),
                      wire.details_size() > 0 ? wire.SerializeAsString() : std::string());
}

}  // namespace farpoint
