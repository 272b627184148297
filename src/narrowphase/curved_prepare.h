// Farpoint: a pair made ready for the lanes of cores with formulas.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_PREPARE_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_PREPARE_H_

#include "src/narrowphase/curved_task.h"
#include "src/narrowphase/posed_geometry.h"

namespace farpoint::FARPOINT_ISA {

/// Whether both cores have formulas.
bool HaveFormulas(const PosedGeometry& a, const PosedGeometry& b);

/// The pair, of which HaveFormulas. False where float32 does not bear its sizes.
bool PrepareCurved(const PosedGeometry& a, const PosedGeometry& b, double cutoff,
                   CurvedPair<double>* pair, CurvedLimits<double>* limits);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_PREPARE_H_
