// Farpoint: farthest points, to the wire.

#ifndef FARPOINT_SERVER_CONVERT_SUPPORT_TO_PROTO_H_
#define FARPOINT_SERVER_CONVERT_SUPPORT_TO_PROTO_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "farpoint/v1/collision_service.pb.h"
#include "src/batch/support_batch.h"

namespace farpoint {

/// Bytes of an answer about `directions` directions, at most; known before any work.
int64_t SupportBytes(int64_t directions, const v1::SupportRequest& request);

/// OK, or a field error naming "directions" when the answer may take more than `limit` bytes.
absl::Status CheckSupportBytes(int64_t directions, const v1::SupportRequest& request,
                               int64_t limit);

/// Every direction's answer, in order, in the precision that `request` asks for: float32 is the
/// nearest one. A vertex index of −1 becomes 4294967295.
void SupportToProto(absl::Span<const SupportAnswer> answers, const v1::SupportRequest& request,
                    v1::SupportResponse* out);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_CONVERT_SUPPORT_TO_PROTO_H_
