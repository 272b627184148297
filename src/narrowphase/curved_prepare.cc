#include "src/narrowphase/curved_prepare.h"

#include <algorithm>

#include "src/narrowphase/pair_rounding.h"

namespace farpoint::FARPOINT_ISA {

bool HaveFormulas(const PosedGeometry& a, const PosedGeometry& b) {
  return a.geometry->formula() != nullptr && b.geometry->formula() != nullptr;
}

bool PrepareCurved(const PosedGeometry& a, const PosedGeometry& b, double cutoff,
                   CurvedPair<double>* pair, CurvedLimits<double>* limits) {
  const Geometry &ga = *a.geometry, &gb = *b.geometry;
  const double radius0 = ga.core_radius(), radius1 = gb.core_radius();
  const Vec3d apart = b.position - a.position;
  const double distance = Norm(apart);
  double unit = std::max(radius0, radius1);
  if (unit == 0) unit = distance > 0 ? distance : 1;
  // A point is as good as any size.
  const auto bears = [&](double radius) { return radius == 0 || radius * kLargestRatio >= unit; };
  if (!(bears(radius0) && bears(radius1) && distance <= kLargestRatio * unit)) return false;
  // Cores with formulas have their origin in the local frame's.
  pair->core[0] = *ga.formula();
  pair->core[1] = *gb.formula();
  pair->oR1 = MultiplyTransposed(a.rotation, b.rotation);
  pair->ot1 = MultiplyTransposed(a.rotation, apart);
  limits->unit = unit;
  limits->rounding =
      RoundingOf(radius0 + radius1 + distance, ga.core_deviation() + gb.core_deviation());
  limits->cutoff = cutoff;
  return true;
}

}  // namespace farpoint::FARPOINT_ISA
