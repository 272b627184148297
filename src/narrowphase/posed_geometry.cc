#include "src/narrowphase/posed_geometry.h"

namespace farpoint {

PosedGeometry MakePosed(const Geometry& geometry, const Pose& pose, double padding,
                        const LatLongFields* lat_long) {
  PosedGeometry posed;
  posed.geometry = &geometry;
  posed.hull = geometry.hull();
  posed.lat_long = lat_long;
  posed.rotation = RotationMatrix(pose.orientation);
  posed.position = pose.position;
  posed.core_offset = scalar::Multiply(posed.rotation, geometry.core_origin());
  posed.radius = geometry.swept_radius() + padding;
  return posed;
}

}  // namespace farpoint
