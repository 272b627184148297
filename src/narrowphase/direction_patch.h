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

namespace farpoint::FARPOINT_ISA {

/// Directions n = (cos φ cos θ, cos φ sin θ, sin φ) of the polar frame with φ and θ within a half
/// width of the middle, in radians; about a pole, where longitudes crowd, all within half_latitude
/// of it.
struct DirectionPatch {
  double latitude, longitude;
  double half_latitude, half_longitude;
  bool polar = false;
};

/// A piece on a patch: value and gradient, by latitude and longitude (of a polar patch, along the
/// frame's first two axes), at the middle; minus the second derivatives there, by latitude twice,
/// by both, by longitude twice, and how much larger they may be (the mixed one: how far off)
/// anywhere on the patch.
struct PieceModel {
  double value;
  double by_latitude, by_longitude;
  Vec3d bend, bend_off;
};

/// The most that mixtures of one, two or three of `count` pieces say of the least height on
/// `patch`. Any mixture is below the height too, and in a valley between pieces, or a pit among
/// three, the right mixture is flat.
double LeastOnPatch(const PieceModel* pieces, int count, const DirectionPatch& patch);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_DIRECTION_PATCH_H_
