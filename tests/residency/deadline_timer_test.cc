#include "server/residency/deadline_timer.h"

#include <gmock/gmock.h>

#include <thread>

#include "tests/residency/fake_clock.h"

namespace farpoint {
namespace {

// Real time for the timer's thread to do what it should, or fails the test that waits.
bool Becomes(const CancelFlag& flag) {
  for (int i = 0; i < 5000 && !flag.load(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return flag.load();
}

TEST(DeadlineTimer, SetsFlagsInTimeOrderOnlyOnceTheyAreDue) {
  FakeClock clock;
  DeadlineTimer timer(clock);
  auto late = std::make_shared<CancelFlag>(false), soon = std::make_shared<CancelFlag>(false);
  timer.Add(clock.Now() + absl::Seconds(10), late);
  timer.Add(clock.Now() + absl::Seconds(1), soon);
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_FALSE(soon->load());
  clock.Advance(absl::Seconds(1));
  EXPECT_TRUE(Becomes(*soon));
  EXPECT_FALSE(late->load());
  clock.Advance(absl::Seconds(9));
  EXPECT_TRUE(Becomes(*late));
}

TEST(DeadlineTimer, LeavesRemovedDeadlinesAlone) {
  FakeClock clock;
  DeadlineTimer timer(clock);
  auto removed = std::make_shared<CancelFlag>(false), other = std::make_shared<CancelFlag>(false);
  const DeadlineTimer::Ticket ticket = timer.Add(clock.Now() + absl::Seconds(1), removed);
  timer.Add(clock.Now() + absl::Seconds(1), other);
  timer.Remove(ticket);
  timer.Remove(ticket);
  clock.Advance(absl::Seconds(2));
  EXPECT_TRUE(Becomes(*other));
  EXPECT_FALSE(removed->load());
}

TEST(DeadlineTimer, WorksOnTheSystemClock) {
  DeadlineTimer timer(SystemClock());
  auto far = std::make_shared<CancelFlag>(false), soon = std::make_shared<CancelFlag>(false);
  timer.Add(SystemClock().Now() + absl::Hours(24 * 365 * 200), far);
  timer.Add(SystemClock().Now() + absl::Milliseconds(5), soon);
  EXPECT_TRUE(Becomes(*soon));
  EXPECT_FALSE(far->load());
}

}  // namespace
}  // namespace farpoint
