// Farpoint: a pair made ready for the search among cores with formulas.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_PREPARE_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_PREPARE_H_

#include "src/narrowphase/curved_task.h"
#include "src/narrowphase/pair_rounding.h"
#include "src/narrowphase/posed_geometry.h"

namespace farpoint::FARPOINT_ISA {

/// Whether both cores have formulas, of sizes that float32 bears; then the pair.
FARPOINT_HD inline bool PrepareCurved(const PosedGeometry& a, const PosedGeometry& b, double cutoff,
                                      CurvedPair<double>* pair, CurvedLimits<double>* limits) {
  if (a.formula == nullptr || b.formula == nullptr) return false;
  const double radius0 = a.formula->radius, radius1 = b.formula->radius;
  const Vec3d apart = b.position - a.position;
  const double distance = Norm(apart);
  double unit = Max(radius0, radius1);
  if (unit == 0) unit = distance > 0 ? distance : 1;
  // A point is as good as any size.
  const auto bears = [&](double radius) { return radius == 0 || radius * kLargestRatio >= unit; };
  if (!(bears(radius0) && bears(radius1) && distance <= kLargestRatio * unit)) return false;
  // Cores with formulas have their origin in the local frame's.
  pair->core[0] = a.formula->core;
  pair->core[1] = b.formula->core;
  pair->oR1 = MultiplyTransposed(a.rotation, b.rotation);
  pair->ot1 = MultiplyTransposed(a.rotation, apart);
  limits->unit = unit;
  limits->rounding =
      RoundingOf(radius0 + radius1 + distance, a.formula->deviation + b.formula->deviation);
  limits->cutoff = cutoff;
  return true;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_PREPARE_H_
