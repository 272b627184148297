// A few tasks at a time, all of them, and the first error.

#include "client/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "absl/time/clock.h"

namespace farpoint::client {
namespace {

TEST(RunInParallel, RunsEveryTaskOnce) {
  for (int at_once : {0, 1, 3, 100}) {
    std::vector<std::atomic<int>> runs(50);
    EXPECT_TRUE(RunInParallel(50, at_once, [&](size_t i) {
                  ++runs[i];
                  return absl::OkStatus();
                }).ok());
    for (const auto& count : runs) EXPECT_EQ(count, 1);
  }
}

TEST(RunInParallel, NeverMoreThanAllowed) {
  std::atomic<int> running{0}, most{0};
  EXPECT_TRUE(RunInParallel(40, 3, [&](size_t) {
                const int now = ++running;
                int seen = most;
                while (now > seen && !most.compare_exchange_weak(seen, now)) {
                }
                absl::SleepFor(absl::Milliseconds(1));
                --running;
                return absl::OkStatus();
              }).ok());
  EXPECT_GE(most, 2);
  EXPECT_LE(most, 3);
}

TEST(RunInParallel, StopsAfterAnErrorAndReturnsTheFirst) {
  std::atomic<int> begun{0};
  const absl::Status status = RunInParallel(1000, 4, [&](size_t i) {
    ++begun;
    absl::SleepFor(absl::Milliseconds(i == 5 ? 20 : 1));
    return i < 5 ? absl::OkStatus() : absl::InternalError(std::to_string(i));
  });
  EXPECT_EQ(status.message(), "5");
  EXPECT_LT(begun, 20);
}

TEST(RunInParallel, NothingIsNoError) {
  EXPECT_TRUE(RunInParallel(0, 4, [](size_t) { return absl::InternalError(""); }).ok());
}

}  // namespace
}  // namespace farpoint::client
