#include "server/residency/upload_queue.h"

#include <gmock/gmock.h>

#include <future>

#include "server/residency/memory_store.h"
#include "server/residency/refusal.h"
#include "tests/residency/fake_clock.h"

namespace farpoint {
namespace {

using Result = absl::StatusOr<Registry::Created>;

class UploadQueueTest : public testing::Test {
 protected:
  std::future<Result> Submit(UploadQueue& queue, double radius,
                             absl::Time deadline = absl::InfiniteFuture(), bool cancelled = false) {
    auto promise = std::make_shared<std::promise<Result>>();
    queue.Submit(Sphere{radius}, std::nullopt, deadline, std::make_shared<CancelFlag>(cancelled),
                 Principal(), [promise](Result result) { promise->set_value(std::move(result)); });
    return promise->get_future();
  }

  FakeClock clock_;
  Registry registry_{std::make_unique<MemoryStore>(1 << 20), GeometryLimits(), clock_};
};

TEST_F(UploadQueueTest, BuildsAndReportsErrors) {
  UploadQueue queue(registry_, {}, clock_);
  const Result built = Submit(queue, 1).get();
  ASSERT_TRUE(built.ok());
  EXPECT_TRUE(registry_.Get("default", built->resident.id).ok());
  EXPECT_EQ(Submit(queue, -1).get().status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(UploadQueueTest, DropsWhatIsCancelledOrLate) {
  UploadQueue queue(registry_, {}, clock_);
  EXPECT_EQ(Submit(queue, 1, absl::InfiniteFuture(), true).get().status().code(),
            absl::StatusCode::kCancelled);
  EXPECT_EQ(Submit(queue, 1, clock_.Now()).get().status().code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(registry_.built(), 0);
}

// With one thread that is held in the callback of an upload, others wait.
TEST_F(UploadQueueTest, BoundsWhatWaitsAndDrains) {
  UploadQueueOptions options;
  options.threads = 1;
  options.max_bytes_waiting = 2 * sizeof(Shape);
  UploadQueue queue(registry_, options, clock_);
  std::promise<void> started, release;
  queue.Submit(Sphere{9}, std::nullopt, absl::InfiniteFuture(), std::make_shared<CancelFlag>(false),
               Principal(), [&](const Result&) {
                 started.set_value();
                 release.get_future().wait();
               });
  started.get_future().wait();
  auto first = Submit(queue, 1), second = Submit(queue, 2);
  EXPECT_EQ(RefusalOf(Submit(queue, 3).get().status()).reason, kQueueFull);
  queue.Drain();
  EXPECT_EQ(Submit(queue, 4).get().status().code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(queue.AwaitIdle(clock_.Now()));
  release.set_value();
  EXPECT_TRUE(queue.AwaitIdle(absl::InfiniteFuture()));
  EXPECT_TRUE(first.get().ok());
  EXPECT_TRUE(second.get().ok());
}

TEST_F(UploadQueueTest, AnswersWhatWaitsWhenItEnds) {
  std::future<Result> waiting;
  std::promise<void> started, release;
  std::thread destroyer;
  {
    UploadQueueOptions options;
    options.threads = 1;
    auto queue = std::make_unique<UploadQueue>(registry_, options, clock_);
    queue->Submit(Sphere{9}, std::nullopt, absl::InfiniteFuture(),
                  std::make_shared<CancelFlag>(false), Principal(), [&](const Result&) {
                    started.set_value();
                    release.get_future().wait();
                  });
    started.get_future().wait();
    waiting = Submit(*queue, 1);
    destroyer = std::thread([queue = std::move(queue)]() mutable { queue = nullptr; });
  }
  EXPECT_EQ(waiting.get().status().code(), absl::StatusCode::kUnavailable);
  release.set_value();
  destroyer.join();
}

}  // namespace
}  // namespace farpoint
