// Farpoint: threads that share out the blocks of many jobs.
//
// A job is a number of blocks, done in any order by any thread. Jobs take turns, a block each, so
// that a small job does not wait for the end of a large one.

#ifndef FARPOINT_SRC_BATCH_CPU_THREAD_POOL_H_
#define FARPOINT_SRC_BATCH_CPU_THREAD_POOL_H_

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace farpoint {

class ThreadPool {
 public:
  /// `threads` ≥ 1.
  explicit ThreadPool(int threads);
  /// Finishes every job that was added, then joins the threads.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  /// Calls `block(i, thread)` once for each i < blocks, then `done()` once; thread < size() is the
  /// caller's number, for scratch memory. Returns at once. blocks ≥ 1.
  void Add(int64_t blocks, std::function<void(int64_t, int)> block, std::function<void()> done);

  int size() const { return static_cast<int>(threads_.size()); }

 private:
  struct Job {
    int64_t blocks;
    int64_t next = 0;  // guarded by mutex_
    std::atomic<int64_t> finished{0};
    std::function<void(int64_t, int)> block;
    std::function<void()> done;
  };

  void Work(int thread);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::shared_ptr<Job>> jobs_;  // those with blocks not yet begun
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CPU_THREAD_POOL_H_
