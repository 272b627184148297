// Farpoint: what became of a shape, to the wire.

#ifndef FARPOINT_SERVER_CONVERT_GEOMETRY_TO_PROTO_H_
#define FARPOINT_SERVER_CONVERT_GEOMETRY_TO_PROTO_H_

#include "absl/time/time.h"
#include "farpoint/v1/geometry_service.pb.h"
#include "server/residency/registry.h"

namespace farpoint {

void GeometryToProto(const Resident& resident, v1::Geometry* out);

/// Rounded down to nanoseconds; `time` must be finite.
void TimeToProto(absl::Time time, google::protobuf::Timestamp* out);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_CONVERT_GEOMETRY_TO_PROTO_H_
