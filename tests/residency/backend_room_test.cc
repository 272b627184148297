// A device without room: whoever shares it is told to wait, whoever has it alone that waiting does
// not help.

#include <gmock/gmock.h>

#include <future>

#include "server/residency/dispatcher.h"
#include "server/residency/refusal.h"
#include "tests/residency/fake_backend.h"
#include "tests/residency/fake_clock.h"

namespace farpoint {
namespace {

class BackendRoomTest : public testing::Test {
 protected:
  BackendRoomTest() { backend_.SetDevices({{.name = "device"}}); }

  static DispatcherLimits Limits() {
    DispatcherLimits limits;
    limits.retry_after = absl::Milliseconds(30);
    return limits;
  }

  std::future<absl::Status> Submit() {
    auto batch = std::make_shared<Batch>();
    batch->pair_a = batch->pair_b = {0};
    auto promise = std::make_shared<std::promise<absl::Status>>();
    dispatcher_.Submit(
        std::move(batch), absl::InfiniteFuture(), std::make_shared<CancelFlag>(false), Principal(),
        [promise](const absl::StatusOr<Answers>& a) { promise->set_value(a.status()); });
    return promise->get_future();
  }
  // What the next batch is told when the backend has no room for it.
  Refusal RefuseNext(std::future<absl::Status> batch) {
    backend_.Take().done(absl::ResourceExhaustedError("out of device memory"));
    const absl::Status status = batch.get();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(status.message(), "out of device memory");
    EXPECT_EQ(RefusalOf(status).reason, kMemoryFull);
    return RefusalOf(status);
  }

  FakeClock clock_;
  FakeBackend backend_;
  Dispatcher dispatcher_{backend_, Limits(), clock_};
};

TEST_F(BackendRoomTest, ABatchThatHadTheDeviceToItselfIsNotToldToWait) {
  EXPECT_EQ(RefuseNext(Submit()).retry_after, std::nullopt);
  EXPECT_EQ(RefuseNext(Submit()).retry_after, std::nullopt) << "one without room holds none";
}

TEST_F(BackendRoomTest, ABatchBesideOthersIsToldToWait) {
  auto first = Submit();
  FakeBackend::Call running = backend_.Take();
  EXPECT_EQ(RefuseNext(Submit()).retry_after, absl::Milliseconds(30)) << "came later";
  auto second = Submit();
  FakeBackend::Call refused = backend_.Take();
  running.Answer();
  EXPECT_TRUE(first.get().ok());
  refused.done(absl::ResourceExhaustedError("out of device memory"));
  EXPECT_EQ(RefusalOf(second.get()).retry_after, absl::Milliseconds(30)) << "stayed longer";
}

TEST_F(BackendRoomTest, ABatchThatOthersJoinedIsToldToWait) {
  auto first = Submit();
  FakeBackend::Call refused = backend_.Take();
  auto second = Submit();
  backend_.Take().Answer();
  EXPECT_TRUE(second.get().ok());
  refused.done(absl::ResourceExhaustedError("out of device memory"));
  EXPECT_EQ(RefusalOf(first.get()).retry_after, absl::Milliseconds(30));
}

// The backend may give the room of a batch back after it has called the batch's `done`.
TEST_F(BackendRoomTest, ABatchRightAfterAnotherIsToldToWait) {
  auto first = Submit();
  backend_.Take().Answer();
  EXPECT_TRUE(first.get().ok());
  ASSERT_TRUE(dispatcher_.AwaitIdle(absl::InfiniteFuture()));
  EXPECT_EQ(RefuseNext(Submit()).retry_after, absl::Milliseconds(30));
  clock_.Advance(absl::Milliseconds(30));
  EXPECT_EQ(RefuseNext(Submit()).retry_after, std::nullopt);
}

TEST_F(BackendRoomTest, SomeoneHearsOfEveryBatchBeforeItsAsker) {
  int ended = 0;
  Dispatcher dispatcher(backend_, Limits(), clock_, [&ended] { ++ended; });
  std::vector<int> seen;
  const auto ask = [&] {
    auto batch = std::make_shared<Batch>();
    batch->pair_a = batch->pair_b = {0};
    dispatcher.Submit(std::move(batch), absl::InfiniteFuture(), std::make_shared<CancelFlag>(false),
                      Principal(),
                      [&](const absl::StatusOr<Answers>& /*answers*/) { seen.push_back(ended); });
  };
  ask();
  backend_.Take().Answer();
  ask();
  backend_.Take().done(absl::InternalError("a launch failed"));
  dispatcher.Drain();
  ask();  // which the backend does not see
  EXPECT_THAT(seen, testing::ElementsAre(1, 2, 2));
}

}  // namespace
}  // namespace farpoint
