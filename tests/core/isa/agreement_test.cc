// Every instruction set agrees with one pair at a time without lanes, within the bounds of both.

#include <gtest/gtest.h>

#include <cmath>

#include "src/batch/cpu/instruction_set.h"
#include "tests/core/isa/example_pairs.h"

namespace farpoint {
namespace {

// The interval that an answer proves.
struct Claim {
  double least, most;
};

Claim ClaimOf(const PairAnswer& answer) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  switch (answer.status) {
    case PairStatus::kBeyondMaxDistance:
      return {answer.distance, kInfinity};
    case PairStatus::kDepthNotAsked:
      return {-kInfinity, 0};
    case PairStatus::kUnbounded:
      return {-kInfinity, kInfinity};
    default:
      return {answer.distance - answer.error_bound, answer.distance + answer.error_bound};
  }
}

TEST(InstructionSets, AgreeWithOnePairAtATime) {
  constexpr int kPairs = 4'000;
  const ExamplePairs example(kPairs, 21);
  for (const SolverOptions& options : ExampleOptions()) {
    scalar::PairScratch scratch;
    std::vector<PairAnswer> alone;
    for (const PairOfObjects& pair : example.pairs()) {
      alone.push_back(scalar::SolvePair(*pair.a, *pair.b, options, &scratch));
    }
    for (const InstructionSet& set : InstructionSets()) {
      const std::vector<PairAnswer> answers =
          Solve(example.pairs(), options, set.solve_lanes, &scratch);
      int equal_status = 0, apart = 0, overlapping = 0, by_lanes = 0;
      for (int i = 0; i < kPairs; ++i) {
        const Claim a = ClaimOf(answers[i]), b = ClaimOf(alone[i]);
        ASSERT_TRUE(a.least <= b.most && b.least <= a.most)
            << set.name << " pair " << i << ": " << answers[i].distance << " ± "
            << answers[i].error_bound << ", alone " << alone[i].distance << " ± "
            << alone[i].error_bound;
        by_lanes += !SameBits(answers[i], alone[i]);
        equal_status += answers[i].status == alone[i].status;
        apart += a.least > 0;
        overlapping += a.most < 0 || answers[i].status == PairStatus::kDepthNotAsked;
      }
      EXPECT_GE(equal_status, kPairs * 0.98) << set.name;
      EXPECT_GE(by_lanes, kPairs / 10) << set.name << ": these at least did not go the other way";
      EXPECT_GE(apart, kPairs / 10) << set.name;
      EXPECT_GE(overlapping, kPairs / 10) << set.name;
    }
  }
}

// Bounds are worth as much whatever the set.
TEST(InstructionSets, ProveAsMuchAsOnePairAtATime) {
  const ExamplePairs example(2'000, 22);
  scalar::PairScratch scratch;
  const auto proven = [](const std::vector<PairAnswer>& answers) {
    int count = 0;
    for (const PairAnswer& answer : answers) {
      count += answer.status == PairStatus::kOk && answer.error_bound < 1e-12;
    }
    return count;
  };
  const int alone = proven(Solve(example.pairs(), {}, scalar::LaneSolver(), &scratch));
  for (const InstructionSet& set : InstructionSets()) {
    EXPECT_GE(proven(Solve(example.pairs(), {}, set.solve_lanes, &scratch)), alone - 20)
        << set.name << " of " << alone;
  }
}

}  // namespace
}  // namespace farpoint
