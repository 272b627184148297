// Farpoint: a pair in the frame of its first core, and how exact its numbers are.

#ifndef FARPOINT_SRC_NARROWPHASE_RELATIVE_PAIR_H_
#define FARPOINT_SRC_NARROWPHASE_RELATIVE_PAIR_H_

#include "src/narrowphase/posed_geometry.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

struct RelativePair {
  const PosedGeometry *a, *b;
  MinkowskiDifference<double> difference;  // with exact supports
  double radius0, radius1;                 // metres, of the cores about their origins
  double rounding;  // metres: what any support value or witness point may be off by
};

/// The relative pose in float64, from the difference of the positions: a kilometre from the origin
/// costs nothing. `field`: kScan scans; whatever else is answered by exact cells, so that supports
/// prove what they say.
RelativePair MakeRelative(const PosedGeometry& a, const PosedGeometry& b, SupportField field);

/// Whether both cores are hulls of vertices, so that their difference is one too.
inline bool AreVertexCores(const MinkowskiDifference<double>& difference) {
  return difference.core(0).kind == CoreKind::kVertices &&
         difference.core(1).kind == CoreKind::kVertices;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_RELATIVE_PAIR_H_
