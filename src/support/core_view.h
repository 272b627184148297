// Farpoint: a geometry's core as the solver sees it, and its support function.
//
// One view for all kinds of core and all support fields, trivially copyable, host or device. Which
// fields a core has depends on its geometry; what it lacks is answered by the next best exact one.

#ifndef FARPOINT_SRC_SUPPORT_CORE_VIEW_H_
#define FARPOINT_SRC_SUPPORT_CORE_VIEW_H_

#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/shape/cone.h"
#include "src/shape/cylinder.h"
#include "src/shape/ellipsoid.h"
#include "src/shape/mesh.h"
#include "src/support/exact_cells.h"
#include "src/support/geometry.h"
#include "src/support/hill_climbing.h"
#include "src/support/lat_long.h"
#include "src/support/support_field.h"

namespace farpoint {

/// Lengths in the solver's unit: metres in float64.
template <class T>
struct CoreView {
  CoreKind kind = CoreKind::kVertices;
  SupportField field = SupportField::kScan;  // of a vertex core
  const Vec3<T>* vertices = nullptr;         // count×3, to be multiplied by `scale`
  int32_t count = 0;
  T scale = T(1);
  ExactCellsView cells;         // kExactCells
  HullGraphView graph;          // kHillClimbing
  LatLongView lat_long;         // kLatLong, float32 only
  Vec3<T> parameters{0, 0, 0};  // Geometry::core_parameters, scaled
  T swept_radius = T(0);        // of the geometry, scaled
};

namespace FARPOINT_ISA {

/// What `view` answers by if `field` is asked for: small hulls have no cells, hulls without known
/// faces no edges, float64 no lat-long field.
template <class T>
void ChooseField(const Geometry& g, SupportField field, CoreView<T>* view) {
  view->field = SupportField::kScan;
  if (field == SupportField::kScan) return;
  if (field == SupportField::kHillClimbing && g.graph() != nullptr) {
    view->field = field;
    view->graph = g.graph()->view();
  } else if (g.cells() != nullptr) {
    view->field = SupportField::kExactCells;
    view->cells = g.cells()->view();
  }
}

/// The view of a geometry in float64, in metres.
inline CoreView<double> MakeCoreView(const Geometry& g,
                                     SupportField field = SupportField::kExactCells) {
  CoreView<double> view;
  view.kind = g.core_kind();
  view.vertices = g.core_vertices().data();
  view.count = static_cast<int32_t>(g.core_vertices().size());
  ChooseField(g, field, &view);
  view.parameters = g.core_parameters();
  view.swept_radius = g.swept_radius();
  return view;
}

/// The view in float32, every length divided by `unit` metres. `lat_long`: the geometry's own
/// fields, or null.
inline CoreView<float> MakeUnitCoreView(const Geometry& g, double unit,
                                        SupportField field = SupportField::kExactCells,
                                        const LatLongFields* lat_long = nullptr) {
  CoreView<float> view;
  view.kind = g.core_kind();
  view.vertices = g.unit_vertices().data();
  view.count = static_cast<int32_t>(g.unit_vertices().size());
  view.scale = static_cast<float>(g.core_radius() / unit);
  ChooseField(g, field, &view);
  if (field == SupportField::kLatLong && lat_long != nullptr) {
    view.field = field;
    view.lat_long = lat_long->view(0);
  }
  const Vec3d& p = g.core_parameters();
  view.parameters = {static_cast<float>(p.x / unit), static_cast<float>(p.y / unit),
                     static_cast<float>(p.z / unit)};
  view.swept_radius = static_cast<float>(g.swept_radius() / unit);
  return view;
}

/// The farthest point of a core along `direction` ≠ 0, in the core's own frame. `index`, of a
/// vertex core: where to start looking in, or −1; the vertex found out, for a lat-long field by
/// its index in the order given. Of a curved core: −1 out. Halfspaces have no farthest point and do
/// not come here.
template <class T>
FARPOINT_HD Vec3<T> CoreSupport(const CoreView<T>& core, const Vec3<T>& direction, int32_t* index) {
  if (core.kind != CoreKind::kVertices) {
    *index = -1;
    if (core.kind == CoreKind::kEllipsoid) return EllipsoidSupport(core.parameters, direction);
    return core.kind == CoreKind::kCylinder
               ? CylinderSupport(core.parameters.x, core.parameters.z, direction)
               : ConeSupport(core.parameters.x, core.parameters.z, direction);
  }
  switch (core.field) {
    case SupportField::kExactCells:
      *index = CellSupport(core.cells, core.vertices, direction);
      break;
    case SupportField::kHillClimbing:
      *index = ClimbSupport(core.graph, core.vertices, *index, direction);
      break;
    case SupportField::kLatLong: {
      const Vec3f p = LatLongSupport(
          core.lat_long, {float(direction.x), float(direction.y), float(direction.z)}, index);
      return Vec3<T>{T(p.x), T(p.y), T(p.z)} * core.scale;
    }
    case SupportField::kScan:
      *index = ScanSupport(core.vertices, core.count, direction);
      break;
  }
  return core.vertices[*index] * core.scale;
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_CORE_VIEW_H_
