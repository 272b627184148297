// Farpoint: what a simplex or a direction proves of a pair of hulls, for a number or a pack of
// lanes, in float64 with exact supports.
//
// A simplex that a search found is made again from the vertices as they were given. Its point
// nearest to the origin bounds the distance from above; the plane across it, by one support query,
// from below. Where both meet but for rounding, and the points lie along the plane's normal but for
// rounding too, so that point_b = point_a + distance · normal is where it should be, the answer is
// proven. A direction alone proves that a pair is beyond the cut-off.

#ifndef FARPOINT_SRC_NARROWPHASE_HULL_PROOF_H_
#define FARPOINT_SRC_NARROWPHASE_HULL_PROOF_H_

#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/simplex.h"

namespace farpoint {

/// Of the cores, metres, core 0's frame. `distance` is a lower bound where `beyond`.
template <class T>
struct HullProof {
  T distance, error_bound;
  Vec3<T> normal, p0;
};

/// What a pair's proof is measured against, metres: LaneTask::rounding and cutoff.
template <class T>
struct ProofLimits {
  T rounding, cutoff;
};

namespace FARPOINT_ISA {

/// The nearest point is a sum that loses what its terms have in common: near the origin its
/// direction is off. That of a face is its normal, and that of an edge is square to it.
template <class T>
FARPOINT_HD Vec3<T> Sharpened(const Vec3<T> w[3], const T weight[3], const Vec3<T>& nearest) {
  using Tolerance = SimplexTolerance<double>;
  const T zero(0), one(1);
  const Vec3<T> e1 = w[1] - w[0], e2 = w[2] - w[0], n = Cross(e1, e2);
  const T n2 = Dot(n, n), face = Dot(e1, e1) * Dot(e2, e2) * T(Tolerance::face);
  const Mask<T> m0 = weight[0] > zero, m1 = weight[1] > zero, m2 = weight[2] > zero;
  const Mask<T> on_face = m0 & m1 & m2 & (n2 > face + T(Tolerance::tiny));
  const Mask<T> on_edge = Not(m0 & m1 & m2) & ((m0 & m1) | (m1 & m2) | (m0 & m2));
  const Vec3<T> e = Select(m0, Select(m1, e1, e2), w[2] - w[1]);
  const T length2 = Dot(e, e);
  const T along = Dot(nearest, e) / Select(length2 > T(Tolerance::tiny), length2, one);
  const Vec3<T> square = Select(on_edge, nearest - e * along, nearest);
  return Select(on_face, n * (Dot(n, w[0]) / Select(on_face, n2, one)), square);
}

/// Whether the plane across `v` separates by more than the cut-off. `height(normal)`: of the
/// difference along a unit normal, exactly but for rounding; minus it is `lower`.
template <class T, class Height>
FARPOINT_HD Mask<T> SeparatesBeyond(const Vec3<T>& v, const ProofLimits<T>& limits,
                                    const Height& height, Vec3<T>* normal, T* lower) {
  *normal = v * (T(-1) / Sqrt(Dot(v, v)));
  *lower = -height(*normal);
  // Comparisons are false for what is not a number. Of a v whose square is 0 the normal is
  // infinite, and so may be what it seems to prove.
  return (*lower > limits.cutoff + limits.rounding) & (*lower < Infinity<T>());
}

/// That the pair is beyond the cut-off, by the plane across `v`.
template <class T, class Height>
FARPOINT_HD Mask<T> ProveBeyond(const Vec3<T>& v, const ProofLimits<T>& limits,
                                const Height& height, HullProof<T>* proof) {
  T lower;
  const Mask<T> beyond = SeparatesBeyond(v, limits, height, &proof->normal, &lower);
  proof->distance = lower - limits.rounding;
  return beyond;
}

/// The distance by the simplex of the points made0[k] of core 0, which make w[k] of the difference;
/// or that it is `beyond` the cut-off.
template <class T, class Height>
FARPOINT_HD Mask<T> ProveDistance(const Vec3<T> made0[3], const Vec3<T> w[3],
                                  const ProofLimits<T>& limits, const Height& height,
                                  HullProof<T>* proof, Mask<T>* beyond) {
  T weight[3];
  NearestOnTriangle(w[0], w[1], w[2], weight);
  const Vec3<T> nearest = w[0] * weight[0] + w[1] * weight[1] + w[2] * weight[2];
  proof->p0 = made0[0] * weight[0] + made0[1] * weight[1] + made0[2] * weight[2];
  const Vec3<T> v = Sharpened(w, weight, nearest);
  const T length = Sqrt(Dot(v, v));
  T lower;
  *beyond = SeparatesBeyond(v, limits, height, &proof->normal, &lower);
  const T rounding = limits.rounding;
  const T gap = Max(Max(length, Sqrt(Dot(nearest, nearest))) - lower, T(0));
  const Vec3<T> off = nearest - v;
  const Mask<T> certain = (length > rounding) & (lower > rounding) & (gap <= rounding + rounding) &
                          (Dot(off, off) <= rounding * rounding);
  proof->distance = Select(*beyond, lower - rounding, length);
  proof->error_bound = gap + rounding;
  return certain | *beyond;
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_HULL_PROOF_H_
