// Farpoint: why a call was refused, in a form that the edge can put on the wire.
//
//   return FieldError("batch.index_pairs.b[7]", "must be below 3, the number of objects, is 9");
//   return QueueFullError("…", absl::Milliseconds(50));
//
// The details travel inside the absl::Status, so that everything below the edge speaks absl::Status
// alone.

#ifndef FARPOINT_SERVER_RESIDENCY_REFUSAL_H_
#define FARPOINT_SERVER_RESIDENCY_REFUSAL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace farpoint {

/// Reasons that clients act upon (google.rpc.ErrorInfo).
inline constexpr char kGeometryNotFound[] = "GEOMETRY_NOT_FOUND";
inline constexpr char kMemoryFull[] = "MEMORY_FULL";
inline constexpr char kQueueFull[] = "QUEUE_FULL";

/// An error carries at most this many ids: all its details share a trailer of 8 KiB.
inline constexpr size_t kMaxIdsInError = 64;

/// `InvalidArgument`: `field` is a path as in the request's definition, with the index of an
/// array's element.
absl::Status FieldError(absl::string_view field, absl::string_view description);

/// `NotFound`, kGeometryNotFound: `missing` (≥ 1) are not resident. Carries the first
/// kMaxIdsInError, and the count.
absl::Status GeometryNotFoundError(const std::vector<std::string>& missing);

/// `ResourceExhausted`, kMemoryFull. Without `retry_after` waiting does not help: nothing is
/// evicted.
absl::Status MemoryFullError(absl::string_view message,
                             std::optional<absl::Duration> retry_after = std::nullopt);

/// `ResourceExhausted`, kQueueFull: try again after `retry_after`.
absl::Status QueueFullError(absl::string_view message, absl::Duration retry_after);

/// `Unavailable`: the server is shutting down.
absl::Status DrainingError();

/// What the functions above put into a status; empty for any other.
struct Refusal {
  std::string field;        // FieldError only
  std::string description;  // FieldError only
  std::string reason;
  std::vector<std::string>
      geometry_ids;  // at most kMaxIdsInError, each at most as long as a geometry id
  int64_t geometry_count = 0;
  std::optional<absl::Duration> retry_after;
};
Refusal RefusalOf(const absl::Status& status);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_RESIDENCY_REFUSAL_H_
