// Farpoint command line: mesh files.
//
//   auto arm = ReadMeshFile("meshes/forearm.stl", /*scale=*/{0.001, 0.001, 0.001});
//   client->Upload({*arm});
//
// OFF and OBJ are read by off_file.h and obj_file.h (float64): every vertex, in file order,
// repeated and unused ones too. STL, PLY and DAE are read by assimp (float32, widened): vertices
// keep their values and their order of first appearance, but repeated ones, which STL writes for
// every triangle, are dropped. The shape is the convex hull of all vertices: several meshes in
// one file are merged; triangles only tell how far from convex it was. Node transforms (DAE) are
// applied, and DAE's unit of length; its "up" axis is not, as URDF tools have it.

#ifndef FARPOINT_CLIENT_CLI_MESH_FILE_H_
#define FARPOINT_CLIENT_CLI_MESH_FILE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "src/math/vec3.h"
#include "src/shape/mesh.h"

namespace farpoint::cli {

struct MeshFile {
  Mesh mesh;
  std::vector<MeshTriangle> triangles;  // larger faces cut into fans, in file order
};

/// Reads `path`; every vertex is multiplied by `scale`, component by component (URDF's `scale`).
/// The result is a valid shape. Errors begin with the path: `NotFound` when it can't be opened,
/// `InvalidArgument` for another format, a truncated or malformed file, one without vertices.
absl::StatusOr<MeshFile> ReadMeshAndTriangles(const std::string& path, const Vec3d& scale);
/// Its mesh alone.
absl::StatusOr<Mesh> ReadMeshFile(const std::string& path, const Vec3d& scale);

/// "0.001" or "1,1,-1" as a scale. `InvalidArgument` unless there are one or three finite numbers,
/// none zero.
absl::StatusOr<Vec3d> ParseScale(absl::string_view text);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_MESH_FILE_H_
