// Farpoint: which of the compiled instruction sets answers pairs.

#ifndef FARPOINT_SRC_BATCH_CPU_INSTRUCTION_SET_H_
#define FARPOINT_SRC_BATCH_CPU_INSTRUCTION_SET_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "src/narrowphase/solve_pair.h"

namespace farpoint {

struct InstructionSet {
  std::string name;  // "baseline", "avx2", "avx512"
  scalar::LaneSolver solve_lanes;
};

/// The sets that were compiled in and that this processor has, the narrowest first. Not empty.
std::vector<InstructionSet> InstructionSets();

/// The set of that name, or for "auto" the widest. `InvalidArgument` naming those that there are.
absl::StatusOr<InstructionSet> ChooseInstructionSet(absl::string_view name);

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CPU_INSTRUCTION_SET_H_
