// Farpoint: the branches of a round pair's support function, and a search among them.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_BRANCH_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_BRANCH_H_

#include "src/support/curved_core.h"

namespace farpoint {

/// A branch of the difference: w(m) = fixed + share0 · round₀(m) − share1 · round₁(m).
template <class T>
struct CurvedBranch {
  Vec3<T> fixed;
  T share0, share1;
  T code;  // where either core's V is subtracted: bits 0 to 2 of core 0, 3 to 5 of core 1
};

/// Where a lane stands. `m` is a unit direction of the difference: from core 0 to core 1.
template <class T>
struct CurvedSearch {
  Vec3<T> m;
  CurvedBranch<T> slot[3];  // the simplex; unused slots repeat another
  T snapped[2];             // 1: the axis of this core's cap has been tried
  Vec3<T> best_m;           // of the best lower bound so far
  T best;
};

namespace FARPOINT_ISA {

/// The fixed part of core 0's point at a branch.
FARPOINT_HD inline Vec3<double> FixedPart0(const Vec3<double>& vertex, double code) {
  const int bits = static_cast<int>(code);
  return {bits & 1 ? -vertex.x : vertex.x, bits & 2 ? -vertex.y : vertex.y,
          bits & 4 ? -vertex.z : vertex.z};
}

/// The branch where core i's V is subtracted as `minus` says.
template <class T>
FARPOINT_HD CurvedBranch<T> MakeBranch(const CurvedPair<T>& pair, const Mask<T> minus[6]) {
  const T zero(0), one(1);
  const auto fixed = [&](int i) {
    const Vec3<T>& v = pair.core[i].vertex;
    return Vec3<T>{Select(minus[3 * i], -v.x, v.x), Select(minus[3 * i + 1], -v.y, v.y),
                   Select(minus[3 * i + 2], -v.z, v.z)};
  };
  CurvedBranch<T> b;
  b.fixed = fixed(0) - (Multiply(pair.oR1, fixed(1)) + pair.ot1);
  b.share0 = Select(minus[2], one, one - pair.core[0].cone);
  b.share1 = Select(minus[5], one, one - pair.core[1].cone);
  b.code = Select(minus[0], one, zero) + Select(minus[1], T(2), zero) +
           Select(minus[2], T(4), zero) + Select(minus[3], T(8), zero) +
           Select(minus[4], T(16), zero) + Select(minus[5], T(32), zero);
  return b;
}

/// The branch of that code.
template <class T>
FARPOINT_HD CurvedBranch<T> BranchOf(const CurvedPair<T>& pair, T code) {
  using Scalar = typename Lane<T>::Scalar;
  Mask<T> minus[6];
  for (int bit = 5; bit >= 0; --bit) {
    const T value(static_cast<Scalar>(1 << bit));
    minus[bit] = code >= value;
    code = Select(minus[bit], code - value, code);
  }
  return MakeBranch(pair, minus);
}

/// Onto the axis of a cap that is nearer than the sine `near_axis`, unless it has been tried.
template <class T>
FARPOINT_HD void SnapToAxes(const CurvedPair<T>& pair, const T& near_axis,
                            CurvedSearch<T>* search) {
  const T zero(0), one(1);
  CurvedSearch<T>& s = *search;
  for (int i = 0; i < 2; ++i) {
    const CurvedCore<T>& core = pair.core[i];
    Vec3<T> axis{pair.oR1.row0.z, pair.oR1.row1.z, pair.oR1.row2.z};
    const T cosine = i == 0 ? s.m.z : -Dot(s.m, axis);  // outward
    const Mask<T> cap =
        (core.stretch.z == zero) & (core.radius > zero) & Not((core.cone > zero) & (cosine > zero));
    const Mask<T> snap =
        cap & (cosine * cosine > one - near_axis * near_axis) & (s.snapped[i] == zero);
    if (!Any(snap)) continue;
    if (i == 1) {
      // The columns are a rotation's but for rounding, and the cap's axis is what is across the
      // first two.
      const Mat3<T>& r = pair.oR1;
      const Vec3<T> x{r.row0.x, r.row1.x, r.row2.x}, y{r.row0.y, r.row1.y, r.row2.y};
      axis = axis - x * Dot(x, axis) - y * Dot(y, axis);
    }
    const T turn = Select(cosine < zero, -one, one);
    const Vec3<T> onto = i == 0 ? Vec3<T>{zero, zero, turn} : axis * -turn;
    s.m = Select(snap, onto, s.m);
    s.snapped[i] = Select(snap, one, s.snapped[i]);
  }
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_BRANCH_H_
