// Farpoint: how many dimensions points span, and in which frame.

#ifndef FARPOINT_SRC_HULL_AFFINE_SPAN_H_
#define FARPOINT_SRC_HULL_AFFINE_SPAN_H_

#include <vector>

#include "src/math/vec3.h"

namespace farpoint {

/// As many orthonormal axes as there are dimensions, 0 to 3; a set that is thinner than 1e-14 of
/// its extent in some direction is flat there: its thickness is rounding.
struct AffineSpan {
  int dimension = 0;
  Vec3d axis[3];         // with two dimensions axis[2] is the normal
  double thickness = 0;  // of the first dimension that was left out, metres
  /// Two and three dimensions: a disc or a ball of this radius lies in the points' hull. Metres; a
  /// fair share of the largest there is.
  double inradius = 0;
};

/// Of n ≥ 1 points about their centre whose largest norm is `extent`.
AffineSpan SpanOf(const std::vector<Vec3d>& points, double extent);

}  // namespace farpoint

#endif  // FARPOINT_SRC_HULL_AFFINE_SPAN_H_
