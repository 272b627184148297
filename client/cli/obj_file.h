// Farpoint command line: OBJ meshes, read in float64.
//
//   ReadObj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")  ->  {{0,0,0}, {1,0,0}, {0,1,0}}
//
// Assimp would round to float32, order the vertices by the faces that use them and drop the
// others. Here vertex i is the i-th `v`. Read are `v x y z`, after which a weight of 1 or a
// colour may follow, and `f` with corners v, v/vt, v//vn or v/vt/vn, where v counts from 1, or
// from -1 backwards from the last vertex so far. Every other statement is ignored. `#` starts a
// comment; a line that ends with a backslash goes on in the next.

#ifndef FARPOINT_CLIENT_CLI_OBJ_FILE_H_
#define FARPOINT_CLIENT_CLI_OBJ_FILE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "src/shape/mesh.h"

namespace farpoint::cli {

/// All vertices, in file order, those that no face uses and repeated ones included.
/// `InvalidArgument` says what is wrong, and in which line: a word that is no number, a weight
/// other than 1, a face that names a vertex that is not there; or that there is no vertex at all.
/// `triangles`, unless null, gets the faces cut into fans, in file order.
absl::StatusOr<std::vector<Vec3d>> ReadObj(absl::string_view text,
                                           std::vector<MeshTriangle>* triangles = nullptr);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_OBJ_FILE_H_
