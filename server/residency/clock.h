// Farpoint: time, injected, so that tests can turn it.

#ifndef FARPOINT_SERVER_RESIDENCY_CLOCK_H_
#define FARPOINT_SERVER_RESIDENCY_CLOCK_H_

#include <condition_variable>
#include <mutex>

#include "absl/time/time.h"

namespace farpoint {

class Clock {
 public:
  virtual ~Clock() = default;

  virtual absl::Time Now() const = 0;

  /// Waits until `wake` is notified or `time` has come by this clock; may also return for no
  /// reason. `lock` is held on entry and on return, and released between.
  virtual void WaitUntil(absl::Time time, std::condition_variable& wake,
                         std::unique_lock<std::mutex>& lock) const = 0;
};

/// The system's wall clock: leases are reported as absolute times.
const Clock& SystemClock();

}  // namespace farpoint

#endif  // FARPOINT_SERVER_RESIDENCY_CLOCK_H_
