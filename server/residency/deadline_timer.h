// Farpoint: turns deadlines into cancel flags. The core knows no time, only when to give up.

#ifndef FARPOINT_SERVER_RESIDENCY_DEADLINE_TIMER_H_
#define FARPOINT_SERVER_RESIDENCY_DEADLINE_TIMER_H_

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "absl/time/time.h"
#include "server/residency/clock.h"
#include "src/batch/backend.h"

namespace farpoint {

/// Owns one thread, which sleeps until the next deadline. Thread-safe.
class DeadlineTimer {
 public:
  explicit DeadlineTimer(const Clock& clock);
  ~DeadlineTimer();

  /// Names one deadline, for Remove.
  using Ticket = std::pair<absl::Time, uint64_t>;

  /// Sets `cancel` once `deadline` has come, unless it is removed before.
  Ticket Add(absl::Time deadline, std::shared_ptr<CancelFlag> cancel);
  void Remove(const Ticket& ticket);

 private:
  void Loop();

  const Clock& clock_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stop_ = false;
  uint64_t next_ = 0;
  std::map<Ticket, std::shared_ptr<CancelFlag>> flags_;
  std::thread thread_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_RESIDENCY_DEADLINE_TIMER_H_
