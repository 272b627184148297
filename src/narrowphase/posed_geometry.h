// Farpoint: a geometry where an object has it, and what every pair of that object needs.

#ifndef FARPOINT_SRC_NARROWPHASE_POSED_GEOMETRY_H_
#define FARPOINT_SRC_NARROWPHASE_POSED_GEOMETRY_H_

#include "src/math/pose.h"
#include "src/math/vec3.h"
#include "src/support/formula_core.h"
#include "src/support/geometry.h"
#include "src/support/hull_core.h"
#include "src/support/lat_long.h"

namespace farpoint {

/// Made by MakePosed.
struct PosedGeometry {
  const Geometry* geometry = nullptr;
  const HullCore* hull = nullptr;           // the geometry's, or null
  const FormulaCore* formula = nullptr;     // the geometry's, or null
  const LatLongFields* lat_long = nullptr;  // the geometry's own, or null
  Mat3d rotation;                           // local to world
  Vec3d position;                           // of the local origin, world, metres
  Vec3d core_offset;                        // of the core's origin from `position`, world axes
  double radius = 0;                        // metres ≥ 0 around the core: swept and padding
};

/// `padding`: metres ≥ 0. `rotation`: local to world, orthonormal.
PosedGeometry MakePosed(const Geometry& geometry, const Mat3d& rotation, const Vec3d& position,
                        double padding, const LatLongFields* lat_long = nullptr);
PosedGeometry MakePosed(const Geometry& geometry, const Pose& pose, double padding,
                        const LatLongFields* lat_long = nullptr);

}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_POSED_GEOMETRY_H_
