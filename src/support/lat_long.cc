#include "src/support/lat_long.h"

#include <algorithm>
#include <limits>

#include "src/support/core_view.h"
#include "src/support/geometry.h"
#include "src/support/shape_vertices.h"

namespace farpoint {
namespace {

using scalar::ClimbSupport;
using scalar::Dot;
using scalar::Norm;
using scalar::operator*;
using scalar::operator-;

constexpr double kPi = 3.14159265358979323846;

// The farthest of a geometry's vertices, one direction after the other, the lowest index on ties.
//
// A corner of the hull is found by climbing from the last one. Only where another corner is as high
// but for rounding may a vertex tie, or one on the face between them that is no corner: then all of
// those are compared, as they were given.
class Winners {
 public:
  explicit Winners(const Geometry& geometry)
      : geometry_(geometry), vertices_(VerticesOf(geometry)), core_(geometry.core_vertices()) {
    const double size = geometry.core_radius() + Norm(geometry.core_origin());
    margin_ = 64 * std::numeric_limits<double>::epsilon() * size;
  }

  // The winner's index as in ShapeVertices; `direction` is a unit vector.
  uint32_t Of(const Vec3d& direction) {
    const HullGraph* graph = geometry_.graph();
    if (graph == nullptr) return Lowest(direction);
    corner_ = ClimbSupport(graph->view(), core_.data(), corner_, direction);
    const HullGraphView edges = graph->view();
    const double least = Dot(core_[corner_], direction) - margin_;
    for (uint32_t k = edges.start[corner_]; k < edges.start[corner_ + 1]; ++k) {
      if (Dot(core_[edges.neighbour[k]], direction) >= least) return Lowest(direction);
    }
    return IndexOf(corner_);
  }

 private:
  uint32_t IndexOf(int32_t corner) const {
    return vertices_.given() ? geometry_.given_index()[corner] : static_cast<uint32_t>(corner);
  }
  // Heights of the vertices as given, in float64: what the definition compares.
  uint32_t Lowest(const Vec3d& direction) const {
    size_t best = 0;
    double best_height = Dot(vertices_.point(0), direction);
    for (size_t i = 1; i < vertices_.size(); ++i) {
      const double height = Dot(vertices_.point(i), direction);
      if (height > best_height) {
        best_height = height;
        best = i;
      }
    }
    return vertices_.index(best);
  }

  const Geometry& geometry_;
  const ShapeVertices vertices_;
  const std::vector<Vec3d>& core_;
  double margin_;
  int32_t corner_ = -1;
};

}  // namespace

bool LatLongFields::Has(const Geometry& geometry) {
  return geometry.core_kind() == CoreKind::kVertices && geometry.core_vertices().size() >= 3;
}

LatLongFields::LatLongFields(int32_t resolution)
    : resolution_(resolution),
      support_v_(size_t{1} * resolution * resolution),
      support_vid_(support_v_.size()),
      support_cell_start_{0} {}

LatLongFields::LatLongFields(const std::vector<const Geometry*>& geometries, int32_t resolution)
    : resolution_(resolution),
      support_v_(size_t{1} * resolution * resolution * geometries.size()),
      support_vid_(support_v_.size()) {
  for (size_t g = 0; g < geometries.size(); ++g) {
    support_cell_start_.push_back(static_cast<uint32_t>(g * resolution * resolution));
    for (int32_t i = 0; i < resolution; ++i) FillColumn(*geometries[g], g, i);
  }
}

void LatLongFields::FillColumn(const Geometry& geometry, size_t place, int32_t i) {
  Winners winners(geometry);
  const ShapeVertices vertices = VerticesOf(geometry);
  const double inverse = geometry.core_radius() > 0 ? 1 / geometry.core_radius() : 1;
  const double theta = double(i) / resolution_ * 2 * kPi - kPi;
  size_t cell = support_cell_start_[place] + size_t{1} * i * resolution_;
  for (int32_t j = 0; j < resolution_; ++j, ++cell) {
    const double phi = double(j) / resolution_ * kPi;
    const uint32_t vertex = winners.Of(
        {std::sin(phi) * std::cos(theta), std::sin(phi) * std::sin(theta), std::cos(phi)});
    const Vec3d p = (vertices.at_index(vertex) - geometry.core_origin()) * inverse;
    support_v_[cell] = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    support_vid_[cell] = vertex;
  }
}

}  // namespace farpoint
