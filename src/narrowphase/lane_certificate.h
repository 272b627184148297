// Farpoint: proofs (hull_proof.h) for as many pairs of hulls as there are lanes.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_CERTIFICATE_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_CERTIFICATE_H_

#include "src/math/lane_pack.h"
// The pack's overloads come first.
#include "src/narrowphase/hull_proof.h"
#include "src/narrowphase/hull_support.h"
#include "src/narrowphase/lane_task.h"

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
    const auto height = [&](const Vec3<P>& normal) {
      const Vec3<P> turned = MultiplyTransposed(oR1, -normal);
      HullQuery<kWidth> query[2];
      query[0].Find(core_[0], Get(resolution_[0]), normal);
      query[1].Find(core_[1], Get(resolution_[1]), turned);
      P index;
      const Vec3<P> s0 = FarthestExact(query[0], core_[0], normal, &index);
      const Vec3<P> s1 = FarthestExact(query[1], core_[1], turned, &index);
      return Dot(normal, s0 - Multiply(oR1, s1) - ot1);
    };
    const ProofLimits<P> limits{Get(rounding_), Get(cutoff_)};
    const P zero(0), one(1), two(2);
    HullProof<P> proof;
    if constexpr (kHow == Proof::kBeyond) {
      const Mask<P> proven = ProveBeyond(Get(direction_), limits, height, &proof);
      Write(Select(proven, two, zero), verdict_);
    } else {
      Vec3<P> made0[3], w[3];
      for (int k = 0; k < 3; ++k) {
        made0[k] = Get(slot_[0][k]);
        w[k] = made0[k] - Multiply(oR1, Get(slot_[1][k])) - ot1;
      }
      Mask<P> beyond;
      const Mask<P> proven = ProveDistance(made0, w, limits, height, &proof, &beyond);
      Write(proof.error_bound, error_bound_);
      Write(proof.p0, p0_);
      Write(Select(beyond, two, Select(proven, one, zero)), verdict_);
    }
    Write(proof.distance, distance_);
    Write(proof.normal, normal_);
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
