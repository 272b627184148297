#include "client/parallel.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

namespace farpoint::client {

absl::Status RunInParallel(size_t count, int at_once,
                           const std::function<absl::Status(size_t)>& task) {
  std::mutex mutex;
  size_t next = 0, failed = count;
  absl::Status error;
  const auto work = [&] {
    std::unique_lock<std::mutex> lock(mutex);
    while (next < count && failed == count) {
      const size_t index = next++;
      lock.unlock();
      absl::Status status = task(index);
      lock.lock();
      if (!status.ok() && index < failed) {
        failed = index;
        error = std::move(status);
      }
    }
  };
  const size_t threads = std::min<size_t>(count, std::max(at_once, 1));
  std::vector<std::thread> others;
  for (size_t i = 1; i < threads; ++i) others.emplace_back(work);
  work();
  for (std::thread& thread : others) thread.join();
  return error;
}

}  // namespace farpoint::client
