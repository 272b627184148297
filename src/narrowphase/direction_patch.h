// Farpoint: how low the support height of a Minkowski difference can be over a patch of directions.
//
// The height h(n) of a pair is a sum: a vertex, or the centre of a cap or rim, gives p·n; a rim of
// radius r about the axis a gives r √(1 − (a·n)²); an ellipsoid with matrix M gives |M n|. Which
// vertex, cap or rim it is changes with n. Held where it is at one direction, the sum is smooth and
// nowhere above h: a piece of it. A piece is bounded on a patch by its value and gradient at the
// middle and by what its second derivatives can be there.
//
// Directions are told by latitude and longitude about the axis of the pair's roundest core, for
// that core has no longitude: where minima form a whole circle, as of solids with nearly parallel
// axes, a bound stays tight along it however long the patch.

#ifndef FARPOINT_SRC_NARROWPHASE_DIRECTION_PATCH_H_
#define FARPOINT_SRC_NARROWPHASE_DIRECTION_PATCH_H_

#include "src/math/vec3.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

/// Directions n = (cos φ cos θ, cos φ sin θ, sin φ) of the polar frame with φ and θ within a half
/// width of the middle, in radians; about a pole, where longitudes crowd, all within half_latitude
/// of it.
struct DirectionPatch {
  double latitude, longitude;
  double half_latitude, half_longitude;
  bool polar = false;
};

/// What holds a pair's height in some direction, in the polar frame, metres.
struct HeightPiece {
  Vec3d point;     // sum of vertices and of centres of rims
  double disc[2];  // radius of each core's rim, or 0

  bool operator==(const HeightPiece& o) const {
    return point.x == o.point.x && point.y == o.point.y && point.z == o.point.z &&
           disc[0] == o.disc[0] && disc[1] == o.disc[1];
  }
};

/// A piece on a patch: value and gradient, by latitude and longitude (of a polar patch, along the
/// frame's first two axes), at the middle; minus the
/// second derivatives there, by latitude twice, by both, by longitude twice, and how much larger
/// they may be (the mixed one: how far off) anywhere on the patch.
struct PieceModel {
  double value;
  double by_latitude, by_longitude;
  Vec3d bend, bend_off;
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
  struct Bend;

  static Core InPolarFrame(const CoreView<double>& view, const Mat3d& rotation);
  static void AddDisc(double radius, const Vec3d& axis, const Vec3d& n, const DirectionPatch& patch,
                      Bend* bend, Vec3d* linear);
  static void AddEllipsoid(const Core& core, const Vec3d& n, const DirectionPatch& patch,
                           Bend* bend, Vec3d* linear);

  const MinkowskiDifference<double>& difference_;
  Mat3d polar_;  // frame 0 to the polar frame
  Core core_[2];
  Vec3d centre1_;  // polar frame
};

/// The most that mixtures of one, two or three of `count` pieces say of the least height on
/// `patch`. Any mixture is below the height too, and in a valley between pieces, or a pit among
/// three, the right mixture is flat.
double LeastOnPatch(const PieceModel* pieces, int count, const DirectionPatch& patch);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_DIRECTION_PATCH_H_
