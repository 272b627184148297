#include "server/residency/deadline_timer.h"

namespace farpoint {

DeadlineTimer::DeadlineTimer(const Clock& clock) : clock_(clock), thread_([this] { Loop(); }) {}

DeadlineTimer::~DeadlineTimer() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

DeadlineTimer::Ticket DeadlineTimer::Add(absl::Time deadline, std::shared_ptr<CancelFlag> cancel) {
  std::lock_guard<std::mutex> lock(mutex_);
  const Ticket ticket(deadline, next_++);
  flags_.emplace(ticket, std::move(cancel));
  if (flags_.begin()->first == ticket) wake_.notify_all();  // it is the next one now
  return ticket;
}

void DeadlineTimer::Remove(const Ticket& ticket) {
  std::lock_guard<std::mutex> lock(mutex_);
  flags_.erase(ticket);
}

void DeadlineTimer::Loop() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!stop_) {
    const absl::Time now = clock_.Now();
    while (!flags_.empty() && flags_.begin()->first.first <= now) {
      flags_.begin()->second->store(true);
      flags_.erase(flags_.begin());
    }
    const absl::Time next = flags_.empty() ? absl::InfiniteFuture() : flags_.begin()->first.first;
    clock_.WaitUntil(next, wake_, lock);
  }
}

}  // namespace farpoint
