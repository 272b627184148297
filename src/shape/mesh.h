// Farpoint: the convex mesh, and the support function that all vertex cores share.

#ifndef FARPOINT_SRC_SHAPE_MESH_H_
#define FARPOINT_SRC_SHAPE_MESH_H_

#include <array>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "src/math/vec3.h"
#include "src/shape/validate.h"

namespace farpoint {

/// The convex hull of `vertices` (n×3, n ≥ 1, local frame, metres). Repeated, collinear, coplanar
/// and interior vertices are legal: the hull may be a point, a segment or a polygon.
struct Mesh {
  std::vector<Vec3d> vertices;
};

/// Indices into a mesh's vertices. Triangles are no part of the shape: they tell how far a mesh was
/// from convex.
using MeshTriangle = std::array<uint32_t, 3>;

inline absl::Status Validate(const Mesh& s) {
  if (s.vertices.empty()) return absl::InvalidArgumentError("vertices: must not be empty");
  return ValidateVertices(s.vertices.data(), s.vertices.size());
}

namespace FARPOINT_ISA {

/// The index of the vertex farthest along `direction` by exhaustive scan; the lowest index wins a
/// tie.
template <class T>
FARPOINT_HD int32_t ScanSupport(const Vec3<T>* vertices, int32_t count, const Vec3<T>& direction) {
  int32_t best = 0;
  T best_value = Dot(vertices[0], direction);
  for (int32_t i = 1; i < count; ++i) {
    const T value = Dot(vertices[i], direction);
    if (value > best_value) {
      best_value = value;
      best = i;
    }
  }
  return best;
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_MESH_H_
