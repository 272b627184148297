#include "server/residency/dispatcher.h"

#include <gmock/gmock.h>

#include <future>
#include <thread>

#include "server/residency/refusal.h"
#include "tests/residency/fake_backend.h"
#include "tests/residency/fake_clock.h"

namespace farpoint {
namespace {

std::shared_ptr<const Batch> BatchOf(size_t pairs) {
  auto batch = std::make_shared<Batch>();
  batch->geometries = {*Geometry::Create(Sphere{1}, GeometryLimits())};
  batch->object_geometry = {0};
  batch->poses.resize(1);
  batch->pair_a.assign(pairs, 0);
  batch->pair_b.assign(pairs, 0);
  return batch;
}

class DispatcherTest : public testing::Test {
 protected:
  static DispatcherLimits Limits() {
    DispatcherLimits limits;
    limits.max_pairs_in_flight = 10;
    limits.retry_after = absl::Milliseconds(30);
    return limits;
  }

  std::future<absl::StatusOr<Answers>> Submit(
      size_t pairs, absl::Time deadline = absl::InfiniteFuture(),
      std::shared_ptr<CancelFlag> cancel = std::make_shared<CancelFlag>(false)) {
    auto promise = std::make_shared<std::promise<absl::StatusOr<Answers>>>();
    dispatcher_.Submit(
        BatchOf(pairs), deadline, cancel, Principal(),
        [promise](absl::StatusOr<Answers> answers) { promise->set_value(std::move(answers)); });
    return promise->get_future();
  }

  FakeClock clock_;
  FakeBackend backend_;
  Dispatcher dispatcher_{backend_, Limits(), clock_};
};

TEST_F(DispatcherTest, PassesABatchThrough) {
  auto answers = Submit(3);
  backend_.Take().Answer();
  ASSERT_TRUE(answers.get().ok());
  EXPECT_TRUE(dispatcher_.AwaitIdle(absl::InfiniteFuture()));
  EXPECT_EQ(dispatcher_.pairs_answered(), 3);
}

TEST_F(DispatcherTest, TellsToWaitWhereThereIsNoRoomForAField) {
  auto answers = Submit(3);
  backend_.Take().done(absl::ResourceExhaustedError("no room for a field"));
  const absl::Status full = answers.get().status();
  EXPECT_EQ(full.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(RefusalOf(full).reason, kQueueFull);
  EXPECT_EQ(RefusalOf(full).retry_after, absl::Milliseconds(30));
  EXPECT_EQ(full.message(), "no room for a field");
}

TEST_F(DispatcherTest, RefusesWhatWouldExceedThePairsInFlightAndTakesItLater) {
  auto first = Submit(7);
  const absl::Status full = Submit(4).get().status();
  EXPECT_EQ(full.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(RefusalOf(full).reason, kQueueFull);
  EXPECT_EQ(RefusalOf(full).retry_after, absl::Milliseconds(30));
  EXPECT_EQ(backend_.waiting(), 1u);
  auto second = Submit(3);
  backend_.Take().Answer();
  backend_.Take().Answer();
  EXPECT_TRUE(first.get().ok());
  EXPECT_TRUE(second.get().ok());
  ASSERT_TRUE(dispatcher_.AwaitIdle(absl::InfiniteFuture()));
  auto third = Submit(10);
  backend_.Take().Answer();
  EXPECT_TRUE(third.get().ok());
}

TEST_F(DispatcherTest, RefusesWhatWouldExceedTheBytesInFlight) {
  DispatcherLimits limits;
  limits.max_bytes_in_flight = BatchBytes(*BatchOf(5)) + 1;
  Dispatcher dispatcher(backend_, limits, clock_);
  std::vector<absl::Status> ended;
  const auto done = [&ended](absl::StatusOr<Answers> answers) {
    ended.push_back(answers.status());
  };
  dispatcher.Submit(BatchOf(5), absl::InfiniteFuture(), std::make_shared<CancelFlag>(false),
                    Principal(), done);
  dispatcher.Submit(BatchOf(1), absl::InfiniteFuture(), std::make_shared<CancelFlag>(false),
                    Principal(), done);
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(RefusalOf(ended[0]).reason, kQueueFull);
  backend_.Take().Answer();
}

TEST_F(DispatcherTest, TakesABatchAboveTheLimitWhenIdle) {
  auto answers = Submit(11);
  EXPECT_FALSE(Submit(1).get().ok());
  backend_.Take().Answer();
  EXPECT_TRUE(answers.get().ok());
}

TEST_F(DispatcherTest, DropsWhatIsCancelledOrLateBeforeTheBackendSeesIt) {
  EXPECT_EQ(
      Submit(1, absl::InfiniteFuture(), std::make_shared<CancelFlag>(true)).get().status().code(),
      absl::StatusCode::kCancelled);
  auto cancel = std::make_shared<CancelFlag>(false);
  EXPECT_EQ(Submit(1, clock_.Now(), cancel).get().status().code(),
            absl::StatusCode::kDeadlineExceeded);
  EXPECT_TRUE(cancel->load());
  EXPECT_EQ(backend_.waiting(), 0u);
}

TEST_F(DispatcherTest, DeadlineSetsTheCancelFlagOfABatchThatRuns) {
  auto answers = Submit(1, clock_.Now() + absl::Seconds(1));
  FakeBackend::Call call = backend_.Take();
  EXPECT_FALSE(call.cancel->load());
  clock_.Advance(absl::Seconds(1));
  while (!call.cancel->load()) std::this_thread::yield();
  call.Answer();
  EXPECT_EQ(answers.get().status().code(), absl::StatusCode::kDeadlineExceeded);
}

TEST_F(DispatcherTest, AClientsCancelReachesABatchThatRuns) {
  auto cancel = std::make_shared<CancelFlag>(false);
  auto answers = Submit(1, clock_.Now() + absl::Seconds(1), cancel);
  FakeBackend::Call call = backend_.Take();
  cancel->store(true);
  call.Answer();
  EXPECT_EQ(answers.get().status().code(), absl::StatusCode::kCancelled);
}

TEST_F(DispatcherTest, DrainsWhatRunsAndRefusesWhatComes) {
  auto running = Submit(1);
  dispatcher_.Drain();
  EXPECT_EQ(Submit(1).get().status().code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(dispatcher_.AwaitIdle(clock_.Now()));
  backend_.Take().Answer();
  EXPECT_TRUE(running.get().ok());
  EXPECT_TRUE(dispatcher_.AwaitIdle(absl::InfiniteFuture()));
}

TEST_F(DispatcherTest, HoldsItsBooksUnderConcurrentUse) {
  constexpr int kThreads = 4, kCalls = 300;
  std::atomic<int> answered{0}, stopped{0};
  std::atomic<bool> finished{false};
  std::thread backend([&] {
    while (!finished.load() || backend_.waiting() > 0) {
      if (backend_.waiting() > 0) backend_.Take().Answer();
      std::this_thread::yield();
    }
  });
  // A client tries each call until it is not refused.
  const auto ask = [&](int i, const std::shared_ptr<CancelFlag>& cancel) {
    std::atomic<bool> refused{true};
    while (refused.exchange(false)) {
      dispatcher_.Submit(BatchOf(1 + i % 5), clock_.Now() + absl::Seconds(1 + i % 3), cancel,
                         Principal(), [&](const absl::StatusOr<Answers>& answers) {
                           if (absl::IsResourceExhausted(answers.status())) {
                             refused = true;  // called before Submit returns
                           } else {
                             ++(answers.ok() ? answered : stopped);
                           }
                         });
      std::this_thread::yield();
    }
  };
  std::vector<std::thread> clients;
  for (int t = 0; t < kThreads; ++t) {
    clients.emplace_back([&] {
      for (int i = 0; i < kCalls; ++i) {
        auto cancel = std::make_shared<CancelFlag>(false);
        ask(i, cancel);
        if (i % 7 == 0) cancel->store(true);
        if (i % 13 == 0) clock_.Advance(absl::Seconds(1));
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_TRUE(dispatcher_.AwaitIdle(absl::InfiniteFuture()));
  finished = true;
  backend.join();
  EXPECT_EQ(answered + stopped, kThreads * kCalls);
  EXPECT_GT(answered, kCalls);
}

}  // namespace
}  // namespace farpoint
