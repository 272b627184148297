#include "server/convert/options_from_proto.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "server/residency/refusal.h"

namespace farpoint {

absl::StatusOr<SolverOptions> SolverOptionsFromProto(const v1::SolverOptions& options) {
  SolverOptions out;
  if (options.has_max_distance()) {
    if (!(options.max_distance() >= 0 && std::isfinite(options.max_distance()))) {
      return FieldError("solver.max_distance",
                        absl::StrCat("must be finite and >= 0, is ", options.max_distance()));
    }
    out.max_distance = options.max_distance();
  }
  if (options.has_tolerance()) {
    if (!(options.tolerance() > 0 && std::isfinite(options.tolerance()))) {
      return FieldError("solver.tolerance",
                        absl::StrCat("must be finite and > 0, is ", options.tolerance()));
    }
    out.tolerance = options.tolerance();
  }
  if (!v1::OverlapMode_IsValid(options.overlap())) {
    return FieldError("solver.overlap", absl::StrCat("must be a mode that this server knows, is ",
                                                     options.overlap()));
  }
  return out;
}

absl::Status CheckResultOptions(const v1::ResultOptions& options) {
  if (v1::Precision_IsValid(options.precision())) return absl::OkStatus();
  return FieldError(
      "results.precision",
      absl::StrCat("must be a precision that this server knows, is ", options.precision()));
}

absl::StatusOr<std::optional<absl::Duration>> TtlFromProto(bool present,
                                                           const google::protobuf::Duration& ttl) {
  constexpr int64_t kMaxSeconds = int64_t{36'525} * 86'400;  // 100 years
  if (!present) return std::nullopt;
  const absl::Duration duration = absl::Seconds(ttl.seconds()) + absl::Nanoseconds(ttl.nanos());
  if (duration <= absl::ZeroDuration() || duration > absl::Seconds(kMaxSeconds) ||
      ttl.seconds() < 0 || ttl.nanos() < 0 || ttl.nanos() > 999'999'999) {
    return FieldError("ttl", absl::StrCat("must be > 0 and at most 100 years, is ", ttl.seconds(),
                                          " s and ", ttl.nanos(), " ns"));
  }
  return duration;
}

}  // namespace farpoint
