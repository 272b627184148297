// Support questions keep to the rules of pairs, and count with them.

#include <gmock/gmock.h>

#include <future>
#include <thread>

#include "server/residency/dispatcher.h"
#include "server/residency/refusal.h"
#include "tests/residency/fake_backend.h"
#include "tests/residency/fake_clock.h"

namespace farpoint {
namespace {

std::shared_ptr<const SupportBatch> DirectionsOf(size_t n) {
  auto batch = std::make_shared<SupportBatch>();
  batch->geometries = {*Geometry::Create(Sphere{1}, GeometryLimits())};
  batch->direction_geometry.assign(n, 0);
  batch->directions.assign(n, Vec3d{0, 0, 1});
  return batch;
}

std::shared_ptr<const Batch> PairsOf(size_t n) {
  auto batch = std::make_shared<Batch>();
  batch->pair_a.assign(n, 0);
  batch->pair_b.assign(n, 0);
  return batch;
}

class DispatcherSupportTest : public testing::Test {
 protected:
  static DispatcherLimits Limits() {
    DispatcherLimits limits;
    limits.max_pairs_in_flight = 10;
    return limits;
  }

  template <class AnswersKind, class BatchKind>
  std::future<absl::StatusOr<AnswersKind>> Submit(
      std::shared_ptr<const BatchKind> batch, absl::Time deadline = absl::InfiniteFuture(),
      std::shared_ptr<CancelFlag> cancel = std::make_shared<CancelFlag>(false)) {
    auto promise = std::make_shared<std::promise<absl::StatusOr<AnswersKind>>>();
    dispatcher_.Submit(
        std::move(batch), deadline, cancel, Principal(),
        [promise](absl::StatusOr<AnswersKind> answers) { promise->set_value(std::move(answers)); });
    return promise->get_future();
  }
  std::future<absl::StatusOr<SupportAnswers>> Ask(
      size_t n, absl::Time deadline = absl::InfiniteFuture(),
      std::shared_ptr<CancelFlag> cancel = std::make_shared<CancelFlag>(false)) {
    return Submit<SupportAnswers>(DirectionsOf(n), deadline, std::move(cancel));
  }

  FakeClock clock_;
  FakeBackend backend_;
  Dispatcher dispatcher_{backend_, Limits(), clock_};
};

TEST_F(DispatcherSupportTest, PassesThroughAndCounts) {
  auto answers = Ask(3);
  backend_.TakeSupport().Answer();
  const absl::StatusOr<SupportAnswers> got = answers.get();
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(got->supports.size(), 3u);
  EXPECT_TRUE(dispatcher_.AwaitIdle(absl::InfiniteFuture()));
  EXPECT_EQ(dispatcher_.pairs_answered(), 3);
}

TEST_F(DispatcherSupportTest, SharesTheRoomWithPairs) {
  auto pairs = Submit<Answers>(PairsOf(7));
  const absl::Status full = Ask(4).get().status();
  EXPECT_EQ(RefusalOf(full).reason, kQueueFull);
  auto directions = Ask(3);
  EXPECT_EQ(RefusalOf(Submit<Answers>(PairsOf(1)).get().status()).reason, kQueueFull);
  backend_.TakeSupport().Answer();
  EXPECT_TRUE(directions.get().ok());
  backend_.Take().Answer();
  EXPECT_TRUE(pairs.get().ok());
  ASSERT_TRUE(dispatcher_.AwaitIdle(absl::InfiniteFuture()));
  auto all = Ask(10);
  backend_.TakeSupport().Answer();
  EXPECT_TRUE(all.get().ok()) << "what has left makes room";
}

TEST_F(DispatcherSupportTest, CountsItsBytes) {
  const int64_t one = BatchBytes(*DirectionsOf(1)), thousand = BatchBytes(*DirectionsOf(1001));
  const auto each = static_cast<int64_t>(sizeof(Vec3d) + sizeof(uint32_t) + sizeof(SupportAnswer));
  EXPECT_EQ(thousand - one, 1000 * each);
}

TEST_F(DispatcherSupportTest, DropsWhatIsCancelledOrLateBeforeTheBackendSeesIt) {
  const auto cancelled = Ask(1, absl::InfiniteFuture(), std::make_shared<CancelFlag>(true)).get();
  EXPECT_EQ(cancelled.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(Ask(1, clock_.Now()).get().status().code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(backend_.waiting(), 0u);
}

TEST_F(DispatcherSupportTest, DeadlineSetsTheCancelFlagOfABatchThatRuns) {
  auto answers = Ask(1, clock_.Now() + absl::Seconds(1));
  FakeBackend::SupportCall call = backend_.TakeSupport();
  EXPECT_FALSE(call.cancel->load());
  clock_.Advance(absl::Seconds(1));
  while (!call.cancel->load()) std::this_thread::yield();
  call.Answer();
  EXPECT_EQ(answers.get().status().code(), absl::StatusCode::kDeadlineExceeded);
}

TEST_F(DispatcherSupportTest, DrainsWhatRunsAndRefusesWhatComes) {
  auto running = Ask(1);
  dispatcher_.Drain();
  EXPECT_EQ(Ask(1).get().status().code(), absl::StatusCode::kUnavailable);
  EXPECT_FALSE(dispatcher_.AwaitIdle(clock_.Now()));
  backend_.TakeSupport().Answer();
  EXPECT_TRUE(running.get().ok());
  EXPECT_TRUE(dispatcher_.AwaitIdle(absl::InfiniteFuture()));
}

}  // namespace
}  // namespace farpoint
