// Without room for a batch: where others hold it, who asks is told to wait; where a device does not
// have it, that waiting does not help.

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
  // What the next batch is told when the backend ends it so.
  Refusal RefuseNext(const absl::Status& by_backend) {
    auto batch = Submit();
    backend_.Take().done(by_backend);
    const absl::Status status = batch.get();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
    EXPECT_EQ(status.message(), by_backend.message());
    return RefusalOf(status);
  }

  FakeClock clock_;
  FakeBackend backend_;
  Dispatcher dispatcher_{backend_, Limits(), clock_};
};

TEST_F(BackendRoomTest, WhatADeviceHasNoRoomForIsNotToldToWait) {
  auto other = Submit();  // whatever else is going on
  FakeBackend::Call running = backend_.Take();
  const Refusal refusal = RefuseNext(absl::FailedPreconditionError("pair 0: no room"));
  EXPECT_EQ(refusal.reason, kMemoryFull);
  EXPECT_EQ(refusal.retry_after, std::nullopt);
  running.Answer();
  EXPECT_TRUE(other.get().ok());
}

TEST_F(BackendRoomTest, WhatOthersHaveTakenTheRoomOfIsToldToWait) {
  const Refusal refusal = RefuseNext(absl::ResourceExhaustedError("fields: no room"));
  EXPECT_EQ(refusal.reason, kQueueFull);
  EXPECT_EQ(refusal.retry_after, absl::Milliseconds(30));
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
