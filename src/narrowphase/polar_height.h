// Farpoint: the height of a Minkowski difference by latitude and longitude, and its pieces.
//
// Directions are told about the axis of the pair's roundest core, for that core has no longitude.

#ifndef FARPOINT_SRC_NARROWPHASE_POLAR_HEIGHT_H_
#define FARPOINT_SRC_NARROWPHASE_POLAR_HEIGHT_H_

#include "src/math/vec3.h"
#include "src/narrowphase/direction_patch.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

/// What holds a pair's height in some direction, in the polar frame, metres.
struct HeightPiece {
  Vec3d point;     // sum of vertices and of centres of rims
  double disc[2];  // radius of each core's rim, or 0

  bool operator==(const HeightPiece& o) const {
    return point.x == o.point.x && point.y == o.point.y && point.z == o.point.z &&
           disc[0] == o.disc[0] && disc[1] == o.disc[1];
  }
};

/// The height of a pair's difference over directions. Refers to the difference, which must outlive
/// it.
class PolarHeight {
 public:
  explicit PolarHeight(const MinkowskiDifference<double>& difference);

  /// The direction, unit, in frame 0.
  Vec3d Direction(double latitude, double longitude) const;

  /// The piece that is the height itself in that direction.
  HeightPiece PieceAt(double latitude, double longitude) const;

  PieceModel Model(const HeightPiece& piece, const DirectionPatch& patch) const;

 private:
  struct Core {
    CoreKind kind;
    Vec3d axis;  // unit, polar frame; of a cylinder or cone
    double radius = 0, half_length = 0;
    Vec3d stretch[3] = {};  // rows of an ellipsoid's M: its half axes, as vectors
  };
  static Core InPolarFrame(const CoreView<double>& view, const Mat3d& rotation);
  const MinkowskiDifference<double>& difference_;
  Mat3d polar_;  // frame 0 to the polar frame
  Core core_[2];
  Vec3d centre1_;  // polar frame
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_POLAR_HEIGHT_H_
