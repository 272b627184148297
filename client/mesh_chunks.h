// Farpoint client: a mesh too large for one message, in chunks. Not part of the public interface.

#ifndef FARPOINT_CLIENT_MESH_CHUNKS_H_
#define FARPOINT_CLIENT_MESH_CHUNKS_H_

#include <cstddef>
#include <optional>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/reports.h"
#include "farpoint/v1/geometry_service.pb.h"
#include "src/shape/mesh.h"

namespace farpoint::client {

/// Whether a CreateGeometryRequest with them would be over the server's limit.
bool NeedsChunks(const Mesh& mesh, absl::Span<const MeshTriangle> triangles,
                 const ServerLimits& limits);

/// OK, or `InvalidArgument` naming "vertices[…]" or "triangles[…]" of the whole: the server could
/// only name the place in a chunk.
absl::Status CheckMesh(const Mesh& mesh, absl::Span<const MeshTriangle> triangles);

/// Calls `write` with the header and then each chunk, one mebibyte or so, until it returns false.
void WriteChunks(const Mesh& mesh, absl::Span<const MeshTriangle> triangles,
                 std::optional<absl::Duration> ttl, const ServerLimits& limits,
                 absl::FunctionRef<bool(const v1::UploadGeometryRequest&)> write);

void WriteDuration(absl::Duration duration, google::protobuf::Duration* message);

}  // namespace farpoint::client

#endif  // FARPOINT_CLIENT_MESH_CHUNKS_H_
