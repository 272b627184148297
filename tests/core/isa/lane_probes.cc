#include "src/batch/cpu/instruction_set.h"
#include "tests/core/isa/lane_probe.h"

namespace farpoint {

// lane_probe.cc, once for each set.
#define FARPOINT_DECLARE_PROBE(isa)                                                        \
  namespace isa {                                                                          \
  void ProbeSupports(const HullCore& core, const Vec3d* directions, int n, int32_t* exact, \
                     int32_t* rounded);                                                    \
  void ProbePlaces(const CellBlock& block, const int16_t* direction, int32_t below,        \
                   int32_t* highest, uint32_t* near);                                      \
  }
FARPOINT_DECLARE_PROBE(baseline)
#ifdef FARPOINT_X86_LANES
FARPOINT_DECLARE_PROBE(avx2)
#endif
#ifdef FARPOINT_AVX512_LANES
FARPOINT_DECLARE_PROBE(avx512)
#endif

std::vector<LaneProbe> LaneProbes() {
  const LaneProbe kCompiled[] = {
      {"baseline", &baseline::ProbeSupports, &baseline::ProbePlaces},
#ifdef FARPOINT_X86_LANES
      {"avx2", &avx2::ProbeSupports, &avx2::ProbePlaces},
#endif
#ifdef FARPOINT_AVX512_LANES
      {"avx512", &avx512::ProbeSupports, &avx512::ProbePlaces},
#endif
  };
  std::vector<LaneProbe> probes;
  for (const InstructionSet& set : InstructionSets()) {
    for (const LaneProbe& probe : kCompiled) {
      if (probe.name == set.name) probes.push_back(probe);
    }
  }
  return probes;
}

}  // namespace farpoint
