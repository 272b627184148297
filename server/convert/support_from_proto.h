// Farpoint: a batch of support questions, from the wire.

#ifndef FARPOINT_SERVER_CONVERT_SUPPORT_FROM_PROTO_H_
#define FARPOINT_SERVER_CONVERT_SUPPORT_FROM_PROTO_H_

#include <memory>

#include "absl/status/statusor.h"
#include "farpoint/v1/collision_service.pb.h"
#include "server/server_options.h"
#include "src/batch/support_batch.h"

namespace farpoint {

/// Everything but `geometries`, valid and within `limits`; also the answer's size and precision
/// are checked. Field errors name the field and, for an element of an array, its index:
/// "directions_f64.direction_xyz[12]" (direction 4). Nothing is looked up.
absl::StatusOr<std::unique_ptr<SupportBatch>> SupportBatchFromProto(
    const v1::SupportRequest& request, const RequestLimits& limits);

/// OK, or a field error naming the first halfspace ("geometry_ids[2]"), which has no farthest
/// point. For when the geometries are there.
absl::Status CheckSupportGeometries(const SupportBatch& batch);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_CONVERT_SUPPORT_FROM_PROTO_H_
