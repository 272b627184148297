// Farpoint: a shape made ready for questions.
//
//   ASSIGN_OR_RETURN(auto cup, Geometry::Create(Cylinder{0.04, 0.1}, GeometryLimits()));
//   cup->facts().volume;
//
// A Geometry is immutable and shared: a batch holds it by shared_ptr for as long as it runs, which
// is what pins it. It holds the shape as given, its solver core (a vertex hull, an ellipsoid, a
// cylinder, a cone or a halfspace, with a swept radius), and for hulls the exact-cell support field
// and the graph of their edges.

#ifndef FARPOINT_SRC_SUPPORT_GEOMETRY_H_
#define FARPOINT_SRC_SUPPORT_GEOMETRY_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "src/hull/convex_hull.h"
#include "src/math/vec3.h"
#include "src/shape/shape.h"
#include "src/support/cell_blocks.h"
#include "src/support/exact_cells.h"
#include "src/support/formula_core.h"
#include "src/support/hull_core.h"
#include "src/support/hull_graph.h"

namespace farpoint {

struct GeometryLimits {
  /// More raw vertices than this are refused before any work.
  int64_t max_vertices = 4'000'000;
  /// A hull with more vertices than this is refused; at most kMostHullVertices. Up to 65,535 the
  /// support field is half as large.
  int32_t max_hull_vertices = 65'535;
};

/// A larger max_hull_vertices counts as this.
inline constexpr int32_t kMostHullVertices = 4'000'000;

/// What became of a shape, as reported to clients.
struct GeometryFacts {
  int64_t vertices_given = 0;  // 0 for shapes without vertices
  /// Extreme points of the solver's core: 1 for a sphere, 2 for a capsule and for what degenerates
  /// to one; 0 for other ellipsoids, cylinders, cones, halfspaces.
  int32_t hull_vertices = 0;
  int32_t hull_faces = 0;  // triangles; 0 for a point, a segment or a curved shape
  double volume = 0;       // m³, of the whole shape, radius included; infinite for a halfspace
  /// Of the bounding box, local frame, metres; a boundary point for a halfspace.
  Vec3d centre{0, 0, 0};
  double bounding_radius = 0;  // metres, about `centre`; infinite for a halfspace
  /// Memory that this geometry holds, what is kept about it in tables with one lease included.
  int64_t resident_bytes = 0;
};

/// The kind of code that answers a core's support.
enum class CoreKind : uint8_t { kVertices, kEllipsoid, kCylinder, kCone, kHalfspace };

class Geometry {
 public:
  /// Validates `shape`, builds its hull and support field. Errors: `InvalidArgument` whose message
  /// begins with the parameter at fault ("radius: …", "vertices[17]: …"), and for a count over a
  /// limit names limit and count; `Cancelled` soon after `cancel` (may be null) is set.
  static absl::StatusOr<std::shared_ptr<const Geometry>> Create(
      Shape shape, const GeometryLimits& limits, const std::atomic<bool>* cancel = nullptr);

  const Shape& shape() const { return shape_; }
  const GeometryFacts& facts() const { return facts_; }

  CoreKind core_kind() const { return core_kind_; }
  /// Metres: what a sphere or capsule adds around its core. Padding is not part of a geometry.
  double swept_radius() const { return swept_radius_; }
  /// Origin of the core's frame in the local frame: vertex cores are centred, so that nothing is
  /// lost to offsets.
  const Vec3d& core_origin() const { return core_origin_; }
  /// Metres about `core_origin`, of the core without its swept radius; 0 for a halfspace.
  double core_radius() const { return core_radius_; }
  /// A point deep inside the core, about `core_origin`: the mean of the vertices, the centroid of a
  /// round core.
  const Vec3d& core_interior() const { return core_interior_; }
  /// Half axes of an ellipsoid; (radius, radius, half length) of a cylinder or cone; the unit
  /// normal of a halfspace.
  const Vec3d& core_parameters() const { return core_parameters_; }
  /// Vertices of the core about `core_origin` and, once more, divided by `core_radius` in float32;
  /// empty if curved.
  const std::vector<Vec3d>& core_vertices() const { return core_vertices_; }
  const std::vector<Vec3f>& unit_vertices() const { return unit_vertices_; }
  /// For each core vertex the lowest index in the order given that has its coordinates.
  const std::vector<uint32_t>& given_index() const { return given_index_; }
  /// How far (metres) the raw vertices may lie outside the core's hull: rounding of qhull and of
  /// centring.
  double core_deviation() const { return core_deviation_; }
  /// The exact-cell field over `core_vertices`, null for small or curved cores, which are scanned
  /// or computed.
  const ExactCells* cells() const { return cells_.get(); }
  /// The core for vector units; null for curved cores and for hulls too large for its field.
  const HullCore* hull() const { return hull_.field.blocks != nullptr ? &hull_ : nullptr; }
  /// The field that hull() points to; null without one.
  const CellBlocks* blocks() const { return hull() != nullptr ? blocks_.get() : nullptr; }
  /// The core in one formula, metres; null for hulls, and for an ellipsoid so flat that float32
  /// does not bear it.
  const FormulaCore* formula() const { return formula_ ? &*formula_ : nullptr; }
  /// The edges between `core_vertices`; null for curved cores, below dimension 2, and for a set so
  /// thin that its faces are not known.
  const HullGraph* graph() const { return graph_.get(); }
  /// For point, segment, triangle, prism and mesh: ascending indices, in the order given, of the
  /// distinct vertices on the hull's boundary: those that may be farthest in some direction but for
  /// rounding. Generous. Empty for other shapes.
  const std::vector<uint32_t>& boundary_index() const { return boundary_index_; }

 private:
  Geometry() = default;
  void SetCurvedCore(CoreKind kind, const Vec3d& parameters, double radius);
  absl::Status SetVertexCore(const Vec3d* vertices, size_t count, double swept_radius,
                             const GeometryLimits& limits, const std::atomic<bool>* cancel);
  void SetFormula();
  int64_t Bytes() const;

  Shape shape_;
  GeometryFacts facts_;
  CoreKind core_kind_ = CoreKind::kVertices;
  double swept_radius_ = 0;
  Vec3d core_origin_{0, 0, 0};
  double core_radius_ = 0;
  Vec3d core_interior_{0, 0, 0};
  Vec3d core_parameters_{0, 0, 0};
  double core_deviation_ = 0;
  std::optional<FormulaCore> formula_;
  std::vector<Vec3d> core_vertices_;
  std::vector<Vec3f> unit_vertices_;
  std::vector<uint32_t> given_index_;
  std::vector<uint32_t> boundary_index_;
  std::unique_ptr<const ExactCells> cells_;
  std::unique_ptr<const CellBlocks> blocks_;
  HullCore hull_;
  std::unique_ptr<const HullGraph> graph_;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_GEOMETRY_H_
