// Farpoint: the distance between round cores, by GJK whose vertices move.
//
// GJK's simplex is made of farthest points of the difference D. Where D is smooth, a farthest point
// moves with its direction m, and plain GJK only crawls after it. So the simplex here is kept as
// branches of the support function (curved_core.h) instead of points, evaluated anew at each m, and
// m takes Newton's step for the nearest point of the branches' hull:
//
//   Σ λᵢ wᵢ(m) = −d m,  m·wᵢ equal for all i.
//
// With v the nearest point of the hull, C = Σ λᵢ dwᵢ/dm, and all on the plane across m:
//
//   one branch      (C + d) δ = −v
//   two branches    the same across their edge; along it, m + δ is across the edge
//   three           m + δ is the normal of their triangle: nothing is left to choose
//
// For C = 0 that is GJK's step, v being across from the origin.
// It converges quadratically and proves in every step: the plane across m from below, the points
// from above. Nothing makes it get there from anywhere; a step that loses ground goes back towards
// the best plane, and in practice three or four do. It is branch-free in the data but for what no
// lane needs.
//
// The axis of a cap is a kink: all of the disc is farthest there. Once m comes near it steps onto
// the axis, once, and the disc's point is taken across from what the other core has.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_STEP_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_STEP_H_

#include "src/narrowphase/curved_branch.h"
#include "src/narrowphase/curved_simplex.h"
#include "src/support/curved_core.h"

namespace farpoint {

enum class CurvedStep {
  kFirst,   // from `m` alone
  kMiddle,  // from the state
  kLast,    // proves, and stays at `m`: `step2` is not told
};

/// What a step finds out. Its nearest point of core 0 is `round0` and the fixed parts of the slots
/// and of `newest`, weighted.
template <class T>
struct CurvedFound {
  Vec3<T> normal;  // the m that proves `lower`
  T lower, upper;  // of the distance, but for rounding
  T off2;          // |v + upper m|², v from core 1's nearest point to core 0's
  T step2;         // |δ|²
  Vec3<T> round0;
  T weight[3];
  T newest;  // its code
};

namespace FARPOINT_ISA {

/// d²h along a and b (across n, in the core's frame), of the round part; ga = G a.
template <class T>
FARPOINT_HD T Bend(const CurvedSupport<T>& s, const Vec3<T>& ga, const Vec3<T>& gb, const T& ea,
                   const T& eb) {
  return s.rate * (Dot(ga, gb) - ea * eb);
}

/// One step. `near_axis`: the sine within which a cap's axis is tried.
template <CurvedStep kStep, class T>
FARPOINT_HD void StepCurved(const CurvedPair<T>& pair, const T& near_axis, CurvedSearch<T>* search,
                            CurvedFound<T>* found) {
  using Tolerance = CurvedTolerance<typename Lane<T>::Scalar>;
  constexpr bool kFirst = kStep == CurvedStep::kFirst;
  const T zero(0), one(1), flat(Tolerance::flat), tiny(Tolerance::tiny);
  CurvedSearch<T>& s = *search;
  CurvedFound<T>& out = *found;
  const CurvedCore<T>&core0 = pair.core[0], &core1 = pair.core[1];
  const Vec3<T> m = s.m, n1 = MultiplyTransposed(pair.oR1, -m);
  const CurvedSupport<T> ask0 = Ask(core0, m, flat), ask1 = Ask(core1, n1, flat);
  const Vec3<T> round0 = ask0.unit * core0.radius;
  const Vec3<T> round1 = Multiply(pair.oR1, ask1.unit * core1.radius);

  // The simplex, moved to m.
  const auto point = [&](const CurvedBranch<T>& b) {
    return b.fixed + round0 * b.share0 - round1 * b.share1;
  };
  const Mask<T> minus[6] = {ask0.minus_x, ask0.minus_y, ask0.minus_z,
                            ask1.minus_x, ask1.minus_y, ask1.minus_z};
  const CurvedBranch<T> newest = MakeBranch(pair, minus);
  const Vec3<T> w = point(newest);
  Vec3<T> edge[3];
  CurvedSimplex<T> simplex;
  if constexpr (kFirst) {
    simplex.point = w;
    simplex.across = -w;
    for (auto& x : simplex.weight) x = zero;
    for (auto& e : edge) e = {zero, zero, zero};
    s.snapped[0] = s.snapped[1] = zero;
    s.best = -Infinity<T>();
    s.best_m = m;
  } else {
    for (int i = 0; i < 3; ++i) edge[i] = point(s.slot[i]) - w;
    simplex = SolveCurvedSimplex(w, edge);
  }
  Vec3<T> v = simplex.point;
  T weight[3] = {simplex.weight[0], simplex.weight[1], simplex.weight[2]};
  out.lower = -Dot(w, m);
  out.normal = m;
  Vec3<T> slide{zero, zero, zero};
  const T slack0 = Select(ask0.on_axis, core0.radius * ask0.share, zero);
  const T slack1 = Select(ask1.on_axis, core1.radius * ask1.share, zero);
  const T slack = slack0 + slack1;
  const Mask<T> on_cap = slack > zero;
  if (Any(on_cap)) {
    out.lower = out.lower - slack0 * ask0.length - slack1 * ask1.length;
    const auto across = [&](const Vec3<T>& p) {
      const Vec3<T> q = p - m * Dot(p, m);
      const T length2 = Dot(q, q);
      return q * Min(one, slack * InverseRoot(Max(length2, tiny)));
    };
    // The farthest point alone, unless the others are as far.
    const Vec3<T> by_w = across(w), by_v = across(v);
    const Vec3<T> alone = w - by_w, joint = v - by_v;
    const T alone2 = Dot(alone, alone), joint2 = Dot(joint, joint);
    const Mask<T> take_alone =
        Not((joint2 < alone2) & (Sqrt(joint2) - out.lower <= T(1e-5f) * out.lower));
    v = Select(on_cap, Select(take_alone, alone, joint), v);
    slide = Select(on_cap, Select(take_alone, by_w, by_v) * (slack0 / Max(slack, tiny)), slide);
    for (auto& x : weight) x = Select(on_cap & take_alone, zero, x);
  }
  const T weight_w = one - weight[0] - weight[1] - weight[2];
  const T squared = Dot(v, v);
  const T d = Sqrt(squared);
  out.upper = d;
  const Vec3<T> apart = v + m * d;
  out.off2 = Dot(apart, apart);

  // What takes part.
  T share0 = weight_w * newest.share0, share1 = weight_w * newest.share1;
  Vec3<T> along_edge{zero, zero, zero};
  T others(0);
  for (int i = 0; i < 3; ++i) {
    CurvedBranch<T>& slot = s.slot[i];
    if constexpr (!kFirst) {
      share0 = share0 + weight[i] * slot.share0;
      share1 = share1 + weight[i] * slot.share1;
    }
    const Mask<T> kept = weight[i] > zero;
    along_edge = Select(kept, edge[i], along_edge);
    others = others + Select(kept, one, zero);
    if constexpr (kFirst) {
      slot = newest;
    } else {
      slot.fixed = Select(kept, slot.fixed, newest.fixed);
      slot.share0 = Select(kept, slot.share0, newest.share0);
      slot.share1 = Select(kept, slot.share1, newest.share1);
      slot.code = Select(kept, slot.code, newest.code);
    }
    out.weight[i] = weight[i];
  }
  out.newest = newest.code;
  out.round0 = round0 * share0 - slide;

  if constexpr (kStep == CurvedStep::kLast) return;

  // The step that GJK would make, on the plane across m. A face's normal is exact where its nearest
  // point is rounding.
  const Mask<T> face = (others > T(1.5f)) & Not(on_cap);
  const Vec3<T> to_origin = Select(face, simplex.across, -v);
  const Vec3<T> to = to_origin * InverseRoot(Max(Dot(to_origin, to_origin), tiny));
  const T cosine = Max(Dot(to, m), T(0.2f));
  const Vec3<T> g = (to - m * Dot(to, m)) * Reciprocal(cosine);

  // A frame of that plane (Duff et al., "Building an Orthonormal Basis, Revisited", 2017).
  const T sign = Select(m.z < zero, -one, one);
  const T a = -Reciprocal(sign + m.z), b = m.x * m.y * a;
  const Vec3<T> e1{one + sign * m.x * m.x * a, sign * b, -sign * m.x};
  const Vec3<T> e2{b, sign + m.y * m.y * a, -m.y};
  const Vec3<T> f1 = MultiplyTransposed(pair.oR1, e1), f2 = MultiplyTransposed(pair.oR1, e2);
  const Vec3<T> g01 = Scale(core0.stretch, e1), g02 = Scale(core0.stretch, e2),
                g11 = Scale(core1.stretch, f1), g12 = Scale(core1.stretch, f2);
  const T u01 = Dot(ask0.unit, e1), u02 = Dot(ask0.unit, e2), u11 = Dot(ask1.unit, f1),
          u12 = Dot(ask1.unit, f2);
  const T resist = d * cosine;
  const T m11 =
      share0 * Bend(ask0, g01, g01, u01, u01) + share1 * Bend(ask1, g11, g11, u11, u11) + resist;
  const T m12 = share0 * Bend(ask0, g01, g02, u01, u02) + share1 * Bend(ask1, g11, g12, u11, u12);
  const T m22 =
      share0 * Bend(ask0, g02, g02, u02, u02) + share1 * Bend(ask1, g12, g12, u12, u12) + resist;
  const T r1 = -Dot(v, e1), r2 = -Dot(v, e2);
  // One branch: M δ = r. Two: δ = p + q τ, p keeps the edge across m + δ, τ is across the edge.
  const Mask<T> has_edge = (others == one) & (weight_w > zero);
  const T c1 = Dot(along_edge, e1), c2 = Dot(along_edge, e2), c0 = Dot(along_edge, m);
  const T det = m11 * m22 - m12 * m12, c = c1 * c1 + c2 * c2;
  const T inverse = Reciprocal(Max(Select(has_edge, c, det), tiny));
  const T p1 = -c0 * c1 * inverse, p2 = -c0 * c2 * inverse;
  const T t1 = -c2, t2 = c1;
  const T pull = t1 * (r1 - m11 * p1 - m12 * p2) + t2 * (r2 - m12 * p1 - m22 * p2);
  const T stiff = t1 * (m11 * t1 + m12 * t2) + t2 * (m12 * t1 + m22 * t2);
  const T q = pull * Reciprocal(Max(stiff, tiny));
  const T x = Select(has_edge, p1 + q * t1, (r1 * m22 - r2 * m12) * inverse);
  const T y = Select(has_edge, p2 + q * t2, (r2 * m11 - r1 * m12) * inverse);
  const Vec3<T> delta = Select(face | on_cap, g, e1 * x + e2 * y);
  out.step2 = Dot(delta, delta);
  Vec3<T> next = m + delta;
  // Where a cap has its answer it stays, exactly on the axis.
  next = Select(on_cap & (out.step2 < T(1e-8f)), m, next * InverseRoot(one + out.step2));

  // A step that went too far goes back towards the best plane.
  const Mask<T> worse = (out.lower < s.best) & (out.step2 > T(1e-6f));
  if (Any(worse)) {
    const Vec3<T> back = next + m + s.best_m * T(2);
    next = Select(worse, back * InverseRoot(Max(Dot(back, back), tiny)), next);
  }
  const Mask<T> better = out.lower >= s.best;
  s.best_m = Select(better, m, s.best_m);
  s.best = Select(better, out.lower, s.best);
  s.m = next;
  SnapToAxes(pair, near_axis, search);
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_STEP_H_
