// Farpoint: options of a request, from the wire, and checked.

#ifndef FARPOINT_SERVER_CONVERT_OPTIONS_FROM_PROTO_H_
#define FARPOINT_SERVER_CONVERT_OPTIONS_FROM_PROTO_H_

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "farpoint/v1/answers.pb.h"
#include "farpoint/v1/batch.pb.h"
#include "google/protobuf/duration.pb.h"
#include "src/batch/batch.h"

namespace farpoint {

/// Field errors begin with "solver.". What is unset has its default; for `overlap` that is exact
/// depth.
absl::StatusOr<SolverOptions> SolverOptionsFromProto(const v1::SolverOptions& options);

/// Sets a field and its resolution (0: the default), of SolverOptions or of a SupportRequest.
/// Field errors name `prefix` + "field" or "field_resolution"; a resolution without LAT_LONG is
/// one.
absl::Status SupportFieldFromProto(absl::string_view prefix, v1::SupportField field,
                                   uint32_t resolution, SupportField* out, int32_t* out_resolution);

/// OK, or a field error.
absl::Status CheckPrecision(absl::string_view field, v1::Precision precision);

/// OK, or a field error that begins with "results.".
absl::Status CheckResultOptions(const v1::ResultOptions& options);

/// What the answers of such a request are made of.
AnswerParts PartsFromProto(const v1::ResultOptions& options);

/// The ttl of a request, unset if `present` is false. Field errors name "ttl".
absl::StatusOr<std::optional<absl::Duration>> TtlFromProto(bool present,
                                                           const google::protobuf::Duration& ttl);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_CONVERT_OPTIONS_FROM_PROTO_H_
