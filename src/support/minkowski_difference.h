// Farpoint: the Minkowski difference of two posed cores, the solver's only view of a pair.
//
//   MinkowskiDifference<double> difference;
//   difference.Set(core0, core1, oR1, ot1);
//   SupportPoint<double> s = difference.Support(direction, {});  // its farthest point {p0 − p1}
//
// Everything is in shape 0's core frame: a point p₁ of shape 1 lies at p₀ = oR1 · p₁ + ot1. It is
// Coal's MinkowskiDiff (hpp-fcl; Montaut et al., "Collision Detection Accelerated", 2022), member
// by member, with these differences:
//
//   Coal                        here
//   shapes[2]                   core(i): trivially copyable views, so that device code can hold
//   them data[2]                     none: hints go in and out with each call, and one const object
//                               serves all threads
//   oR1, ot1                    the same
//   swept_sphere_radius[2]      swept_radius(i): of the geometry; padding is added by the solver
//   normalize_support_direction DifferenceOptions::normalised_directions: a promise of the caller
//                               instead of a request, so that nobody normalises twice
//   set<options>(s0, s1)        Set(core0, core1): both in one frame
//   set<options>(s0, s1, t0, t1)  Set(core0, core1, pose0, pose1), or the relative pose, which
//                               the solver takes in float64 before it narrows anything
//   getSupportFunc              none: dispatch is on the core's kind and field
//   support0, support1          Support0, Support1: along +direction, in frame 0
//   support                     Support: shape 0's along direction, shape 1's along −direction
//   SupportOptions              DifferenceOptions::swept_spheres
//
// A float difference is in units of `CoreView::scale`, with both cores of about unit size.

#ifndef FARPOINT_SRC_SUPPORT_MINKOWSKI_DIFFERENCE_H_
#define FARPOINT_SRC_SUPPORT_MINKOWSKI_DIFFERENCE_H_

#include "src/isa.h"
#include "src/math/lane.h"
#include "src/math/vec3.h"
#include "src/support/core_view.h"

namespace farpoint {

/// Which vertex each core's support found: −1 for a curved core. In: where to start looking, or −1;
/// out: what was found (see CoreSupport). `Index` is an integer, or a pack of them.
template <class Index>
struct SupportIndex {
  Index index0 = Index(-1), index1 = Index(-1);

  FARPOINT_INLINE SupportIndex() = default;
  FARPOINT_INLINE FARPOINT_HD constexpr SupportIndex(const Index& i0, const Index& i1)
      : index0(i0), index1(i1) {}
};
using SupportHint = SupportIndex<int32_t>;

/// A point p0 − p1 of the difference, with its makers, in frame 0.
template <class T, class Index = int32_t>
struct SupportPoint {
  Vec3<T> w;       // p0 − p1
  Vec3<T> p0, p1;  // on either core
  SupportIndex<Index> index;
};

/// A core's frame in a common one: p_common = rotation · p + position.
template <class T>
struct CorePose {
  Mat3<T> rotation;
  Vec3<T> position;
};

struct DifferenceOptions {
  /// Supports on the swept shapes instead of the cores.
  bool swept_spheres = false;
  /// The caller promises unit directions (hull against hull under Nesterov), which saves a root
  /// when swept.
  bool normalised_directions = false;
};

namespace FARPOINT_ISA {

template <class T>
class MinkowskiDifference {
 public:
  /// Both cores in one frame.
  FARPOINT_HD void Set(const CoreView<T>& core0, const CoreView<T>& core1) {
    Set(core0, core1, {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}},
        {T(0), T(0), T(0)});
  }
  /// Core 1 posed in core 0's frame: p₀ = oR1 · p₁ + ot1.
  FARPOINT_HD void Set(const CoreView<T>& core0, const CoreView<T>& core1, const Mat3<T>& rotation,
                       const Vec3<T>& translation) {
    core_[0] = core0;
    core_[1] = core1;
    oR1_ = rotation;
    ot1_ = translation;
  }
  /// Both cores posed in a common frame: oR1 = R₀ᵀ R₁, ot1 = R₀ᵀ (t₁ − t₀).
  FARPOINT_HD void Set(const CoreView<T>& core0, const CoreView<T>& core1, const CorePose<T>& pose0,
                       const CorePose<T>& pose1) {
    const Mat3<T>& r = pose1.rotation;
    const Vec3<T> x = MultiplyTransposed(pose0.rotation, Vec3<T>{r.row0.x, r.row1.x, r.row2.x});
    const Vec3<T> y = MultiplyTransposed(pose0.rotation, Vec3<T>{r.row0.y, r.row1.y, r.row2.y});
    const Vec3<T> z = MultiplyTransposed(pose0.rotation, Vec3<T>{r.row0.z, r.row1.z, r.row2.z});
    Set(core0, core1, {{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}},
        MultiplyTransposed(pose0.rotation, pose1.position - pose0.position));
  }
  FARPOINT_HD void set_options(const DifferenceOptions& options) { options_ = options; }

  FARPOINT_HD const CoreView<T>& core(int i) const { return core_[i]; }
  FARPOINT_HD const Mat3<T>& oR1() const { return oR1_; }
  FARPOINT_HD const Vec3<T>& ot1() const { return ot1_; }
  /// Of the geometry, held apart from the core: added after the solver has converged.
  FARPOINT_HD T swept_radius(int i) const { return core_[i].swept_radius; }

  /// The farthest point of shape 0 along +direction, in frame 0. `index`: vertex hint in, found
  /// vertex out.
  FARPOINT_HD Vec3<T> Support0(const Vec3<T>& direction, int32_t* index) const {
    const Vec3<T> p = CoreSupport(core_[0], direction, index);
    return options_.swept_spheres ? p + Swept(direction, core_[0].swept_radius) : p;
  }
  /// The farthest point of shape 1 along +direction, both in frame 0. `index` as above.
  FARPOINT_HD Vec3<T> Support1(const Vec3<T>& direction, int32_t* index) const {
    const Vec3<T> p =
        Multiply(oR1_, CoreSupport(core_[1], MultiplyTransposed(oR1_, direction), index)) + ot1_;
    return options_.swept_spheres ? p + Swept(direction, core_[1].swept_radius) : p;
  }
  /// The farthest point of the difference along `direction` ≠ 0: shape 0's along it minus shape 1's
  /// along −it.
  FARPOINT_HD SupportPoint<T> Support(const Vec3<T>& direction, const SupportHint& hint) const {
    SupportPoint<T> s;
    s.index = hint;
    s.p0 = Support0(direction, &s.index.index0);
    s.p1 = Support1(-direction, &s.index.index1);
    s.w = s.p0 - s.p1;
    return s;
  }

 private:
  FARPOINT_HD Vec3<T> Swept(const Vec3<T>& direction, const T& radius) const {
    if (options_.normalised_directions) return direction * radius;
    return direction * (radius / Sqrt(Dot(direction, direction)));
  }

  CoreView<T> core_[2];
  Mat3<T> oR1_;
  Vec3<T> ot1_;
  DifferenceOptions options_;
};

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_MINKOWSKI_DIFFERENCE_H_
