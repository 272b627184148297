#include "src/narrowphase/curved_prepare.h"

#include <algorithm>

#include "src/narrowphase/relative_pair.h"

namespace farpoint::FARPOINT_ISA {

bool HaveFormulas(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options) {
  return options.field == SupportField::kExactCells && options.gjk == GjkVariant::kPlain &&
         a.geometry->formula() != nullptr && b.geometry->formula() != nullptr;
}

bool PrepareCurved(const PosedGeometry& a, const PosedGeometry& b, double cutoff,
                   CurvedPair<double>* pair, CurvedLimits<double>* limits) {
  constexpr double kLargestRatio = 1e4;
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
  const Mat3d& r = b.rotation;
  const Vec3d x = MultiplyTransposed(a.rotation, Vec3d{r.row0.x, r.row1.x, r.row2.x});
  const Vec3d y = MultiplyTransposed(a.rotation, Vec3d{r.row0.y, r.row1.y, r.row2.y});
  const Vec3d z = MultiplyTransposed(a.rotation, Vec3d{r.row0.z, r.row1.z, r.row2.z});
  pair->core[0] = *ga.formula();
  pair->core[1] = *gb.formula();
  pair->oR1 = {{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}};
  pair->ot1 = MultiplyTransposed(a.rotation, apart);
  limits->unit = unit;
  limits->rounding =
      RoundingOf(radius0 + radius1 + distance, ga.core_deviation() + gb.core_deviation());
  limits->cutoff = cutoff;
  return true;
}

}  // namespace farpoint::FARPOINT_ISA
