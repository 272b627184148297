#include "client/cli/mesh_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cli/assimp_file.h"
#include "client/cli/obj_file.h"
#include "client/cli/off_file.h"
#include "client/cli/ply_file.h"
#include "client/cli/stl_file.h"

namespace farpoint::cli {
namespace {

absl::StatusOr<MeshFile> ReadBytes(const std::string& bytes, const std::string& path) {
  const size_t dot = path.find_last_of("./");
  const std::string extension = dot == std::string::npos || path[dot] == '/'
                                    ? ""
                                    : absl::AsciiStrToLower(path.substr(dot + 1));
  constexpr absl::string_view kFormats[] = {"stl", "obj", "ply", "off", "dae"};
  if (std::find(std::begin(kFormats), std::end(kFormats), extension) == std::end(kFormats)) {
    return absl::InvalidArgumentError(
        "the name must end with .stl, .obj, .ply, .off or .dae, the formats that are read");
  }
  if (bytes.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot be read as ", absl::AsciiStrToUpper(extension), ": the file is empty"));
  }
  if (extension == "off" || extension == "obj") {
    MeshFile file;
    const auto read = extension == "off" ? ReadOff : ReadObj;
    absl::StatusOr<std::vector<Vec3d>> vertices = read(bytes, &file.triangles);
    if (!vertices.ok()) return vertices.status();
    file.mesh.vertices = *std::move(vertices);
    return file;
  }
  absl::Status whole;
  if (extension == "stl") whole = CheckStl(bytes);
  if (extension == "ply") whole = CheckPly(bytes);
  if (!whole.ok()) return whole;
  return ReadByAssimp(bytes, extension);
}

absl::Status At(const std::string& path, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
}

}  // namespace

absl::StatusOr<MeshFile> ReadMeshAndTriangles(const std::string& path, const Vec3d& scale) {
  std::error_code error;
  const std::filesystem::file_status kind = std::filesystem::status(path, error);
  if (std::filesystem::exists(kind) && !std::filesystem::is_regular_file(kind)) {
    return absl::NotFoundError(
        absl::StrCat(path, ": cannot be opened or read, it is not a regular file"));
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  if (!file || (file.peek() != EOF && !(bytes << file.rdbuf())) || file.bad()) {
    return absl::NotFoundError(absl::StrCat(path, ": cannot be opened or read"));
  }
  absl::StatusOr<MeshFile> read = ReadBytes(bytes.str(), path);
  if (!read.ok()) return At(path, read.status());
  Mesh& mesh = read->mesh;
  if (mesh.vertices.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": the mesh is empty, it has no vertices"));
  }
  for (Vec3d& v : mesh.vertices) v = {v.x * scale.x, v.y * scale.y, v.z * scale.z};
  const absl::Status valid = Validate(mesh);
  if (!valid.ok()) return At(path, valid);
  return read;
}

absl::StatusOr<Mesh> ReadMeshFile(const std::string& path, const Vec3d& scale) {
  absl::StatusOr<MeshFile> file = ReadMeshAndTriangles(path, scale);
  if (!file.ok()) return file.status();
  return std::move(file->mesh);
}

absl::StatusOr<Vec3d> ParseScale(absl::string_view text) {
  const std::vector<std::string> parts = absl::StrSplit(text, ',');
  double number[3] = {0, 0, 0};
  bool good = parts.size() == 1 || parts.size() == 3;
  for (size_t i = 0; good && i < parts.size(); ++i) {
    good = absl::SimpleAtod(parts[i], &number[i]) && std::isfinite(number[i]) && number[i] != 0;
  }
  if (!good) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" is not a scale: one number or x,y,z, none of them zero"));
  }
  if (parts.size() == 1) return Vec3d{number[0], number[0], number[0]};
  return Vec3d{number[0], number[1], number[2]};
}

}  // namespace farpoint::cli
