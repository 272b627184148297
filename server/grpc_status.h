// Farpoint: errors on the wire. The one place where an absl::Status becomes a grpc::Status.

#ifndef FARPOINT_SERVER_GRPC_STATUS_H_
#define FARPOINT_SERVER_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace farpoint {

/// The domain of every google.rpc.ErrorInfo.
inline constexpr char kErrorDomain[] = "farpoint";

/// Code and message, and as google.rpc.Status details what refusal.h put in: BadRequest with the
/// field, ErrorInfo with the reason (metadata "geometry_ids", separated by commas, and "count"),
/// RetryInfo.
grpc::Status ToGrpcStatus(const absl::Status& status);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_GRPC_STATUS_H_
