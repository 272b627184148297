// A pair's bits do not depend on the pairs beside it, whatever lanes they share.

#include <gtest/gtest.h>

#include <vector>

#include "src/batch/cpu/instruction_set.h"
#include "tests/core/ask.h"
#include "tests/properties/situations.h"

namespace farpoint {
namespace {

TEST(Neighbours, LeaveAPairItsBits) {
  constexpr int kPairs = 4'000, kMost = 50;
  const Catalogue catalogue(3);
  Situations situations(17, catalogue);
  std::vector<PosedGeometry> objects;
  for (int i = 0; i < kPairs; ++i) {
    const Question q = situations.Next();
    for (const Posed* posed : {&q.a, &q.b}) {
      objects.push_back(MakePosed(*posed->item->geometry, posed->pose, posed->padding));
    }
  }
  std::vector<PairOfObjects> pairs;
  for (int i = 0; i < kPairs; ++i) pairs.push_back({&objects[2 * i], &objects[2 * i + 1]});
  for (const InstructionSet& isa : InstructionSets()) {
    SCOPED_TRACE(isa.name);
    scalar::PairScratch scratch;
    std::vector<PairAnswer> together(kPairs);
    scalar::SolvePairs(pairs.data(), kPairs, {}, isa.solve_lanes, &scratch, together.data());
    RandomShapes random(5);
    for (int begin = 0; begin < kPairs;) {
      const int n = std::min(1 + random.Index(kMost), kPairs - begin);
      PairAnswer apart[kMost];
      scalar::SolvePairs(&pairs[begin], n, {}, isa.solve_lanes, &scratch, apart);
      for (int k = 0; k < n; ++k) ASSERT_TRUE(SameBits(apart[k], together[begin + k])) << begin + k;
      begin += n;
    }
  }
}

}  // namespace
}  // namespace farpoint
