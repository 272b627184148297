#include "src/narrowphase/posed_geometry.h"

namespace farpoint {

PosedGeometry MakePosed(const Geometry& geometry, const Mat3d& rotation, const Vec3d& position,
                        double padding, const LatLongFields* lat_long) {
  PosedGeometry posed;
  posed.geometry = &geometry;
  posed.hull = geometry.hull();
  posed.formula = geometry.formula();
  posed.lat_long = lat_long;
  posed.rotation = rotation;
  posed.position = position;
  posed.core_offset = scalar::Multiply(posed.rotation, geometry.core_origin());
  posed.radius = geometry.swept_radius() + padding;
  return posed;
}

PosedGeometry MakePosed(const Geometry& geometry, const Pose& pose, double padding,
                        const LatLongFields* lat_long) {
  return MakePosed(geometry, RotationMatrix(pose.orientation), pose.position, padding, lat_long);
}

}  // namespace farpoint
