// Farpoint command line: meshes that assimp reads.

#ifndef FARPOINT_CLIENT_CLI_ASSIMP_FILE_H_
#define FARPOINT_CLIENT_CLI_ASSIMP_FILE_H_

#include <string>

#include "absl/status/statusor.h"
#include "client/cli/mesh_file.h"

namespace farpoint::cli {

/// All meshes of a file of the format `extension` ("stl", "ply", "dae"), with the transforms of
/// their nodes applied; of equal vertices the first. `InvalidArgument` when assimp refuses it; it
/// may take what is truncated, so that is to be checked before.
absl::StatusOr<MeshFile> ReadByAssimp(const std::string& bytes, const std::string& extension);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_ASSIMP_FILE_H_
