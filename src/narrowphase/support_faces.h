// Farpoint: where the faces of two vertex cores that a plane touches have a point in common.
//
// In space, where faces are nearly but not quite parallel, a search among all vertices is led by
// the last digits of their heights. In the plane it has two dimensions, and only vertices that are
// on it.

#ifndef FARPOINT_SRC_NARROWPHASE_SUPPORT_FACES_H_
#define FARPOINT_SRC_NARROWPHASE_SUPPORT_FACES_H_

#include <cstdint>

#include "src/math/vec3.h"
#include "src/narrowphase/relative_pair.h"

namespace farpoint::FARPOINT_ISA {

/// A point of core 0 and how far (metres) a point of core 1 is from where it should be.
struct FacePoint {
  Vec3d p0;
  double gap;
};

/// Of two vertex cores: a point p0 of core 0's vertices highest along `normal` (unit), nearest to
/// core 1's highest along −normal moved by `shift`. `gap` is infinite if there is none. Adds the
/// queries made to `iterations`.
FacePoint CommonPoint(const RelativePair& pair, const Vec3d& normal, const Vec3d& shift,
                      uint32_t* iterations);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_SUPPORT_FACES_H_
