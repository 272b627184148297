// What lies inside the lanes, made callable for every instruction set: lane_probe.cc is compiled
// once for each, as src/narrowphase/lane_solver.cc is.

#ifndef FARPOINT_TESTS_CORE_ISA_LANE_PROBE_H_
#define FARPOINT_TESTS_CORE_ISA_LANE_PROBE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "src/support/hull_core.h"

namespace farpoint {

struct LaneProbe {
  std::string name;
  /// The vertices that lanes find along n directions of unit length: the one that float64 finds
  /// farthest, and the one that rounded heights do.
  void (*supports)(const HullCore& core, const Vec3d* directions, int n, int32_t* exact,
                   int32_t* rounded);
  /// Of a block's vertices along a direction in steps: the place of the highest, and the bits of
  /// the places that are at most `below` steps² lower.
  void (*places)(const CellBlock& block, const int16_t* direction, int32_t below, int32_t* highest,
                 uint32_t* near);
};

/// Those of InstructionSets(), in its order.
std::vector<LaneProbe> LaneProbes();

}  // namespace farpoint

#endif  // FARPOINT_TESTS_CORE_ISA_LANE_PROBE_H_
