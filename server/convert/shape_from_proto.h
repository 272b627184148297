// Farpoint: an uploaded shape, from the wire.

#ifndef FARPOINT_SERVER_CONVERT_SHAPE_FROM_PROTO_H_
#define FARPOINT_SERVER_CONVERT_SHAPE_FROM_PROTO_H_

#include "absl/status/statusor.h"
#include "farpoint/v1/shape.pb.h"
#include "src/shape/shape.h"

namespace farpoint {

/// The shape, valid. Field errors name the field below `shape` and the index:
/// "shape.mesh.vertices[52]".
absl::StatusOr<Shape> ShapeFromProto(const v1::Shape& shape);

/// A field error out of `status`, an `InvalidArgument` of the core about `shape` whose message
/// begins with the parameter ("vertices: …"). Any other status is returned as it is.
absl::Status NameShapeField(const char* shape_name, const absl::Status& status);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_CONVERT_SHAPE_FROM_PROTO_H_
