// Equal pairs and options give equal bits, whatever the batch, its order, its neighbours, and the
// number of threads.

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "src/batch/cpu/cpu_backend.h"
#include "src/batch/cpu/instruction_set.h"
#include "tests/core/ask.h"
#include "tests/core/batch/example_batch.h"

namespace farpoint {
namespace {

void ExpectSameAnswers(const Answers& a, const Answers& b) {
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (size_t i = 0; i < a.pairs.size(); ++i) ASSERT_TRUE(SameBits(a.pairs[i], b.pairs[i])) << i;
}

// Of one pair with the backend's instruction set; tests/core/isa compares the sets.
void ExpectAnswersOfOnePairAtATime(const InstructionSet& isa) {
  Batch batch = ExampleBatch(600);
  batch.options.max_distance = 1.5;
  batch.options.tolerance = 6e-15;
  const Answers answers = RunBatch(MakeCpuBackend({.threads = 2, .isa = isa.name}).get(), batch);
  int of_status[5] = {}, overlapping = 0;
  for (size_t i = 0; i < answers.pairs.size(); ++i) {
    const auto posed = [&](uint32_t object) {
      return MakePosed(*batch.geometries[batch.object_geometry[object]], batch.poses[object],
                       batch.padding[object]);
    };
    scalar::PairScratch scratch;
    const PosedGeometry a = posed(batch.pair_a[i]), b = posed(batch.pair_b[i]);
    const PairOfObjects pair{&a, &b};
    PairAnswer alone;
    scalar::SolvePairs(&pair, 1, batch.options, isa.solve_lanes, &scratch, &alone);
    ASSERT_TRUE(SameBits(alone, answers.pairs[i])) << i;
    ++of_status[int(alone.status)];
    overlapping += alone.distance < 0;
  }
  EXPECT_GE(overlapping, 100);
  EXPECT_GE(of_status[int(PairStatus::kOk)], 20);
  EXPECT_GE(of_status[int(PairStatus::kNotConverged)], 20);
  EXPECT_GE(of_status[int(PairStatus::kBeyondMaxDistance)], 20);
  EXPECT_GE(of_status[int(PairStatus::kUnbounded)], 1);
}

TEST(BackendDeterminism, AnswersAreThoseOfOnePairAtATime) {
  for (const InstructionSet& isa : InstructionSets()) {
    SCOPED_TRACE(isa.name);
    ASSERT_NO_FATAL_FAILURE(ExpectAnswersOfOnePairAtATime(isa));
  }
}

TEST(BackendDeterminism, WhateverTheNumberOfThreads) {
  Batch batch = ExampleBatch(3'000);
  batch.options.max_distance = 1;
  batch.options.tolerance = 1e-14;
  const Answers one = RunBatch(MakeCpuBackend({.threads = 1}).get(), batch);
  for (int threads : {2, 7}) {
    const auto backend = MakeCpuBackend({.threads = threads});
    EXPECT_EQ(backend->concurrency(), threads);
    ExpectSameAnswers(one, RunBatch(backend.get(), batch));
  }
}

TEST(BackendDeterminism, WhateverTheOrder) {
  const Batch batch = ExampleBatch(2'000);
  const auto backend = MakeCpuBackend({.threads = 2});
  const Answers straight = RunBatch(backend.get(), batch);
  std::vector<uint32_t> order(batch.pair_a.size());
  std::iota(order.begin(), order.end(), 0);
  RandomShapes random(3);
  random.Shuffle(&order);
  Batch shuffled = batch;
  for (size_t i = 0; i < order.size(); ++i) {
    shuffled.pair_a[i] = batch.pair_a[order[i]];
    shuffled.pair_b[i] = batch.pair_b[order[i]];
  }
  const Answers answers = RunBatch(backend.get(), shuffled);
  for (size_t i = 0; i < order.size(); ++i) {
    ASSERT_TRUE(SameBits(answers.pairs[i], straight.pairs[order[i]])) << i;
  }
}

TEST(BackendDeterminism, AtTheBordersOfBlocks) {
  const auto backend = MakeCpuBackend({.threads = 2});
  const Answers all = RunBatch(backend.get(), ExampleBatch(5'000));
  ASSERT_EQ(all.pairs.size(), 5'000u);
  for (size_t pairs : {1, 127, 128, 129, 256, 257}) {
    Batch batch = ExampleBatch(5'000);
    batch.pair_a.resize(pairs);
    batch.pair_b.resize(pairs);
    const Answers answers = RunBatch(backend.get(), batch);
    ASSERT_EQ(answers.pairs.size(), pairs);
    for (size_t i = 0; i < pairs; ++i) ASSERT_TRUE(SameBits(answers.pairs[i], all.pairs[i])) << i;
  }
}

TEST(BackendDeterminism, OfBatchesThatRunAtTheSameTime) {
  const auto backend = MakeCpuBackend({.threads = 3});
  std::vector<Answers> expected;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    expected.push_back(RunBatch(backend.get(), ExampleBatch(300 + 40 * seed, seed)));
  }
  std::vector<std::future<absl::StatusOr<Answers>>> running;
  for (int round = 0; round < 3; ++round) {
    for (uint64_t seed = 1; seed <= 8; ++seed) {
      running.push_back(Start(backend.get(), ExampleBatch(300 + 40 * seed, seed)));
    }
  }
  for (size_t i = 0; i < running.size(); ++i) {
    const auto answers = running[i].get();
    ASSERT_TRUE(answers.ok());
    ExpectSameAnswers(*answers, expected[i % 8]);
  }
}

TEST(BackendDeterminism, SaysWhatItIs) {
  const auto backend = MakeCpuBackend({});
  EXPECT_EQ(backend->name(), "cpu");
  EXPECT_EQ(backend->instruction_set(), InstructionSets().back().name);
  EXPECT_EQ(MakeCpuBackend({.isa = "baseline"})->instruction_set(), "baseline");
  EXPECT_GE(backend->concurrency(), 1);
}

}  // namespace
}  // namespace farpoint
