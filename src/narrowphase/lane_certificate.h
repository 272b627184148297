// Farpoint: proofs for as many pairs of hulls as there are lanes, in float64, with exact supports.
//
// A simplex that the search found is made again from the vertices as they were given. Its point
// nearest to the origin bounds the distance from above; the plane across it, by one support query,
// from below. Where both meet but for rounding, and the points lie along the plane's normal but for
// rounding too, so that point_b = point_a + distance · normal is where it should be, the answer is
// proven.
// A direction alone proves that a pair is beyond the cut-off.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_CERTIFICATE_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_CERTIFICATE_H_

#include "src/math/lane_pack.h"
// The pack's overloads come first.
#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/hull_support.h"
#include "src/narrowphase/lane_task.h"
#include "src/narrowphase/simplex.h"

namespace farpoint::FARPOINT_ISA {

/// The distance by a simplex, or that it is beyond the cut-off by a direction.
enum class Proof { kDistance, kBeyond };

/// One group of lanes; unused lanes repeat a used one.
template <Proof kHow>
class LaneCertificate {
 public:
  using P = Pack<double>;
  static constexpr int kWidth = static_cast<int>(P::size());

  /// Tries the simplex or direction of `found`.
  void Set(int lane, const LaneTask& task, const LaneAnswer& found) {
    const Mat3d& r = task.oR1;
    const double rows[9] = {r.row0.x, r.row0.y, r.row0.z, r.row1.x, r.row1.y,
                            r.row1.z, r.row2.x, r.row2.y, r.row2.z};
    for (int i = 0; i < 9; ++i) rotation_[i][lane] = rows[i];
    Put(task.ot1, lane, translation_);
    core_[0][lane] = task.core0;
    core_[1][lane] = task.core1;
    resolution_[0][lane] = task.core0->field.resolution;
    resolution_[1][lane] = task.core1->field.resolution;
    rounding_[lane] = task.rounding;
    cutoff_[lane] = task.cutoff;
    if constexpr (kHow == Proof::kBeyond) {
      Put(found.direction, lane, direction_);
      return;
    }
    for (int k = 0; k < 3; ++k) {
      Put(task.core0->vertices[found.slot[k].index0], lane, slot_[0][k]);
      Put(task.core1->vertices[found.slot[k].index1], lane, slot_[1][k]);
    }
  }

  void Prove() {
    const Mat3<P> oR1{{Get(rotation_[0]), Get(rotation_[1]), Get(rotation_[2])},
                      {Get(rotation_[3]), Get(rotation_[4]), Get(rotation_[5])},
                      {Get(rotation_[6]), Get(rotation_[7]), Get(rotation_[8])}};
    const Vec3<P> ot1 = Get(translation_);
    const P rounding = Get(rounding_), zero(0);
    Vec3<P> v, nearest, p0;
    if constexpr (kHow == Proof::kBeyond) {
      v = Get(direction_);
    } else {
      Vec3<P> made0[3], w[3];
      for (int k = 0; k < 3; ++k) {
        made0[k] = Get(slot_[0][k]);
        w[k] = made0[k] - Multiply(oR1, Get(slot_[1][k])) - ot1;
      }
      P weight[3];
      NearestOnTriangle(w[0], w[1], w[2], weight);
      nearest = w[0] * weight[0] + w[1] * weight[1] + w[2] * weight[2];
      p0 = made0[0] * weight[0] + made0[1] * weight[1] + made0[2] * weight[2];
      v = Sharpened(w, weight, nearest);
    }
    const P length = Sqrt(Dot(v, v));
    const Vec3<P> normal = v * (P(-1) / length);
    const Vec3<P> turned = MultiplyTransposed(oR1, -normal);
    HullQuery<kWidth> query[2];
    query[0].Find(core_[0], Get(resolution_[0]), normal);
    query[1].Find(core_[1], Get(resolution_[1]), turned);
    P index;
    const Vec3<P> s0 = FarthestExact(query[0], core_[0], normal, &index);
    const Vec3<P> s1 = FarthestExact(query[1], core_[1], turned, &index);
    const P lower = -Dot(normal, s0 - Multiply(oR1, s1) - ot1);
    // Comparisons are false for what is not a number. Of a v whose square is 0 the normal is
    // infinite, and so may be what it seems to prove.
    const Mask<P> farther = (lower > Get(cutoff_) + rounding) & (lower < Infinity<P>());
    Write(normal, normal_);
    if constexpr (kHow == Proof::kBeyond) {
      Write(lower - rounding, distance_);
      Write(Select(farther, P(2), zero), verdict_);
      return;
    }
    const P gap = Max(Max(length, Sqrt(Dot(nearest, nearest))) - lower, zero);
    const Vec3<P> off = nearest - v;
    const Mask<P> certain = (length > rounding) & (lower > rounding) &
                            (gap <= rounding + rounding) & (Dot(off, off) <= rounding * rounding);
    Write(Select(farther, lower - rounding, length), distance_);
    Write(gap + rounding, error_bound_);
    Write(p0, p0_);
    Write(Select(farther, P(2), Select(certain, P(1), zero)), verdict_);
  }

  /// Whether the lane's pair is proven; then `core` is its answer.
  bool Get(int lane, CoreAnswer* core) const {
    if (verdict_[lane] == 0) return false;
    core->beyond = kHow == Proof::kBeyond || verdict_[lane] == 2;
    core->distance = distance_[lane];
    core->normal = {normal_[0][lane], normal_[1][lane], normal_[2][lane]};
    if (core->beyond) return true;
    core->error_bound = error_bound_[lane];
    core->p0 = {p0_[0][lane], p0_[1][lane], p0_[2][lane]};
    return true;
  }

 private:
  // The nearest point is a sum that loses what its terms have in common: near the origin its
  // direction is off. That of a face is its normal, and that of an edge is square to it.
  static Vec3<P> Sharpened(const Vec3<P> w[3], const P weight[3], const Vec3<P>& nearest) {
    using Tolerance = SimplexTolerance<double>;
    const P zero(0), one(1);
    const Vec3<P> e1 = w[1] - w[0], e2 = w[2] - w[0], n = Cross(e1, e2);
    const P n2 = Dot(n, n), face = Dot(e1, e1) * Dot(e2, e2) * P(Tolerance::face);
    const Mask<P> m0 = weight[0] > zero, m1 = weight[1] > zero, m2 = weight[2] > zero;
    const Mask<P> on_face = m0 & m1 & m2 & (n2 > face + P(Tolerance::tiny));
    const Mask<P> on_edge = Not(m0 & m1 & m2) & ((m0 & m1) | (m1 & m2) | (m0 & m2));
    const Vec3<P> e = Select(m0, Select(m1, e1, e2), w[2] - w[1]);
    const P length2 = Dot(e, e);
    const P along = Dot(nearest, e) / Select(length2 > P(Tolerance::tiny), length2, one);
    const Vec3<P> square = Select(on_edge, nearest - e * along, nearest);
    return Select(on_face, n * (Dot(n, w[0]) / Select(on_face, n2, one)), square);
  }

  using Numbers = double[kWidth];

  static void Put(const Vec3d& v, int lane, Numbers* to) {
    to[0][lane] = v.x;
    to[1][lane] = v.y;
    to[2][lane] = v.z;
  }
  static P Get(const Numbers& from) { return P(from, stdx::vector_aligned); }
  static Vec3<P> Get(const Numbers* from) { return {Get(from[0]), Get(from[1]), Get(from[2])}; }
  static void Write(const P& from, Numbers& to) { from.copy_to(to, stdx::vector_aligned); }
  static void Write(const Vec3<P>& from, Numbers* to) {
    Write(from.x, to[0]);
    Write(from.y, to[1]);
    Write(from.z, to[2]);
  }

  alignas(64) Numbers slot_[2][3][3];
  alignas(64) Numbers rotation_[9];
  alignas(64) Numbers translation_[3], direction_[3];
  alignas(64) Numbers resolution_[2], rounding_, cutoff_;
  const HullCore* core_[2][kWidth];
  alignas(64) Numbers distance_, error_bound_, normal_[3], p0_[3], verdict_;
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_CERTIFICATE_H_
