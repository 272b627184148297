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
  Vec3<T> sign;   // the branch of the farthest point: ±1 each
  Vec3<T> round;  // ρ e: the part that moves; 0 where flat
  T length;       // |G n|
  T rate;         // ρ / |G n|; 0 where flat
  T slack;        // ρ where n is a cap's axis: all its points are farthest; else 0
};

/// n: in the core's frame, unit. `flat`: the sine below which n counts as the axis of a cap.
template <class T>
FARPOINT_HD CurvedSupport<T> Ask(const CurvedCore<T>& core, const Vec3<T>& n, const T& flat) {
  const T zero(0), one(1);
  CurvedSupport<T> s;
  const Vec3<T> base = Scale(core.stretch, n);
  const T squared = Dot(base, base);
  const Mask<T> usable = squared > flat * flat * Dot(core.stretch, core.stretch);
  const T inverse = Select(usable, one / Sqrt(Select(usable, squared, one)), zero);
  s.length = Sqrt(squared);
  s.rate = core.radius * inverse;
  s.round = Scale(core.stretch, base) * s.rate;
  s.sign.x = Select(n.x * core.vertex.x < zero, -one, one);
  s.sign.y = Select(n.y * core.vertex.y < zero, -one, one);
  s.sign.z = Select(T(2) * core.vertex.z * n.z < core.cone * core.radius * s.length, -one, one);
  s.slack = Select(usable, zero, core.radius);
  return s;
}

/// How much of the moving part there is at a branch: none at the apex of a cone.
template <class T>
FARPOINT_HD T Roundness(const CurvedCore<T>& core, const T& sign_z) {
  return T(1) - core.cone * Max(sign_z, T(0));
}

/// The point of a branch, in the core's frame.
template <class T>
FARPOINT_HD Vec3<T> PointAt(const CurvedCore<T>& core, const CurvedSupport<T>& s,
                            const Vec3<T>& sign) {
  return Scale(core.vertex, sign) + s.round * Roundness(core, sign.z);
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_CURVED_CORE_H_
