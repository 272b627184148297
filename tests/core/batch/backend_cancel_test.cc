// A batch that is cancelled ends soon, once, and with Cancelled; a backend that goes away answers
// everything it took.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "src/batch/cpu/cpu_backend.h"
#include "tests/core/batch/example_batch.h"

namespace farpoint {
namespace {

TEST(BackendCancel, BeforeItRunsNothingIsComputed) {
  const auto backend = MakeCpuBackend({.threads = 2});
  const auto batch = std::make_shared<const Batch>(ExampleBatch(1'000));
  auto answers = Start(backend.get(), batch, std::make_shared<CancelFlag>(true)).get();
  EXPECT_EQ(answers.status().code(), absl::StatusCode::kCancelled);
  EXPECT_TRUE(Start(backend.get(), batch, std::make_shared<CancelFlag>(false)).get().ok())
      << "the backend still serves";
}

TEST(BackendCancel, WhileItRunsItEndsWithoutTheRest) {
  const auto backend = MakeCpuBackend({.threads = 2});
  // Long enough to be under way: about a million pairs take seconds.
  const auto batch = std::make_shared<const Batch>(ExampleBatch(1'000'000));
  const auto flag = std::make_shared<CancelFlag>(false);
  auto running = Start(backend.get(), batch, flag);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(running.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  const auto begin = std::chrono::steady_clock::now();
  *flag = true;
  EXPECT_EQ(running.get().status().code(), absl::StatusCode::kCancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
}

TEST(BackendCancel, OfOneBatchLeavesItsNeighboursAlone) {
  const auto backend = MakeCpuBackend({.threads = 2});
  const auto flag = std::make_shared<CancelFlag>(false);
  auto victim = Start(backend.get(), std::make_shared<const Batch>(ExampleBatch(200'000)), flag);
  std::vector<std::future<absl::StatusOr<Answers>>> neighbours;
  for (int i = 0; i < 4; ++i) neighbours.push_back(Start(backend.get(), ExampleBatch(500, i)));
  *flag = true;
  EXPECT_EQ(victim.get().status().code(), absl::StatusCode::kCancelled);
  for (auto& n : neighbours) {
    const auto answers = n.get();
    ASSERT_TRUE(answers.ok());
    EXPECT_EQ(answers->pairs.size(), 500u);
  }
}

TEST(BackendCancel, DestructionWhileRunningAnswersEveryBatchOnce) {
  for (int round = 0; round < 5; ++round) {
    std::atomic<int> called{0}, cancelled{0}, complete{0};
    constexpr int kBatches = 20;
    {
      const auto backend = MakeCpuBackend({.threads = 2});
      for (int i = 0; i < kBatches; ++i) {
        backend->Run(std::make_shared<const Batch>(ExampleBatch(2'000, i)),
                     std::make_shared<CancelFlag>(false), [&](absl::StatusOr<Answers> answers) {
                       ++called;
                       if (answers.ok()) {
                         ++complete;
                       } else if (answers.status().code() == absl::StatusCode::kCancelled) {
                         ++cancelled;
                       }
                     });
      }
      if (round % 2) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    }
    EXPECT_EQ(called, kBatches);
    EXPECT_EQ(cancelled + complete, kBatches);
    EXPECT_GT(cancelled, 0) << "it waited for all of them instead";
  }
}

TEST(BackendCancel, TheGeometriesArePinnedUntilDoneAndNoLonger) {
  std::weak_ptr<const Geometry> watch;
  const auto backend = MakeCpuBackend({.threads = 2});
  {
    Batch batch = ExampleBatch(1'000);
    watch = batch.geometries[0];
    EXPECT_TRUE(Start(backend.get(), std::move(batch)).get().ok());
  }
  // `done` was called after the batch was let go of.
  EXPECT_TRUE(watch.expired());
}

TEST(BackendCancel, FromWithinDoneAnotherBatchMayBeStarted) {
  const auto backend = MakeCpuBackend({.threads = 1});
  std::promise<bool> second;
  backend->Run(std::make_shared<const Batch>(ExampleBatch(10)), std::make_shared<CancelFlag>(false),
               [&](absl::StatusOr<Answers>) {
                 backend->Run(
                     std::make_shared<const Batch>(ExampleBatch(10)),
                     std::make_shared<CancelFlag>(false),
                     [&](absl::StatusOr<Answers> answers) { second.set_value(answers.ok()); });
               });
  EXPECT_TRUE(second.get_future().get());
}

}  // namespace
}  // namespace farpoint
