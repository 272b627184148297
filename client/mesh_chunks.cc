#include "client/mesh_chunks.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "client/wire.h"

namespace farpoint::client {
namespace {

constexpr int64_t kChunkBytes = 1 << 20;
constexpr int64_t kOverhead = 256;  // of a message, generously
constexpr int64_t kTriangleBytes = 12;

int64_t VertexBytes(bool float32) { return float32 ? 12 : 24; }

}  // namespace

bool NeedsChunks(const Mesh& mesh, absl::Span<const MeshTriangle> triangles,
                 const ServerLimits& limits) {
  const auto vertices = static_cast<int64_t>(mesh.vertices.size());
  const int64_t triangle_bytes = static_cast<int64_t>(triangles.size()) * kTriangleBytes;
  const int64_t room = limits.max_message_bytes - kOverhead - triangle_bytes;
  if (vertices * VertexBytes(true) > room) return true;
  return vertices * VertexBytes(false) > room && !AllFloat32(mesh.vertices);
}

absl::Status CheckMesh(const Mesh& mesh, absl::Span<const MeshTriangle> triangles) {
  if (absl::Status valid = Validate(mesh); !valid.ok()) return valid;
  for (size_t t = 0; t < triangles.size(); ++t) {
    for (size_t k = 0; k < 3; ++k) {
      if (triangles[t][k] < mesh.vertices.size()) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("triangles[", 3 * t + k, "]: must be below ", mesh.vertices.size(),
                       ", the number of vertices, is ", triangles[t][k]));
    }
  }
  return absl::OkStatus();
}

void WriteChunks(const Mesh& mesh, absl::Span<const MeshTriangle> triangles,
                 std::optional<absl::Duration> ttl, const ServerLimits& limits,
                 absl::FunctionRef<bool(const v1::UploadGeometryRequest&)> write) {
  v1::UploadGeometryRequest message;
  v1::UploadHeader* header = message.mutable_header();
  header->set_vertex_count(static_cast<int64_t>(mesh.vertices.size()));
  header->set_triangle_count(static_cast<int64_t>(triangles.size()));
  if (ttl) WriteDuration(*ttl, header->mutable_ttl());
  if (!write(message)) return;

  const int64_t bytes =
      std::max<int64_t>(std::min(kChunkBytes, limits.max_message_bytes - kOverhead), 1);
  const bool float32 = AllFloat32(mesh.vertices);
  const size_t step = std::max<int64_t>(bytes / VertexBytes(float32), 1);
  for (size_t begin = 0; begin < mesh.vertices.size(); begin += step) {
    message.mutable_chunk()->Clear();
    const size_t end = std::min(begin + step, mesh.vertices.size());
    for (size_t i = begin; i < end; ++i) {
      const Vec3d& v = mesh.vertices[i];
      for (double c : {v.x, v.y, v.z}) {
        if (float32) {
          message.mutable_chunk()->add_vertices_f32(static_cast<float>(c));
        } else {
          message.mutable_chunk()->add_vertices(c);
        }
      }
    }
    if (!write(message)) return;
  }
  const size_t triangle_step = std::max<int64_t>(bytes / kTriangleBytes, 1);
  for (size_t begin = 0; begin < triangles.size(); begin += triangle_step) {
    message.mutable_chunk()->Clear();
    const size_t end = std::min(begin + triangle_step, triangles.size());
    for (size_t t = begin; t < end; ++t) {
      for (uint32_t i : triangles[t]) message.mutable_chunk()->add_triangles(i);
    }
    if (!write(message)) return;
  }
}

void WriteDuration(absl::Duration duration, google::protobuf::Duration* message) {
  const int64_t seconds = absl::ToInt64Seconds(duration);
  message->set_seconds(seconds);
  message->set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(duration - absl::Seconds(seconds))));
}

}  // namespace farpoint::client
