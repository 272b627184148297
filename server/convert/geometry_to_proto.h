// Farpoint: what became of a shape, to the wire.

#ifndef FARPOINT_SERVER_CONVERT_GEOMETRY_TO_PROTO_H_
#define FARPOINT_SERVER_CONVERT_GEOMETRY_TO_PROTO_H_

#include "absl/time/time.h"
#include "farpoint/v1/geometry_service.pb.h"
#include "server/residency/registry.h"
#include "server/residency/upload_queue.h"

namespace farpoint {

void GeometryToProto(const Resident& resident, v1::Geometry* out);

/// What an upload came to, into a CreateGeometryResponse or an UploadGeometryResponse. Lets go of
/// the pin: once the client has its answer, only its lease holds the geometry.
template <class Response>
void UploadedToProto(Uploaded uploaded, Response* out) {
  GeometryToProto(uploaded.resident, out->mutable_geometry());
  out->set_created(uploaded.built);
  if (uploaded.non_convexity) out->set_non_convexity(*uploaded.non_convexity);
}

/// Rounded down to nanoseconds; `time` must be finite.
void TimeToProto(absl::Time time, google::protobuf::Timestamp* out);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_CONVERT_GEOMETRY_TO_PROTO_H_
