// Farpoint command line: OFF meshes, read in float64.
//
//   ReadOff("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")  ->  {{0,0,0}, {1,0,0}, {0,1,0}}
//
// OFF is text and carries as many digits as its writer chose; assimp would round them to float32.
// Read is the plain variant: the word OFF, then the counts of vertices, faces and edges, then three
// coordinates a vertex, then one line a face (`n i0 … in−1`, colours may follow). `#` starts a
// comment. COFF, NOFF, 4OFF and binary OFF are refused.

#ifndef FARPOINT_CLIENT_CLI_OFF_FILE_H_
#define FARPOINT_CLIENT_CLI_OFF_FILE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "src/shape/mesh.h"

namespace farpoint::cli {

/// All vertices, in file order, those that no face uses included. `InvalidArgument` says what is
/// wrong: another header, a word that is no number, fewer vertices or faces than announced, a face
/// that names a vertex that is not there.
/// `triangles`, unless null, gets the faces cut into fans, in file order.
absl::StatusOr<std::vector<Vec3d>> ReadOff(absl::string_view text,
                                           std::vector<MeshTriangle>* triangles = nullptr);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_OFF_FILE_H_
