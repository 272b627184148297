#include "server/residency/clock.h"

#include "absl/time/clock.h"

namespace farpoint {
namespace {

class WallClock : public Clock {
 public:
  absl::Time Now() const override { return absl::Now(); }

  void WaitUntil(absl::Time time, std::condition_variable& wake,
                 std::unique_lock<std::mutex>& lock) const override {
    // A far deadline would overflow the standard library's time points.
    if (time - absl::Now() > absl::Hours(24)) {
      wake.wait_for(lock, std::chrono::hours(24));
    } else {
      wake.wait_until(lock, absl::ToChronoTime(time));
    }
  }
};

}  // namespace

const Clock& SystemClock() {
  static const WallClock* const clock = new WallClock;
  return *clock;
}

}  // namespace farpoint
