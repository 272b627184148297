// Equal pairs give equal bits, whatever the order, the size of a launch, the number of launches and
// of devices.

#include <numeric>
#include <random>

#include "tests/core/ask.h"
#include "tests/core/batch/example_batch.h"
#include "tests/device/device_under_test.h"
#include "tests/device/example_questions.h"

namespace farpoint {
namespace {

using Determinism = DeviceTest;

void ExpectSameBits(const Answers& a, const Answers& b) {
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (size_t i = 0; i < a.pairs.size(); ++i) ASSERT_TRUE(SameBits(a.pairs[i], b.pairs[i])) << i;
}

TEST_F(Determinism, RunsLaunchesAndDevices) {
  const Catalogue catalogue(3);
  const Batch batch = ExampleQuestions(3'000, 21, catalogue);
  const Answers once = RunBatch(NewBackend().get(), batch);
  ExpectSameBits(once, RunBatch(NewBackend().get(), batch));
  CudaBackendOptions small;
  small.launch = {.most_pairs = 100, .sort = false};
  small.launches = 3;
  ExpectSameBits(once, RunBatch(NewBackend(small).get(), batch));
  small.launch = {.most_pairs = 37};
  ExpectSameBits(once, RunBatch(NewBackend(small, 2).get(), batch));
}

TEST_F(Determinism, Shuffled) {
  const Catalogue catalogue(3);
  Batch batch = ExampleQuestions(3'000, 22, catalogue);
  const auto backend = NewBackend();
  const Answers straight = RunBatch(backend.get(), batch);
  std::vector<uint32_t> order(batch.pair_a.size());
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937(5));
  Batch shuffled = batch;
  for (size_t k = 0; k < order.size(); ++k) {
    shuffled.pair_a[k] = batch.pair_a[order[k]];
    shuffled.pair_b[k] = batch.pair_b[order[k]];
  }
  const Answers answers = RunBatch(backend.get(), shuffled);
  for (size_t k = 0; k < order.size(); ++k) {
    ASSERT_TRUE(SameBits(answers.pairs[k], straight.pairs[order[k]])) << k;
  }
}

TEST_F(Determinism, ManyBatchesAtOnce) {
  const auto backend = NewBackend({.launches = 3, .launch = {.most_pairs = 64}});
  std::vector<std::future<absl::StatusOr<Answers>>> running;
  for (int i = 0; i < 12; ++i) running.push_back(Start(backend.get(), ExampleBatch(700, i % 3)));
  std::vector<Answers> answers;
  for (auto& one : running) answers.push_back(one.get().value());
  for (int i = 3; i < 12; ++i) ExpectSameBits(answers[i], answers[i % 3]);
}

}  // namespace
}  // namespace farpoint
