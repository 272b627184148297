#include "src/support/lat_long.h"

#include <optional>

#include "src/support/exact_cells.h"
#include "src/support/geometry.h"
#include "src/support/shape_vertices.h"

namespace farpoint {
namespace {

using scalar::CellOf;
using scalar::Dot;
using scalar::operator*;
using scalar::operator-;

constexpr double kPi = 3.14159265358979323846;

// Exact winners among a geometry's vertices, the lowest index on ties.
class Winners {
 public:
  explicit Winners(const Geometry& geometry) : vertices_(VerticesOf(geometry)) {
    // Below this a scan is as quick.
    constexpr size_t kScanLimit = 64;
    if (vertices_.size() <= kScanLimit) return;
    std::vector<Vec3d> about_origin;
    about_origin.reserve(vertices_.size());
    for (size_t i = 0; i < vertices_.size(); ++i) {
      about_origin.push_back(vertices_.point(i) - geometry.core_origin());
    }
    cells_.emplace(about_origin, ExactCells::ResolutionFor(about_origin.size()));
  }

  size_t Of(const Vec3d& direction) const {
    size_t best = 0;
    if (!cells_) {
      for (size_t i = 1; i < vertices_.size(); ++i) Offer(i, direction, &best);
      return best;
    }
    const ExactCellsView view = cells_->view();
    const int32_t cell = CellOf(view.resolution, direction);
    const auto vertex = [&view](uint32_t k) {
      return view.list != nullptr ? uint32_t{view.list[k]} : view.wide_list[k];
    };
    best = vertex(view.start[cell]);
    for (uint32_t k = view.start[cell] + 1; k < view.start[cell + 1]; ++k) {
      Offer(vertex(k), direction, &best);
    }
    return best;
  }

  const ShapeVertices& vertices() const { return vertices_; }

 private:
  // Heights of the vertices as given, in float64: what the definition compares.
  void Offer(size_t i, const Vec3d& direction, size_t* best) const {
    if (Dot(vertices_.point(i), direction) > Dot(vertices_.point(*best), direction)) *best = i;
  }

  const ShapeVertices vertices_;
  std::optional<ExactCells> cells_;
};

}  // namespace

bool LatLongFields::Has(const Geometry& geometry) {
  return geometry.core_kind() == CoreKind::kVertices && geometry.core_vertices().size() >= 3;
}

LatLongFields::LatLongFields(const std::vector<const Geometry*>& geometries, int32_t resolution)
    : resolution_(resolution) {
  const size_t cells = size_t{1} * resolution * resolution * geometries.size();
  support_v_.reserve(cells);
  support_vid_.reserve(cells);
  for (const Geometry* geometry : geometries) Append(*geometry);
}

void LatLongFields::Append(const Geometry& geometry) {
  support_cell_start_.push_back(static_cast<uint32_t>(support_v_.size()));
  const Winners winners(geometry);
  const double inverse = geometry.core_radius() > 0 ? 1 / geometry.core_radius() : 1;
  for (int32_t i = 0; i < resolution_; ++i) {
    const double theta = double(i) / resolution_ * 2 * kPi - kPi;
    for (int32_t j = 0; j < resolution_; ++j) {
      const double phi = double(j) / resolution_ * kPi;
      const size_t winner = winners.Of(
          {std::sin(phi) * std::cos(theta), std::sin(phi) * std::sin(theta), std::cos(phi)});
      const Vec3d p = (winners.vertices().point(winner) - geometry.core_origin()) * inverse;
      support_v_.push_back(
          {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
      support_vid_.push_back(winners.vertices().index(winner));
    }
  }
}

}  // namespace farpoint
