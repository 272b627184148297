// For every instruction set: a pair's bits do not depend on its neighbours, on its place in the
// block, on the order, nor on what the scratch memory was used for before.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "src/batch/cpu/instruction_set.h"
#include "tests/core/isa/example_pairs.h"

namespace farpoint {
namespace {

class Neighbours : public testing::TestWithParam<InstructionSet> {
 protected:
  static constexpr int kPairs = 700;

  PairAnswer Alone(const PairOfObjects& pair, const SolverOptions& options) {
    scalar::PairScratch fresh;
    return Solve({pair}, options, GetParam().solve_lanes, &fresh)[0];
  }

  const ExamplePairs example_{kPairs, 31};
  scalar::PairScratch scratch_;
};

TEST_P(Neighbours, ABlockAnswersAsEachPairAlone) {
  for (const SolverOptions& options : ExampleOptions()) {
    const auto answers = Solve(example_.pairs(), options, GetParam().solve_lanes, &scratch_);
    for (int i = 0; i < kPairs; ++i) {
      ASSERT_TRUE(SameBits(answers[i], Alone(example_.pairs()[i], options))) << i;
    }
  }
}

TEST_P(Neighbours, WhateverTheOrder) {
  RandomShapes random(32);
  for (const SolverOptions& options : ExampleOptions()) {
    const auto straight = Solve(example_.pairs(), options, GetParam().solve_lanes, &scratch_);
    std::vector<int> order(kPairs);
    std::iota(order.begin(), order.end(), 0);
    for (int round = 0; round < 3; ++round) {
      random.Shuffle(&order);
      std::vector<PairOfObjects> shuffled;
      for (int i : order) shuffled.push_back(example_.pairs()[i]);
      const auto answers = Solve(shuffled, options, GetParam().solve_lanes, &scratch_);
      for (int i = 0; i < kPairs; ++i) {
        ASSERT_TRUE(SameBits(answers[i], straight[order[i]])) << order[i];
      }
    }
  }
}

TEST_P(Neighbours, WhateverThePlaceInTheBlock) {
  for (int i = 0; i < 40; ++i) {
    const PairOfObjects& pair = example_.pairs()[i];
    const PairAnswer alone = Alone(pair, {});
    for (int place = 0; place < 20; ++place) {
      // Others before and behind, as many as fill groups of lanes wholly and in part.
      const auto first = example_.pairs().begin() + 100 + place;
      std::vector<PairOfObjects> block(first, first + place);
      block.push_back(pair);
      block.insert(block.end(), first, first + (i + place) % 11);
      const auto answers = Solve(block, {}, GetParam().solve_lanes, &scratch_);
      ASSERT_TRUE(SameBits(answers[place], alone)) << i << " at " << place;
    }
  }
}

TEST_P(Neighbours, AmongCopiesOfItself) {
  for (int i = 0; i < 60; ++i) {
    const PairAnswer alone = Alone(example_.pairs()[i], {});
    const std::vector<PairOfObjects> copies(kLaneBlock + 3, example_.pairs()[i]);
    for (const PairAnswer& answer : Solve(copies, {}, GetParam().solve_lanes, &scratch_)) {
      ASSERT_TRUE(SameBits(answer, alone)) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EverySet, Neighbours, testing::ValuesIn(InstructionSets()),
                         [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace farpoint
