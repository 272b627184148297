// Farpoint: the Minkowski differences of as many pairs as there are lanes, for StepGjk.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_DIFFERENCE_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_DIFFERENCE_H_

#include "src/math/lane_pack.h"
// The pack's overloads come first.
#include "src/narrowphase/hull_search.h"
#include "src/narrowphase/hull_support.h"

namespace farpoint::FARPOINT_ISA {

template <class S>
void SetLane(int lane, const Vec3<S>& from, Vec3<Pack<S>>* to) {
  to->x[lane] = from.x;
  to->y[lane] = from.y;
  to->z[lane] = from.z;
}
template <class S>
Vec3<S> GetLane(int lane, const Vec3<Pack<S>>& from) {
  return {S(from.x[lane]), S(from.y[lane]), S(from.z[lane])};
}

/// In float32 in each pair's unit and with rounded vertices, in float64 in metres and exact.
template <class S>
class LaneDifference {
 public:
  using P = Pack<S>;
  static constexpr int kWidth = static_cast<int>(P::size());

  /// `scale`: of metres.
  void Set(int lane, const LaneTask& task, double scale) {
    SetLane(lane, Narrow<S>(task.oR1.row0, 1), &oR1_.row0);
    SetLane(lane, Narrow<S>(task.oR1.row1, 1), &oR1_.row1);
    SetLane(lane, Narrow<S>(task.oR1.row2, 1), &oR1_.row2);
    SetLane(lane, Narrow<S>(task.ot1, scale), &ot1_);
    SetCore(lane, *task.core0, scale, &core_[0]);
    SetCore(lane, *task.core1, scale, &core_[1]);
  }

  /// What Support is going to be asked next: memory is asked for now.
  void Ask(const Vec3<P>& direction) {
    // A lane that has ended may be left with a direction of 0.
    const P squared = Max(Dot(direction, direction), SmallestDivisor<P>());
    unit_ = direction * (P(1) / Sqrt(squared));
    turned_ = MultiplyTransposed(oR1_, -unit_);
    query_[0].Find(core_[0].of, core_[0].resolution, unit_);
    query_[1].Find(core_[1].of, core_[1].resolution, turned_);
  }

  /// Along the direction of the last Ask.
  LanePoint<P> Support(const Vec3<P>& /*direction*/, const SupportIndex<P>& /*hint*/) const {
    LanePoint<P> s;
    const Vec3<P> p0 = Farthest(core_[0], query_[0], unit_, &s.index.index0);
    const Vec3<P> p1 = Farthest(core_[1], query_[1], turned_, &s.index.index1);
    s.w = p0 - Multiply(oR1_, p1) - ot1_;
    return s;
  }

 private:
  struct Cores {
    P resolution, scale;  // scale: of the rounded coordinates
    const HullCore* of[kWidth];
  };

  static void SetCore(int lane, const HullCore& core, double scale, Cores* out) {
    out->resolution[lane] = static_cast<S>(core.field.resolution);
    out->scale[lane] = static_cast<S>(core.radius * scale / kBlockSteps);
    out->of[lane] = &core;
  }

  static Vec3<P> Farthest(const Cores& cores, const HullQuery<kWidth>& query,
                          const Vec3<P>& direction, P* index) {
    if constexpr (std::is_same_v<S, float>) {
      return FarthestRounded(query, index) * cores.scale;
    } else {
      return FarthestExact(query, cores.of, direction, index);
    }
  }

  Cores core_[2];
  Mat3<P> oR1_;
  Vec3<P> ot1_;
  HullQuery<kWidth> query_[2];
  Vec3<P> unit_, turned_;
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_DIFFERENCE_H_
