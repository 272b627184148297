#include "src/narrowphase/relative_pair.h"

#include "src/narrowphase/pair_rounding.h"

namespace farpoint::FARPOINT_ISA {

RelativePair MakeRelative(const PosedGeometry& a, const PosedGeometry& b, SupportField field) {
  const Geometry &ga = *a.geometry, &gb = *b.geometry;
  const SupportField exact = field == SupportField::kScan ? field : SupportField::kExactCells;
  const Vec3d apart = b.position - a.position;
  const Vec3d offset = b.core_offset - a.core_offset;
  RelativePair pair;
  pair.a = &a;
  pair.b = &b;
  // The second frame about the first's origin: positions far from the world's lose nothing.
  pair.difference.Set(MakeCoreView(ga, exact), MakeCoreView(gb, exact), {a.rotation, {0, 0, 0}},
                      {b.rotation, apart + offset});
  pair.radius0 = ga.core_radius();
  pair.radius1 = gb.core_radius();
  const double size =
      pair.radius0 + pair.radius1 + Norm(ga.core_origin()) + Norm(gb.core_origin()) + Norm(apart);
  pair.rounding = RoundingOf(size, ga.core_deviation() + gb.core_deviation());
  return pair;
}

}  // namespace farpoint::FARPOINT_ISA
