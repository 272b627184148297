#include "server/convert/options_from_proto.h"

#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "server/residency/refusal.h"

namespace farpoint {

namespace {

absl::Status Unknown(absl::string_view field, absl::string_view what, int value) {
  return FieldError(field, absl::StrCat("must be a ", what, " that this server knows, is ", value));
}

}  // namespace

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
    return Unknown("solver.overlap", "mode", options.overlap());
  }
  // The numbers are the core's; 0 is never used there.
  if (options.overlap() != 0) out.overlap = static_cast<OverlapMode>(options.overlap());
  const absl::Status field = SupportFieldFromProto(
      "solver.", options.field(), options.field_resolution(), &out.field, &out.field_resolution);
  if (!field.ok()) return field;
  if (!v1::GjkVariant_IsValid(options.gjk_variant())) {
    return Unknown("solver.gjk_variant", "variant", options.gjk_variant());
  }
  if (options.gjk_variant() != 0) out.gjk = static_cast<GjkVariant>(options.gjk_variant());
  return out;
}

absl::Status SupportFieldFromProto(absl::string_view prefix, v1::SupportField field,
                                   uint32_t resolution, SupportField* out,
                                   int32_t* out_resolution) {
  if (!v1::SupportField_IsValid(field)) {
    return Unknown(absl::StrCat(prefix, "field"), "field", field);
  }
  if (field != 0) *out = static_cast<SupportField>(field);
  if (resolution == 0) return absl::OkStatus();
  const std::string name = absl::StrCat(prefix, "field_resolution");
  if (*out != SupportField::kLatLong) {
    return FieldError(name,
                      absl::StrCat("must be 0 unless the field is LAT_LONG, is ", resolution));
  }
  if (resolution < 2 || resolution > kMaxFieldResolution) {
    return FieldError(
        name, absl::StrCat("must be 0 or from 2 to ", kMaxFieldResolution, ", is ", resolution));
  }
  *out_resolution = static_cast<int32_t>(resolution);
  return absl::OkStatus();
}

absl::Status CheckPrecision(absl::string_view field, v1::Precision precision) {
  if (v1::Precision_IsValid(precision)) return absl::OkStatus();
  return Unknown(field, "precision", precision);
}

absl::Status CheckResultOptions(const v1::ResultOptions& options) {
  return CheckPrecision("results.precision", options.precision());
}

AnswerParts PartsFromProto(const v1::ResultOptions& options) {
  return {.points = options.witness_points(), .normal = options.normals()};
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
