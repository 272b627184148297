// Farpoint tests: a clock that moves only when told to.

#ifndef FARPOINT_TESTS_RESIDENCY_FAKE_CLOCK_H_
#define FARPOINT_TESTS_RESIDENCY_FAKE_CLOCK_H_

#include <chrono>
#include <mutex>

#include "server/residency/clock.h"

namespace farpoint {

class FakeClock : public Clock {
 public:
  absl::Time Now() const override {
    std::lock_guard<std::mutex> lock(mutex_);
    return now_;
  }
  void Advance(absl::Duration by) {
    std::lock_guard<std::mutex> lock(mutex_);
    now_ += by;
  }
  /// Looks again every millisecond of real time: Advance need not know who waits.
  void WaitUntil(absl::Time time, std::condition_variable& wake,
                 std::unique_lock<std::mutex>& lock) const override {
    if (Now() < time)
      wake.wait_until(lock, std::chrono::system_clock::now() + std::chrono::milliseconds(1));
  }

 private:
  mutable std::mutex mutex_;
  absl::Time now_ = absl::FromUnixSeconds(1'700'000'000);
};

}  // namespace farpoint

#endif  // FARPOINT_TESTS_RESIDENCY_FAKE_CLOCK_H_
