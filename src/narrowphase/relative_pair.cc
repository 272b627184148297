#include "src/narrowphase/relative_pair.h"

#include <limits>

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Metres: smaller than anything there is, larger than what products of four lengths lose when they
// leave the range of float64.
constexpr double kUnderflow = 1e-40;

}  // namespace

double RoundingOf(double size, double deviation) {
  return 8 * kEpsilon * size + deviation + kUnderflow;
}

RelativePair MakeRelative(const PosedGeometry& a, const PosedGeometry& b, SupportField field) {
  const Geometry &ga = *a.geometry, &gb = *b.geometry;
  const SupportField exact = field == SupportField::kScan ? field : SupportField::kExactCells;
  const Vec3d apart = b.position - a.position;
  const Vec3d offset =
      Multiply(b.rotation, gb.core_origin()) - Multiply(a.rotation, ga.core_origin());
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
