// Farpoint: a core with a formula as solvers read it, in one place.

#ifndef FARPOINT_SRC_SUPPORT_FORMULA_CORE_H_
#define FARPOINT_SRC_SUPPORT_FORMULA_CORE_H_

#include "src/support/curved_core.h"

namespace farpoint {

/// Plain data, owned by its Geometry. Metres, in the local frame, whose origin is the core's.
struct FormulaCore {
  CurvedCore<double> core;
  double radius = 0;     // of all of it
  double deviation = 0;  // how far the shape as given may lie outside
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_FORMULA_CORE_H_
