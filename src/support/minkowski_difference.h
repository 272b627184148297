// Farpoint: the Minkowski difference of two posed cores, the solver's only view of a pair.
//
//   MinkowskiDifference<double> difference;
//   difference.Set(core0, core1, oR1, ot1);
//   SupportPoint<double> s = difference.Support(direction, {});  // its farthest point {p0 − p1}
//
// Everything is in shape 0's core frame: a point p₁ of shape 1 lies at p₀ = oR1 · p₁ + ot1. The
// idea is Coal's MinkowskiDiff (hpp-fcl, Montaut et al. 2022); this one differs:
//
// - It owns no scratch: where the original writes hints into `data[2]`, they go in and out with
//   each call, so that one const object serves all threads.
// - It dispatches on the core's kind instead of through a function pointer, so that device code can
//   hold it.
// - Support1 answers along +direction like Support0; only Support, the difference, turns it round.
//
// T is float, double, or a pack of lanes; in float both cores are scaled by `scale` to unit size.

#ifndef FARPOINT_SRC_SUPPORT_MINKOWSKI_DIFFERENCE_H_
#define FARPOINT_SRC_SUPPORT_MINKOWSKI_DIFFERENCE_H_

#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/shape/cone.h"
#include "src/shape/cylinder.h"
#include "src/shape/ellipsoid.h"
#include "src/shape/mesh.h"
#include "src/support/exact_cells.h"
#include "src/support/geometry.h"

namespace farpoint {

/// A trivially copyable view of a geometry's core. Lengths in the solver's unit: metres in float64.
template <class T>
struct CoreView {
  CoreKind kind = CoreKind::kVertices;
  const Vec3<T>* vertices = nullptr;  // count×3, to be multiplied by `scale`
  int32_t count = 0;
  T scale = T(1);
  ExactCellsView cells;         // resolution 0: scan
  Vec3<T> parameters{0, 0, 0};  // Geometry::core_parameters, scaled
  T swept_radius = T(0);        // of the geometry, scaled
};

/// Which vertex each core's support found: −1 for a curved core. In: where to start looking; out:
/// what was found.
struct SupportHint {
  int32_t index0 = -1, index1 = -1;
};

/// A point p0 − p1 of the difference, with its makers, in frame 0.
template <class T>
struct SupportPoint {
  Vec3<T> w;       // p0 − p1
  Vec3<T> p0, p1;  // on either core
  SupportHint index;
};

struct DifferenceOptions {
  /// Supports on the swept shapes instead of the cores.
  bool swept_spheres = false;
  /// The caller promises unit directions (hull against hull under Nesterov), which saves a root
  /// when swept.
  bool normalised_directions = false;
};

namespace FARPOINT_ISA {

/// The view of a geometry in float64, in metres.
inline CoreView<double> MakeCoreView(const Geometry& g) {
  CoreView<double> view;
  view.kind = g.core_kind();
  view.vertices = g.core_vertices().data();
  view.count = static_cast<int32_t>(g.core_vertices().size());
  if (g.cells() != nullptr) view.cells = g.cells()->view();
  view.parameters = g.core_parameters();
  view.swept_radius = g.swept_radius();
  return view;
}

/// The view in float32, every length divided by `unit` metres.
inline CoreView<float> MakeUnitCoreView(const Geometry& g, double unit) {
  CoreView<float> view;
  view.kind = g.core_kind();
  view.vertices = g.unit_vertices().data();
  view.count = static_cast<int32_t>(g.unit_vertices().size());
  view.scale = static_cast<float>(g.core_radius() / unit);
  if (g.cells() != nullptr) view.cells = g.cells()->view();
  const Vec3d& p = g.core_parameters();
  view.parameters = {static_cast<float>(p.x / unit), static_cast<float>(p.y / unit),
                     static_cast<float>(p.z / unit)};
  view.swept_radius = static_cast<float>(g.swept_radius() / unit);
  return view;
}

/// The farthest point of a core along `direction` ≠ 0, in the core's own frame, and its vertex
/// index (−1 if curved). Halfspaces have no farthest point and do not come here.
template <class T>
FARPOINT_HD Vec3<T> CoreSupport(const CoreView<T>& core, const Vec3<T>& direction, int32_t* index) {
  *index = -1;
  switch (core.kind) {
    case CoreKind::kEllipsoid:
      return EllipsoidSupport(core.parameters, direction);
    case CoreKind::kCylinder:
      return CylinderSupport(core.parameters.x, core.parameters.z, direction);
    case CoreKind::kCone:
      return ConeSupport(core.parameters.x, core.parameters.z, direction);
    case CoreKind::kHalfspace:
    case CoreKind::kVertices:
      break;
  }
  *index = core.cells.resolution > 0 ? CellSupport(core.cells, core.vertices, direction)
                                     : ScanSupport(core.vertices, core.count, direction);
  return core.vertices[*index] * core.scale;
}

template <class T>
class MinkowskiDifference {
 public:
  /// Both cores in one frame.
  FARPOINT_HD void Set(const CoreView<T>& core0, const CoreView<T>& core1) {
    Set(core0, core1, {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}},
        {T(0), T(0), T(0)});
  }
  /// Core 1 posed in core 0's frame: p₀ = oR1 · p₁ + ot1.
  FARPOINT_HD void Set(const CoreView<T>& core0, const CoreView<T>& core1, const Mat3<T>& rotation,
                       const Vec3<T>& translation) {
    core_[0] = core0;
    core_[1] = core1;
    oR1_ = rotation;
    ot1_ = translation;
  }
  FARPOINT_HD void set_options(const DifferenceOptions& options) { options_ = options; }

  FARPOINT_HD const CoreView<T>& core(int i) const { return core_[i]; }
  FARPOINT_HD const Mat3<T>& oR1() const { return oR1_; }
  FARPOINT_HD const Vec3<T>& ot1() const { return ot1_; }
  /// Of the geometry, held apart from the core: added after the solver has converged.
  FARPOINT_HD T swept_radius(int i) const { return core_[i].swept_radius; }

  /// The farthest point of shape 0 along +direction, in frame 0. `index`: vertex hint in, found
  /// vertex out.
  FARPOINT_HD Vec3<T> Support0(const Vec3<T>& direction, int32_t* index) const {
    const Vec3<T> p = CoreSupport(core_[0], direction, index);
    return options_.swept_spheres ? p + Swept(direction, core_[0].swept_radius) : p;
  }
  /// The farthest point of shape 1 along +direction, both in frame 0. `index` as above.
  FARPOINT_HD Vec3<T> Support1(const Vec3<T>& direction, int32_t* index) const {
    const Vec3<T> p =
        Multiply(oR1_, CoreSupport(core_[1], MultiplyTransposed(oR1_, direction), index)) + ot1_;
    return options_.swept_spheres ? p + Swept(direction, core_[1].swept_radius) : p;
  }
  /// The farthest point of the difference along `direction` ≠ 0: shape 0's along it minus shape 1's
  /// along −it.
  FARPOINT_HD SupportPoint<T> Support(const Vec3<T>& direction, const SupportHint& hint) const {
    SupportPoint<T> s;
    s.index = hint;
    s.p0 = Support0(direction, &s.index.index0);
    s.p1 = Support1(-direction, &s.index.index1);
    s.w = s.p0 - s.p1;
    return s;
  }

 private:
  FARPOINT_HD Vec3<T> Swept(const Vec3<T>& direction, const T& radius) const {
    if (options_.normalised_directions) return direction * radius;
    return direction * (radius / Sqrt(Dot(direction, direction)));
  }

  CoreView<T> core_[2];
  Mat3<T> oR1_;
  Vec3<T> ot1_;
  DifferenceOptions options_;
};

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_MINKOWSKI_DIFFERENCE_H_
