#include "src/batch/cpu/thread_pool.h"

#include <utility>

namespace farpoint {

ThreadPool::ThreadPool(int threads) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this, i] { Work(i); });
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void ThreadPool::Add(int64_t blocks, std::function<void(int64_t, int)> block,
                     std::function<void()> done) {
  auto job = std::make_shared<Job>();
  job->blocks = blocks;
  job->block = std::move(block);
  job->done = std::move(done);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  if (blocks == 1) {
    wake_.notify_one();
  } else {
    wake_.notify_all();
  }
}

void ThreadPool::Work(int thread) {
  for (;;) {
    std::shared_ptr<Job> job;
    int64_t block;
    {
      std::unique_lock<std::mutex> lock(mutex_);
      wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      job = std::move(jobs_.front());
      jobs_.pop_front();
      block = job->next++;
      if (job->next < job->blocks) jobs_.push_back(job);
    }
    job->block(block, thread);
    if (job->finished.fetch_add(1, std::memory_order_acq_rel) + 1 == job->blocks) job->done();
  }
}

}  // namespace farpoint
