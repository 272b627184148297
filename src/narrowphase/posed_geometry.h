// Farpoint: a geometry where an object has it.

#ifndef FARPOINT_SRC_NARROWPHASE_POSED_GEOMETRY_H_
#define FARPOINT_SRC_NARROWPHASE_POSED_GEOMETRY_H_

#include "src/math/pose.h"
#include "src/math/vec3.h"
#include "src/support/geometry.h"
#include "src/support/lat_long.h"

namespace farpoint {

struct PosedGeometry {
  const Geometry* geometry = nullptr;
  Mat3d rotation;                           // local to world
  Vec3d position;                           // of the local origin, world, metres
  double padding = 0;                       // metres ≥ 0
  const LatLongFields* lat_long = nullptr;  // the geometry's own, or null
};

inline PosedGeometry MakePosed(const Geometry& geometry, const Pose& pose, double padding,
                               const LatLongFields* lat_long = nullptr) {
  return {&geometry, RotationMatrix(pose.orientation), pose.position, padding, lat_long};
}

}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_POSED_GEOMETRY_H_
