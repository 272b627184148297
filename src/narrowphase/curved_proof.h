// Farpoint: what a step of StepCurved proves, as an answer.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_PROOF_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_PROOF_H_

#include "src/narrowphase/core_answer.h"
#include "src/narrowphase/curved_step.h"
#include "src/narrowphase/curved_task.h"

namespace farpoint::FARPOINT_ISA {

/// Whether the step settles the pair; `answer` then says how. `vertex0`: V of core 0; `code`: of
/// the slots after the step.
FARPOINT_HD inline bool ProveCurved(const CurvedFound<double>& found, const Vec3<double>& vertex0,
                                    const double code[3], const CurvedLimits<double>& limits,
                                    CoreAnswer* answer) {
  const double rounding = limits.rounding;
  if (found.lower > limits.cutoff + rounding) {
    answer->beyond = true;
    answer->distance = found.lower - rounding;
    answer->normal = found.normal;
    return true;
  }
  // The plane that proves and the points that are nearest must be of one mind.
  if (!(found.lower > rounding && found.upper - found.lower <= 2 * rounding &&
        found.off2 <= rounding * rounding)) {
    return false;
  }
  answer->distance = found.upper;
  answer->error_bound = Max(0.0, found.upper - found.lower) + rounding;
  answer->normal = found.normal;
  answer->p0 = found.round0;
  double rest = 1;
  for (int k = 0; k < 3; ++k) {
    if (found.weight[k] == 0) continue;
    answer->p0 = answer->p0 + FixedPart0(vertex0, code[k]) * found.weight[k];
    rest -= found.weight[k];
  }
  answer->p0 = answer->p0 + FixedPart0(vertex0, found.newest) * rest;
  return true;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_PROOF_H_
