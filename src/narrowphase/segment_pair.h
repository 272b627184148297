// Farpoint: two segments, in closed form.
//
// Their Minkowski difference is a parallelogram, which is a sliver where they are nearly parallel:
// then GJK's simplices have no plane. Ericson, "Real-Time Collision Detection", 2005,
// section 5.1.9, but with the crossing by cross products: the determinant of the normal equations
// loses twice as many digits.

#ifndef FARPOINT_SRC_NARROWPHASE_SEGMENT_PAIR_H_
#define FARPOINT_SRC_NARROWPHASE_SEGMENT_PAIR_H_

#include <algorithm>

#include "src/math/orthogonal.h"
#include "src/narrowphase/gjk_search.h"

namespace farpoint::FARPOINT_ISA {

/// Where the segments from `a` along `e` and from `b` along `f`, both ≠ 0, are nearest: shares of e
/// and f, in [0, 1].
struct SegmentShares {
  double of_e, of_f;
};
inline SegmentShares NearestOnSegments(const Vec3d& a, const Vec3d& e, const Vec3d& b,
                                       const Vec3d& f) {
  const Vec3d r = b - a, n = Cross(e, f);
  const double n2 = Dot(n, n);
  const auto unit = [](double t) { return std::clamp(t, 0.0, 1.0); };
  double of_e = n2 > 0 ? unit(Dot(Cross(r, f), n) / n2) : 0;
  const double of_f = unit(Dot(e * of_e - r, f) / Dot(f, f));
  of_e = unit(Dot(r + f * of_f, e) / Dot(e, e));
  return {of_e, of_f};
}

/// Improves the bracket of two cores that are segments; of others it is left as it is.
inline void TightenSegments(const MinkowskiDifference<double>& difference, GjkBracket* bracket,
                            uint32_t* iterations) {
  const CoreView<double>&core0 = difference.core(0), &core1 = difference.core(1);
  const auto segment = [](const CoreView<double>& core) {
    return core.kind == CoreKind::kVertices && core.count == 2;
  };
  if (!segment(core0) || !segment(core1)) return;
  const Vec3d a = core0.vertices[0], e = core0.vertices[1] - a;
  const Vec3d b = Multiply(difference.oR1(), core1.vertices[0]) + difference.ot1();
  const Vec3d f = Multiply(difference.oR1(), core1.vertices[1]) + difference.ot1() - b;
  if (!(Dot(e, e) > 0 && Dot(f, f) > 0)) return;
  const SegmentShares share = NearestOnSegments(a, e, b, f);
  const Vec3d p0 = a + e * share.of_e, v = p0 - (b + f * share.of_f);
  if (Norm(v) < bracket->upper) {
    bracket->p0 = p0;
    bracket->v = v;
    bracket->upper = Norm(v);
  }
  // The plane across both segments, and the one across the way between the points, square to what
  // they lie inside of.
  const auto inside = [](double part) { return part > 0 && part < 1; };
  const auto offer = [&](Vec3d normal) {
    if (inside(share.of_e) && Dot(normal, normal) > 0) normal = Orthogonal(normal, e);
    if (inside(share.of_f) && Dot(normal, normal) > 0) normal = Orthogonal(normal, f);
    const double length = Norm(normal);
    if (!(length > 0)) return;
    normal = normal * (1 / length);
    const double lower = -Dot(normal, difference.Support(normal, {}).w);
    ++*iterations;
    if (lower > bracket->lower) {
      bracket->lower = lower;
      bracket->normal = normal;
    }
  };
  const Vec3d both = Cross(e, f);
  offer(Dot(both, v) > 0 ? -both : both);
  offer(-v);
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_SEGMENT_PAIR_H_
