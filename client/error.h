// Farpoint client: what an error says beside its message.
//
// The server's details (google.rpc.BadRequest, ErrorInfo, RetryInfo) travel as payloads of the
// absl::Status, under their type URLs; these functions read them.
//
//   for (const FieldViolation& v : FieldViolations(status)) …   // "batch.index_pairs.b[7]"

#ifndef FARPOINT_CLIENT_ERROR_H_
#define FARPOINT_CLIENT_ERROR_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace farpoint {

/// A field that the server refused, with the index in its array, spelled as in the contract.
/// After a batch was split, or several shapes uploaded, the index is the one in what the caller
/// gave.
struct FieldViolation {
  std::string field;
  std::string description;
};

/// Empty if the status carries none.
std::vector<FieldViolation> FieldViolations(const absl::Status& status);

/// The reason, such as "GEOMETRY_NOT_FOUND", "MEMORY_FULL", "QUEUE_FULL"; empty if there is none.
std::string ErrorReason(const absl::Status& status);

/// What a refused field of a batch belongs to.
struct BatchPlace {
  enum class Array { kObjects, kPairs, kGeometries, kGroupA, kGroupB } array = Array::kObjects;
  size_t index = 0;  // of the object, pair or geometry id in the Questions; in a group of a product
};

/// "batch.objects.poses_f64.orientation_xyzw[13]" is about object 3; nothing for other fields.
std::optional<BatchPlace> FindBatchPlace(absl::string_view field);

/// "directions_f64.direction_xyz[13]" and "geometry_index[4]" are about direction 4 of Support;
/// nothing for other fields.
std::optional<size_t> FindDirection(absl::string_view field);

}  // namespace farpoint

#endif  // FARPOINT_CLIENT_ERROR_H_
