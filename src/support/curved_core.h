// Farpoint: pairs of round and boxlike cores by formula, for a number or a pack of lanes.
//
// One formula has them all. A core's farthest point along n is
//
//   V sign(n)  +  ρ G²n / |G n|        with V, G diagonal
//
//               V                 ρ        G
//   point       0                 0
//   segment     (0, 0, h)         0
//   box         half the size     0
//   cylinder    (0, 0, h)         radius   (1, 1, 0)
//   cone        (0, 0, h)         radius   (1, 1, 0)    the second part not at the apex
//   ellipsoid   0                 1        half axes
//
// so that lanes of different kinds run side by side without a branch and without memory. The signs
// name a smooth branch of the support function; on it the farthest point moves with n, at the rate
//
//   ρ (G² − e eᵀ) / |G n|,   e = G²n / |G n|.

#ifndef FARPOINT_SRC_SUPPORT_CURVED_CORE_H_
#define FARPOINT_SRC_SUPPORT_CURVED_CORE_H_

#include "src/math/lane.h"
#include "src/math/vec3.h"

namespace farpoint {

template <class T>
struct CurvedCore {
  Vec3<T> vertex;   // V
  Vec3<T> stretch;  // G
  T radius;         // ρ
  T cone;           // 1 for a cone, 0 for others
};

/// Core 1 posed in core 0's frame.
template <class T>
struct CurvedPair {
  CurvedCore<T> core[2];
  Mat3<T> oR1;
  Vec3<T> ot1;
};

namespace FARPOINT_ISA {

template <class T>
FARPOINT_HD Vec3<T> Scale(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

/// What a core says to a direction.
template <class T>
struct CurvedSupport {
  Mask<T> minus_x, minus_y, minus_z;  // the branch of the farthest point: where V is subtracted
  T share;                            // 1 where the round part takes part, 0 at a cone's apex
  Vec3<T> unit;                       // e = G²n / |G n|; 0 on a cap's axis
  T length;                           // |G n|
  T rate;                             // ρ / |G n|; 0 on a cap's axis
  Mask<T> on_axis;                    // of a cap: all of its disc is farthest
};

/// n: in the core's frame, unit. `flat`: the sine below which n counts as the axis of a cap.
template <class T>
FARPOINT_HD CurvedSupport<T> Ask(const CurvedCore<T>& core, const Vec3<T>& n, const T& flat) {
  const T zero(0), one(1);
  CurvedSupport<T> s;
  const Vec3<T> base = Scale(core.stretch, n);
  const T squared = Dot(base, base);
  // Of an ellipsoid |G n| is a length, which has no such limit.
  s.on_axis = (squared <= flat * flat) & (core.stretch.z == zero);
  const T inverse = InverseRoot(Select(s.on_axis, one, squared));
  s.length = squared * inverse;
  const T used = Select(s.on_axis, zero, inverse);
  s.rate = core.radius * used;
  s.unit = Scale(core.stretch, base) * used;
  s.minus_x = n.x < zero;
  s.minus_y = n.y < zero;
  s.minus_z = (core.vertex.z + core.vertex.z) * n.z < core.cone * core.radius * s.length;
  s.minus_z = (s.minus_z & (core.cone > zero)) | ((n.z < zero) & Not(core.cone > zero));
  s.share = Select(s.minus_z, one, one - core.cone);
  return s;
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_CURVED_CORE_H_
