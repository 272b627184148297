#include "src/support/shape_vertices.h"

#include "src/support/geometry.h"

namespace farpoint {

ShapeVertices VerticesOf(const Geometry& geometry) {
  ShapeVertices out;
  std::visit(
      [&out](const auto& shape) {
        if constexpr (requires { shape.vertices; }) out.points_ = shape.vertices.data();
      },
      geometry.shape());
  if (out.points_ != nullptr) {
    out.indices_ = &geometry.boundary_index();
  } else {
    // These shapes are centred, so that the core's frame is the local one.
    out.points_ = geometry.core_vertices().data();
    out.count_ = geometry.core_vertices().size();
  }
  return out;
}

}  // namespace farpoint
