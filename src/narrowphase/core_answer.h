// Farpoint: what a solver says of a pair of cores, before radii and padding are added and frames
// undone.

#ifndef FARPOINT_SRC_NARROWPHASE_CORE_ANSWER_H_
#define FARPOINT_SRC_NARROWPHASE_CORE_ANSWER_H_

#include "src/math/vec3.h"

namespace farpoint {

/// In core 0's frame, metres. Radii add exactly, for a sum with a ball moves the boundary by its
/// radius, inside and outside alike: distance − r0 − r1, p0 + r0·normal.
struct CoreAnswer {
  double distance = 0;     // signed, of the cores
  double error_bound = 0;  // the true one lies within distance ± error_bound, rounding included
  Vec3d normal{1, 0, 0};   // unit, from core 0 to core 1
  Vec3d p0{0, 0, 0};       // on core 0; p0 + distance · normal is on core 1
  Vec3d p1{0, 0, 0};       // on core 1, if `own_p1`: the depth is an estimate
  bool own_p1 = false;
  bool depth_not_asked = false;  // overlap is proven, and nothing else is said
  bool beyond =
      false;  // stopped at the cut-off: `distance` is a proven lower bound, p0 means nothing
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_CORE_ANSWER_H_
