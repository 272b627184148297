// Farpoint: the distance between round cores, by GJK whose vertices move.
//
// GJK's simplex is made of farthest points of the difference D. Where D is smooth, a farthest point
// moves with its direction m, and plain GJK only crawls after it. So the simplex here is kept as
// branches of the support function (curved_core.h) instead of points, evaluated anew at each m, and
// m takes Newton's step for the nearest point of the branches' hull:
//
//   Σ λᵢ wᵢ(m) = −d m,  m·wᵢ equal for all i.
//
// With C = Σ λᵢ dwᵢ/dm on the plane across m, and g the step that GJK would make, which is right for
// C = 0 and keeps the m·wᵢ equal:
//
//   one branch      (C + d) δ = d g
//   two branches    δ·s = g·s along the edge, t·((C + d) δ) = d t·g across it
//   three           δ = g: nothing is left to choose
//
// It converges quadratically, proves in every step (the plane across m from below, the points from
// above), and is branch-free in the data.
//
// The axis of a cap is a kink: all of the disc is farthest there. Once m comes near it steps onto
// the axis, once, and the disc's point is taken across from what the other core has.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_STEP_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_STEP_H_

#include "src/support/curved_core.h"
#include "src/narrowphase/simplex.h"

namespace farpoint {

/// The signs of both cores' branches.
template <class T>
struct CurvedBranch {
  Vec3<T> sign0, sign1;
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

/// What a step finds out.
template <class T>
struct CurvedFound {
  Vec3<T> normal;  // the m that proves `lower`
  Vec3<T> p0;      // on core 0; p0 + upper · normal is `off` away from core 1
  T lower, upper;  // of the distance, but for rounding
  T off;
  T step;    // |δ|
  T inside;  // 1: the simplex contains the origin
};

namespace FARPOINT_ISA {

/// The point nearest to the origin of {w, a, b, c}, among the faces that have w.
template <class T>
struct WeightedPoint {
  Vec3<T> point;
  T squared;
  T weight[3];  // of the older vertices; w has the rest
  Mask<T> inside;
};

template <class T>
FARPOINT_HD WeightedPoint<T> NearestWithWeights(const Vec3<T>& w, const Vec3<T>& a,
                                                const Vec3<T>& b, const Vec3<T>& c) {
  using Tolerance = SimplexTolerance<typename Lane<T>::Scalar>;
  const T zero(0), one(1);
  WeightedPoint<T> r;
  r.point = w;
  r.squared = Dot(w, w);
  const Vec3<T> edge[3] = {a - w, b - w, c - w};
  T length2[3];
  for (int i = 0; i < 3; ++i) {
    r.weight[i] = zero;
    length2[i] = Dot(edge[i], edge[i]);
  }
  for (int i = 0; i < 3; ++i) {
    const T usable = Select(length2[i] > T(Tolerance::tiny), length2[i], one);
    const T t = Min(Max(-Dot(w, edge[i]) / usable, zero), one);
    const Vec3<T> p = w + edge[i] * t;
    const T squared = Dot(p, p);
    const Mask<T> better = squared < r.squared;
    r.point = Select(better, p, r.point);
    r.squared = Select(better, squared, r.squared);
    for (int j = 0; j < 3; ++j) r.weight[j] = Select(better, i == j ? t : zero, r.weight[j]);
  }
  const Vec3<T> moment[3] = {Cross(w, edge[0]), Cross(w, edge[1]), Cross(w, edge[2])};
  const Vec3<T> normal[3] = {Cross(edge[0], edge[1]), Cross(edge[1], edge[2]),
                             Cross(edge[2], edge[0])};
  T height[3];
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, other = (i + 2) % 3;
    height[i] = Dot(w, normal[i]);
    const T n2 = Dot(normal[i], normal[i]);
    const Mask<T> solid = n2 > length2[i] * length2[j] * T(Tolerance::face) + T(Tolerance::tiny);
    const T inverse = one / Select(solid, n2, one);
    const T wi = -Dot(normal[i], moment[j]) * inverse, wj = Dot(normal[i], moment[i]) * inverse;
    const T scale = height[i] * inverse;
    const T squared = height[i] * scale;
    const Mask<T> better = solid & (wi >= zero) & (wj >= zero) & (wi + wj <= one) &
                           (squared < r.squared);
    r.point = Select(better, normal[i] * scale, r.point);
    r.squared = Select(better, squared, r.squared);
    r.weight[i] = Select(better, wi, r.weight[i]);
    r.weight[j] = Select(better, wj, r.weight[j]);
    r.weight[other] = Select(better, zero, r.weight[other]);
  }
  const T volume = Dot(edge[0], normal[1]);
  const T sign = Select(volume < zero, -one, one);
  const T la = -height[1] * sign, lb = -height[2] * sign, lc = -height[0] * sign;
  const T v = volume * sign;
  r.inside =
      (v * v > length2[0] * length2[1] * length2[2] * T(Tolerance::volume) + T(Tolerance::tiny)) &
      (la >= zero) & (lb >= zero) & (lc >= zero) & (la + lb + lc <= v);
  return r;
}

template <class T>
struct CurvedTolerance;
template <>
struct CurvedTolerance<float> {
  static constexpr float flat = 1e-6f;
};
template <>
struct CurvedTolerance<double> {
  static constexpr double flat = 1e-15;
};

template <class T>
FARPOINT_HD Vec3<T> Normalised(const Vec3<T>& v) {
  return v * (T(1) / Sqrt(Dot(v, v)));
}

/// d²h along a and b (core's frame, across its direction), of the moving part alone.
template <class T>
FARPOINT_HD T Bend(const CurvedCore<T>& core, const CurvedSupport<T>& s, const T& by_radius,
                   const Vec3<T>& a, const Vec3<T>& b) {
  const Vec3<T> ga = Scale(core.stretch, a), gb = Scale(core.stretch, b);
  return s.rate * Dot(ga, gb) - Dot(s.round, a) * Dot(s.round, b) * by_radius;
}

/// The search before its first step, towards m (unit).
template <class T>
FARPOINT_HD void StartCurved(const Vec3<T>& m, CurvedSearch<T>* search) {
  const T zero(0), one(1);
  search->m = search->best_m = m;
  search->best = -Infinity<T>();
  for (auto& slot : search->slot) slot.sign0 = slot.sign1 = {one, one, one};  // as good as any
  search->snapped[0] = search->snapped[1] = zero;
}

/// Onto the axis of a cap that is nearer than the sine `near_axis`, unless it has been tried.
template <class T>
FARPOINT_HD void SnapToAxes(const CurvedPair<T>& pair, const T& near_axis,
                            CurvedSearch<T>* search) {
  const T zero(0), one(1);
  CurvedSearch<T>& s = *search;
  for (int i = 0; i < 2; ++i) {
    const CurvedCore<T>& core = pair.core[i];
    const Vec3<T> axis = i == 0 ? Vec3<T>{zero, zero, one}
                                : Vec3<T>{pair.oR1.row0.z, pair.oR1.row1.z, pair.oR1.row2.z};
    const T cosine = Dot(s.m, axis);
    const Vec3<T> sine = s.m - axis * cosine;
    // The cone has a cap at its base only.
    const T outward = i == 0 ? cosine : -cosine;
    const Mask<T> snap = (core.stretch.z == zero) & (core.radius > zero) &
                         (Dot(sine, sine) < near_axis * near_axis) &
                         Not((core.cone > zero) & (outward > zero)) & (s.snapped[i] == zero);
    s.m = Select(snap, axis * Select(cosine < zero, -one, one), s.m);
    s.snapped[i] = Select(snap, one, s.snapped[i]);
  }
}

/// One step. `near_axis`: the sine within which a cap's axis is tried.
template <class T>
FARPOINT_HD void StepCurved(const CurvedPair<T>& pair, const T& near_axis, CurvedSearch<T>* search,
                            CurvedFound<T>* found_out) {
  using Scalar = typename Lane<T>::Scalar;
  const T zero(0), one(1), flat(CurvedTolerance<Scalar>::flat);
  CurvedSearch<T>& s = *search;
  CurvedFound<T>& out = *found_out;
  const CurvedCore<T>&core0 = pair.core[0], &core1 = pair.core[1];
  const Vec3<T> m = s.m, n1 = MultiplyTransposed(pair.oR1, -m);
  const CurvedSupport<T> ask0 = Ask(core0, m, flat), ask1 = Ask(core1, n1, flat);

  const auto point = [&](const CurvedBranch<T>& branch) {
    return PointAt(core0, ask0, branch.sign0) -
           (Multiply(pair.oR1, PointAt(core1, ask1, branch.sign1)) + pair.ot1);
  };
  const CurvedBranch<T> newest{ask0.sign, ask1.sign};
  const Vec3<T> w = point(newest);
  Vec3<T> old[3];
  for (int i = 0; i < 3; ++i) old[i] = point(s.slot[i]);
  const T slack0 = ask0.slack * Roundness(core0, ask0.sign.z);
  const T slack1 = ask1.slack * Roundness(core1, ask1.sign.z);
  const T slack = slack0 + slack1;
  const Mask<T> on_cap = slack > zero;
  out.lower = -Dot(w, m) - slack0 * ask0.length - slack1 * ask1.length;
  out.normal = m;

  const auto slid = [&](const Vec3<T>& v) {
    const Vec3<T> across = v - m * Dot(v, m);
    const T length = Sqrt(Dot(across, across));
    return v - across * Min(one, slack / Select(length > slack, length, Max(slack, T(1e-30f))));
  };
  const WeightedPoint<T> found = NearestWithWeights(w, old[0], old[1], old[2]);
  T weight[3];
  Vec3<T> v = old[0] * found.weight[0] + old[1] * found.weight[1] + old[2] * found.weight[2] +
              w * (one - found.weight[0] - found.weight[1] - found.weight[2]);
  // On a cap the farthest point alone, unless the others are as far.
  const Vec3<T> alone = slid(w), joint = slid(v);
  const T alone2 = Dot(alone, alone), joint2 = Dot(joint, joint);
  const Mask<T> take_alone =
      on_cap & Not((joint2 < alone2) & (Sqrt(joint2) - out.lower <= T(1e-5f) * out.lower));
  const Vec3<T> before = Select(take_alone, w, v);
  v = Select(on_cap, Select(take_alone, alone, joint), v);
  for (int i = 0; i < 3; ++i) weight[i] = Select(take_alone, zero, found.weight[i]);
  out.inside = Select(found.inside & Not(on_cap) & Not(out.lower > zero), one, zero);

  const T d = Sqrt(Dot(v, v));
  out.upper = d;
  const Vec3<T> apart = v + m * d;
  out.off = Sqrt(Dot(apart, apart));
  const T weight_w = one - weight[0] - weight[1] - weight[2];
  T round0 = weight_w * Roundness(core0, ask0.sign.z);
  T round1 = weight_w * Roundness(core1, ask1.sign.z);
  Vec3<T> p0 = PointAt(core0, ask0, newest.sign0) * weight_w;
  Vec3<T> edge{zero, zero, zero};
  T others(0);
  for (int i = 0; i < 3; ++i) {
    round0 = round0 + weight[i] * Roundness(core0, s.slot[i].sign0.z);
    round1 = round1 + weight[i] * Roundness(core1, s.slot[i].sign1.z);
    p0 = p0 + PointAt(core0, ask0, s.slot[i].sign0) * weight[i];
    const Mask<T> kept = weight[i] > zero;
    edge = edge + Select(kept, old[i] - w, Vec3<T>{zero, zero, zero});
    others = others + Select(kept, one, zero);
    s.slot[i].sign0 = Select(kept, s.slot[i].sign0, newest.sign0);
    s.slot[i].sign1 = Select(kept, s.slot[i].sign1, newest.sign1);
  }
  out.p0 = p0 + (v - before) * (slack0 / Select(on_cap, slack, one));

  // The step that GJK would make, on the plane across m.
  // A face's normal is exact where its nearest point is rounding.
  const Vec3<T> nearest = Select(on_cap, v, found.point);
  const T nearest2 = Dot(nearest, nearest);
  const Vec3<T> to = nearest * (-one / Sqrt(Select(nearest2 > zero, nearest2, one)));
  const T along = Dot(to, m);
  const Vec3<T> g = (to - m * along) * (one / Max(along, T(0.2f)));
  // A frame of that plane, along the edge if there is one.
  const Vec3<T> any = Select(Mask<T>(Abs(m.x) < T(0.7f)), Vec3<T>{one, zero, zero},
                             Vec3<T>{zero, one, zero});
  const Mask<T> has_edge = (others == one) & (weight_w > zero);
  const Vec3<T> chosen = Select(has_edge, edge, any);
  const Vec3<T> tangent = chosen - m * Dot(chosen, m);
  const T tangent2 = Dot(tangent, tangent);
  const Vec3<T> e1 = tangent * (one / Sqrt(Select(tangent2 > zero, tangent2, one)));
  const Vec3<T> e2 = Cross(m, e1);
  const Vec3<T> f1 = MultiplyTransposed(pair.oR1, e1), f2 = MultiplyTransposed(pair.oR1, e2);
  const T by0 = ask0.rate / Select(core0.radius > zero, core0.radius * core0.radius, one);
  const T by1 = ask1.rate / Select(core1.radius > zero, core1.radius * core1.radius, one);
  // s.round = ρ e, so that ρ/|Gn| e eᵀ = rate/ρ² round roundᵀ.
  const auto bend = [&](const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c, const Vec3<T>& e) {
    return round0 * Bend(core0, ask0, by0, a, b) + round1 * Bend(core1, ask1, by1, c, e);
  };
  const T dd = d * Max(along, T(0.2f));
  const T a11 = bend(e1, e1, f1, f1) + dd, a12 = bend(e1, e2, f1, f2),
          a22 = bend(e2, e2, f2, f2) + dd;
  const T r1 = -Dot(v, e1), r2 = -Dot(v, e2);
  const T edge1 = Dot(edge, e1);
  const T g1 = -Dot(edge, m) / Select(edge1 > zero, edge1, one);
  const T determinant = a11 * a22 - a12 * a12;
  const T by = one / Select(determinant > zero, determinant, one);
  const T x = Select(has_edge, g1, (r1 * a22 - r2 * a12) * by);
  const T y = Select(has_edge, (r2 - g1 * a12) / Select(a22 > zero, a22, one),
                     (r2 * a11 - r1 * a12) * by);
  const Mask<T> newton = Not(on_cap) & (others < T(1.5f)) & (determinant > zero);
  const Vec3<T> delta = Select(newton, e1 * x + e2 * y, g);
  out.step = Sqrt(Dot(delta, delta));
  Vec3<T> next = Normalised(m + delta);

  // A step that went too far goes back towards the best plane.
  const Mask<T> worse = out.lower < s.best;
  next = Select(worse & Not(out.step < T(1e-3f)), Normalised(next + m + s.best_m * T(2)), next);
  s.best_m = Select(worse, s.best_m, m);
  s.best = Max(s.best, out.lower);

  s.m = next;
  SnapToAxes(pair, near_axis, search);
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_STEP_H_
