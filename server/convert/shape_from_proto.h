// Farpoint: an uploaded shape, from the wire.

#ifndef FARPOINT_SERVER_CONVERT_SHAPE_FROM_PROTO_H_
#define FARPOINT_SERVER_CONVERT_SHAPE_FROM_PROTO_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "farpoint/v1/shape.pb.h"
#include "src/shape/shape.h"

namespace farpoint {

/// The shape, valid. Field errors name the field below `shape` and the index:
/// "shape.mesh.vertices[52]".
absl::StatusOr<Shape> ShapeFromProto(const v1::Shape& shape);

/// Appends vertices, three numbers each; one of the two arrays is filled at most. Field errors name
/// `prefix` + "vertices[52]" or the like, and begin with `where`.
absl::Status AppendVertices(const std::string& prefix, const std::string& where,
                            const google::protobuf::RepeatedField<double>& vertices,
                            const google::protobuf::RepeatedField<float>& vertices_f32,
                            std::vector<Vec3d>* out);

/// The same for triangles, whose indices must be below `vertex_count`: `prefix` + "triangles[7]".
absl::Status AppendTriangles(const std::string& prefix, const std::string& where,
                             const google::protobuf::RepeatedField<uint32_t>& triangles,
                             int64_t vertex_count, std::vector<MeshTriangle>* out);

/// A field error out of `status`, an `InvalidArgument` of the core about `shape` whose message
/// begins with the parameter ("vertices: …"). Any other status is returned as it is.
absl::Status NameShapeField(const char* shape_name, const absl::Status& status);

/// The same for a mesh that came in chunks, all of whose fields are in order by then: what the core
/// has against it is about "chunk.vertices".
absl::Status NameChunkField(const absl::Status& status);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_CONVERT_SHAPE_FROM_PROTO_H_
