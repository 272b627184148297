// What the lanes of hulls take for proven, in every instruction set of this machine, at the ends of
// what float64 holds.

#include <gtest/gtest.h>

#include <cmath>

#include "src/batch/cpu/instruction_set.h"
#include "tests/core/ask.h"

namespace farpoint {
namespace {

PairAnswer AskLanes(const Placed& a, const Placed& b, const SolverOptions& options,
                    const InstructionSet& set) {
  const GeometryPtr ga = MakeGeometry(a.shape), gb = MakeGeometry(b.shape);
  const PosedGeometry posed_a = MakePosed(*ga, a.pose, 0), posed_b = MakePosed(*gb, b.pose, 0);
  const PairOfObjects pair{&posed_a, &posed_b};
  scalar::PairScratch scratch;
  PairAnswer answer;
  scalar::SolvePairs(&pair, 1, options, set.solve_lanes, &scratch, &answer);
  return answer;
}

// The square of the distance is 0, the normal infinite, and so is what it seems to prove.
TEST(LaneCertificate, AnInfiniteBoundProvesNothing) {
  const Mesh mesh{{{-3.1659373906937059e-163, -1.2924088646776965e-162, 1.7985307531175883e-162},
                   {-2.855911343108929e-163, -6.4252380827501917e-163, -1.874083869499707e-162},
                   {-4.7581635335006926e-163, -1.8251856754147598e-162, 2.7226059537787646e-163},
                   {1.7067888983053187e-163, 4.6158037164497418e-163, 1.3496225549928177e-162},
                   {1.2354982583431877e-162, -1.1802262909430657e-162, -1.6603816527765483e-162}}};
  const Pose pose{{2.3420158754051015e-162, -2.7507682097684818e-163, -9.7156876985578185e-163},
                  {}};
  for (double limit : {0.0, 1e-3, 1e6}) {
    SolverOptions options;
    options.max_distance = limit;
    for (const InstructionSet& set : InstructionSets()) {
      const PairAnswer answer = AskLanes({mesh, {}}, {Point{}, pose}, options, set);
      EXPECT_TRUE(std::isfinite(answer.distance)) << set.name << ", limit " << limit;
      EXPECT_NE(answer.status, PairStatus::kBeyondMaxDistance) << set.name << ", limit " << limit;
    }
  }
}

}  // namespace
}  // namespace farpoint
