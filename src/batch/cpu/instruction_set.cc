#include "src/batch/cpu/instruction_set.h"

#include "absl/strings/str_cat.h"

namespace farpoint {

// lane_solver.cc and curved_solver.cc, once for each set; see src/CMakeLists.txt.
#define FARPOINT_DECLARE_LANES(isa)                                               \
  namespace isa {                                                                 \
  int SolveLanes(const PairOfObjects* pairs, int n, const SolverOptions& options, \
                 LaneScratch* scratch, PairAnswer* answers, int32_t* open);       \
  void SolveCurvedLanes(int n, CurvedScratch* scratch);                           \
  }
FARPOINT_DECLARE_LANES(baseline)
#ifdef FARPOINT_X86_LANES
FARPOINT_DECLARE_LANES(avx2)
#endif
#ifdef FARPOINT_AVX512_LANES
FARPOINT_DECLARE_LANES(avx512)
#endif

std::vector<InstructionSet> InstructionSets() {
  std::vector<InstructionSet> sets = {
      {"baseline", {&baseline::SolveLanes, &baseline::SolveCurvedLanes}}};
#ifdef FARPOINT_X86_LANES
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    sets.push_back({"avx2", {&avx2::SolveLanes, &avx2::SolveCurvedLanes}});
  }
#endif
#ifdef FARPOINT_AVX512_LANES
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512cd")) {
    sets.push_back({"avx512", {&avx512::SolveLanes, &avx512::SolveCurvedLanes}});
  }
#endif
  return sets;
}

absl::StatusOr<InstructionSet> ChooseInstructionSet(absl::string_view name) {
  const std::vector<InstructionSet> sets = InstructionSets();
  if (name == "auto") return sets.back();
  std::string known;
  for (const InstructionSet& set : sets) {
    if (set.name == name) return set;
    absl::StrAppend(&known, ", ", set.name);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("must be one of auto", known, " on this machine, is '", name, "'"));
}

}  // namespace farpoint
