#include "src/narrowphase/relative_pair.h"

#include <limits>

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Metres: smaller than anything there is, larger than what products of four lengths lose when they
// leave the range of float64.
constexpr double kUnderflow = 1e-40;

}  // namespace

double RoundingOf(const Geometry& a, const Geometry& b, double apart) {
  const double size =
      a.core_radius() + b.core_radius() + Norm(a.core_origin()) + Norm(b.core_origin()) + apart;
  return 8 * kEpsilon * size + a.core_deviation() + b.core_deviation() + kUnderflow;
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
  pair.rounding = RoundingOf(ga, gb, Norm(apart));
  return pair;
}

}  // namespace farpoint::FARPOINT_ISA
