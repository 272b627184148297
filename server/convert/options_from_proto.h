// Farpoint: options of a request, from the wire, and checked.

#ifndef FARPOINT_SERVER_CONVERT_OPTIONS_FROM_PROTO_H_
#define FARPOINT_SERVER_CONVERT_OPTIONS_FROM_PROTO_H_

#include <optional>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "farpoint/v1/answers.pb.h"
#include "farpoint/v1/batch.pb.h"
#include "google/protobuf/duration.pb.h"
#include "src/batch/batch.h"

namespace farpoint {

/// Field errors begin with "solver.".
absl::StatusOr<SolverOptions> SolverOptionsFromProto(const v1::SolverOptions& options);

/// OK, or a field error that begins with "results.".
absl::Status CheckResultOptions(const v1::ResultOptions& options);

/// The ttl of a request, unset if `present` is false. Field errors name "ttl".
absl::StatusOr<std::optional<absl::Duration>> TtlFromProto(bool present,
                                                           const google::protobuf::Duration& ttl);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_CONVERT_OPTIONS_FROM_PROTO_H_
