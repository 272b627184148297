// Farpoint: how exact the numbers of a pair are.

#ifndef FARPOINT_SRC_NARROWPHASE_PAIR_ROUNDING_H_
#define FARPOINT_SRC_NARROWPHASE_PAIR_ROUNDING_H_

#include <limits>

#include "src/isa.h"

namespace farpoint {

/// The larger core over the smaller, and over their distance: what a search in float32 bears.
inline constexpr double kLargestRatio = 1e4;

namespace FARPOINT_ISA {

/// Metres: what any support value or witness point may be off by, of cores that with the way
/// between them are `size` metres large, and whose hulls may be off by `deviation`.
FARPOINT_HD inline double RoundingOf(double size, double deviation) {
  // Smaller than anything there is, larger than what products of four lengths lose when they leave
  // the range of float64.
  constexpr double kUnderflow = 1e-40;
  return 8 * std::numeric_limits<double>::epsilon() * size + deviation + kUnderflow;
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_PAIR_ROUNDING_H_
