// Farpoint: the vertices of a geometry that can be farthest, as they were given.
//
// A core holds the extreme points of a hull, about an origin of its own. What was given may have
// more vertices that can win a tie, in the middle of a flat face, and it has its own order and
// frame: those matter where an answer must name a vertex.

#ifndef FARPOINT_SRC_SUPPORT_SHAPE_VERTICES_H_
#define FARPOINT_SRC_SUPPORT_SHAPE_VERTICES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/math/vec3.h"

namespace farpoint {

class Geometry;

/// A view, valid as long as its geometry: distinct points by ascending index.
class ShapeVertices {
 public:
  size_t size() const { return indices_ == nullptr ? count_ : indices_->size(); }
  /// Where the i-th is: local frame, metres.
  const Vec3d& point(size_t i) const { return points_[index(i)]; }
  /// Where the vertex of an index is.
  const Vec3d& at_index(uint32_t index) const { return points_[index]; }
  /// Its index in the order given; for a shape that was not given by vertices its place in
  /// Geometry::core_vertices.
  uint32_t index(size_t i) const {
    return indices_ == nullptr ? static_cast<uint32_t>(i) : (*indices_)[i];
  }
  /// Whether the shape was given by vertices.
  bool given() const { return indices_ != nullptr; }

 private:
  friend ShapeVertices VerticesOf(const Geometry& geometry);
  const Vec3d* points_ = nullptr;
  size_t count_ = 0;
  const std::vector<uint32_t>* indices_ = nullptr;
};

/// Of a geometry with a vertex core: all vertices on the boundary of what was given, or the corners
/// of a box or the ends of a capsule's axis.
ShapeVertices VerticesOf(const Geometry& geometry);

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_SHAPE_VERTICES_H_
