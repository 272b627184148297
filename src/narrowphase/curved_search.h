// Farpoint: how a pair of cores with formulas is searched, by every backend: StepCurved in float32
// on cores of unit size, which mostly ends in a small step; then in float64, for a step squares
// what is missing, until one proves: its plane from below, its points from above, within rounding
// of each other. curved_solver.h has a pair a lane.
//
// What is not proven so (overlap, touch, where steps circle) is left open.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_SEARCH_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_SEARCH_H_

#include "src/narrowphase/curved_step.h"
#include "src/narrowphase/curved_task.h"

namespace farpoint::FARPOINT_ISA {

/// Steps after which a pair is looked at, by round.
inline constexpr int kCurvedFloatRounds = 3, kCurvedDoubleRounds = 4;
FARPOINT_HD constexpr int CurvedFloatSteps(int round) { return round < 2 ? 4 : 8; }
FARPOINT_HD constexpr int CurvedDoubleSteps(int round) {
  return round < 2 ? 2 : round == 2 ? 3 : 5;
}

/// The step after which float64 takes over: it squares what is missing.
inline constexpr float kSmallCurvedStep = 3e-3f;
/// The sines within which a cap's axis is tried.
inline constexpr float kNearAxisFloat = 0.25f;
inline constexpr double kNearAxisDouble = 1e-5;

/// Whether the float32 search goes on after a round: unless its best plane (of distance `best` in
/// units) is beyond the cut-off already.
FARPOINT_HD inline bool CurvedGoesOn(double best, double unit, double cutoff) {
  return !(best * unit > cutoff * (1 + 1e-5));
}

/// Where a search begins: the line of centres.
template <class T>
FARPOINT_HD Vec3<T> StartDirection(const Vec3<T>& ot1) {
  const T squared = Dot(ot1, ot1);
  const Mask<T> somewhere = squared > T(1e-14f);
  const T inverse = InverseRoot(Select(somewhere, squared, T(1)));
  return Select(somewhere, ot1 * inverse, Vec3<T>{T(1), T(0), T(0)});
}

/// How far a float32 search came; `best` in units.
template <class T>
struct CurvedSeed {
  Vec3<T> m, best_m;
  T best;
  T code[3];
};

/// The float64 search that goes on from there.
template <class T>
FARPOINT_HD void SeedCurved(const CurvedPair<T>& pair, const CurvedSeed<T>& seed, const T& unit,
                            const T& cutoff, CurvedSearch<T>* search) {
  // Where a plane beyond the cut-off is known, that is to be proven.
  const Mask<T> beyond = seed.best * unit > cutoff;
  const Vec3<T> m = Select(beyond, seed.best_m, seed.m);
  search->m = search->best_m = m * InverseRoot(Dot(m, m));
  search->best = -Infinity<T>();
  search->snapped[0] = search->snapped[1] = T(0);  // float32 misses an axis that it has found
  for (int k = 0; k < 3; ++k) search->slot[k] = BranchOf(pair, seed.code[k]);
  SnapToAxes(pair, T(kNearAxisDouble), search);
}

/// A pair in float32, in its unit.
FARPOINT_HD inline CurvedPair<float> NarrowPair(const CurvedPair<double>& pair, double unit) {
  const auto narrow = [](const Vec3d& v, double by) {
    return Vec3f{static_cast<float>(v.x * by), static_cast<float>(v.y * by),
                 static_cast<float>(v.z * by)};
  };
  const double inverse = 1 / unit;
  CurvedPair<float> out;
  for (int i = 0; i < 2; ++i) {
    const CurvedCore<double>& core = pair.core[i];
    // Of an ellipsoid the stretch is a length, of others the radius.
    const bool ellipsoid = core.stretch.z > 0 && core.radius > 0;
    out.core[i] = {narrow(core.vertex, inverse), narrow(core.stretch, ellipsoid ? inverse : 1),
                   static_cast<float>(core.radius * (ellipsoid ? 1 : inverse)),
                   static_cast<float>(core.cone)};
  }
  out.oR1 = {narrow(pair.oR1.row0, 1), narrow(pair.oR1.row1, 1), narrow(pair.oR1.row2, 1)};
  out.ot1 = narrow(pair.ot1, inverse);
  return out;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_SEARCH_H_
