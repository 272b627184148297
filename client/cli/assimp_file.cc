#include "client/cli/assimp_file.h"

#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <array>
#include <assimp/Importer.hpp>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace farpoint::cli {
namespace {

// An affine map in float64: assimp's matrices are float32, and products of them would round.
struct Affine {
  double m[3][4];
};

constexpr Affine kIdentity{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

Affine Compose(const Affine& outer, const aiMatrix4x4& inner) {
  Affine result{};
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 4; ++c) {
      result.m[r][c] = c == 3 ? outer.m[r][3] : 0;
      for (unsigned k = 0; k < 3; ++k) result.m[r][c] += outer.m[r][k] * double{inner[k][c]};
    }
  }
  return result;
}

Vec3d Apply(const Affine& map, const aiVector3D& v) {
  const auto row = [&](int r) {
    return map.m[r][0] * double{v.x} + map.m[r][1] * double{v.y} + map.m[r][2] * double{v.z} +
           map.m[r][3];
  };
  return {row(0), row(1), row(2)};
}

// Faces of more than three corners as fans; points and lines have no surface.
void CollectTriangles(const aiMesh& mesh, size_t first_vertex, MeshFile* file) {
  for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
    const aiFace& face = mesh.mFaces[f];
    const auto corner = [&](unsigned k) {
      return static_cast<uint32_t>(first_vertex + face.mIndices[k]);
    };
    for (unsigned k = 2; k < face.mNumIndices; ++k) {
      if (std::max({face.mIndices[0], face.mIndices[k - 1], face.mIndices[k]}) >=
          mesh.mNumVertices) {
        continue;
      }
      file->triangles.push_back({corner(0), corner(k - 1), corner(k)});
    }
  }
}

void Collect(const aiScene& scene, const aiNode& node, const Affine& parent, MeshFile* file) {
  const Affine map = Compose(parent, node.mTransformation);
  for (unsigned i = 0; i < node.mNumMeshes; ++i) {
    const aiMesh& mesh = *scene.mMeshes[node.mMeshes[i]];
    CollectTriangles(mesh, file->mesh.vertices.size(), file);
    for (unsigned v = 0; v < mesh.mNumVertices; ++v) {
      file->mesh.vertices.push_back(Apply(map, mesh.mVertices[v]));
    }
  }
  for (unsigned i = 0; i < node.mNumChildren; ++i) {
    Collect(scene, *node.mChildren[i], map, file);
  }
}

// Keeps the first of equal vertices. Bits are compared, so that NaN, refused later, is no trap
// here.
void DropRepeated(MeshFile* file) {
  using Bits = std::array<uint64_t, 3>;
  std::unordered_map<Bits, uint32_t, absl::Hash<Bits>> place;
  std::vector<Vec3d> distinct;
  std::vector<uint32_t> moved_to;
  for (const Vec3d& v : file->mesh.vertices) {
    const auto bits = [](double c) { return std::bit_cast<uint64_t>(c == 0 ? 0.0 : c); };
    const auto [found, is_new] = place.try_emplace(Bits{bits(v.x), bits(v.y), bits(v.z)},
                                                   static_cast<uint32_t>(distinct.size()));
    if (is_new) distinct.push_back(v);
    moved_to.push_back(found->second);
  }
  file->mesh.vertices = std::move(distinct);
  for (MeshTriangle& t : file->triangles) {
    for (uint32_t& v : t) v = moved_to[v];
  }
}

}  // namespace

absl::StatusOr<MeshFile> ReadByAssimp(const std::string& bytes, const std::string& extension) {
  Assimp::Importer importer;
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  // A scene without meshes is none, not the skeleton that would be drawn in their place.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_NO_SKELETON_MESHES, true);
  // No post-processing: vertices stay as they are. Read from memory, so that nothing beside the
  // file (materials, textures) is looked for and the bytes are those that were checked.
  const aiScene* scene =
      importer.ReadFileFromMemory(bytes.data(), bytes.size(), 0, extension.c_str());
  if (scene == nullptr || scene->mRootNode == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot be read as ", absl::AsciiStrToUpper(extension), ": ", importer.GetErrorString()));
  }
  MeshFile file;
  Collect(*scene, *scene->mRootNode, kIdentity, &file);
  DropRepeated(&file);
  return file;
}

}  // namespace farpoint::cli
