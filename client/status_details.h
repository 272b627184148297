// Farpoint client: gRPC's status as absl::Status, details included. Not part of the public
// interface.

#ifndef FARPOINT_CLIENT_STATUS_DETAILS_H_
#define FARPOINT_CLIENT_STATUS_DETAILS_H_

#include <grpcpp/support/status.h>

#include <functional>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace farpoint::client {

/// Code and message; every detail becomes a payload under its type URL.
absl::Status FromGrpc(const grpc::Status& status);

/// How long google.rpc.RetryInfo says to wait, if it is there.
std::optional<absl::Duration> RetryDelay(const absl::Status& status);

/// Whether the server lacks a geometry that a question is about.
bool IsGeometryNotFound(const absl::Status& status);

/// The status with every refused field renamed, in the details and in the message.
absl::Status RenameFields(const absl::Status& status,
                          const std::function<std::string(const std::string&)>& rename);

}  // namespace farpoint::client

#endif  // FARPOINT_CLIENT_STATUS_DETAILS_H_
