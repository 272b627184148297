// Farpoint: one pair of cores with formulas on its way through the lanes, as plain data.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_TASK_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_TASK_H_

#include "src/support/curved_core.h"

namespace farpoint {

/// In frame 0, metres. Sizes differ by less than what float32 bears.
struct CurvedTask {
  CurvedPair<double> pair;
  double unit;      // the larger core's radius, > 0
  double rounding;  // what any support value may be off by
  double cutoff;    // of the cores' distance; infinite for none
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_TASK_H_
