#include "src/batch/cuda/cuda_backend.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "src/batch/cuda/device_shard.h"
#include "src/batch/part_of_batch.h"

namespace farpoint {
namespace {

// A batch while it is answered, in parts: launches, and what goes to the processor.
struct Task {
  std::shared_ptr<const Batch> batch;
  std::shared_ptr<const CancelFlag> cancel;
  Backend::Done done;
  Answers answers;
  std::vector<uint32_t> places;  // of the pairs for the devices

  std::atomic<int64_t> parts{1};
  std::mutex mutex;
  absl::Status failure;
  std::vector<uint32_t> left;  // by the devices

  void Fail(const absl::Status& why) {
    std::lock_guard<std::mutex> lock(mutex);
    if (failure.ok()) failure = why;
  }
  bool failed() {
    std::lock_guard<std::mutex> lock(mutex);
    return !failure.ok();
  }
  void Finish() {
    const auto call = std::move(done);
    batch.reset();
    if (failure.ok()) {
      call(std::move(answers));
    } else {
      call(failure);
    }
  }
};
using TaskPtr = std::shared_ptr<Task>;

struct Launch {
  TaskPtr task;
  size_t begin, end;  // of Task::places
};

// Whether there are steps for such a pair.
bool StepsKnow(const Geometry& a, const Geometry& b) {
  return (a.hull() != nullptr && b.hull() != nullptr) ||
         (a.formula() != nullptr && b.formula() != nullptr);
}

class CudaBackend : public Backend {
 public:
  CudaBackend(std::vector<std::unique_ptr<DeviceShard>> shards, const CudaBackendOptions& options)
      : options_(options), shards_(std::move(shards)), cpu_(MakeCpuBackend(options.cpu)) {
    for (const auto& shard : shards_) {
      for (int i = 0; i < shard->launches(); ++i) {
        threads_.emplace_back([this, &shard, i] { Work(shard.get(), i); });
      }
    }
  }
  ~CudaBackend() override {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
    }
    ready_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    FailQueued(absl::CancelledError("the backend is shutting down"));
  }

  void Run(std::shared_ptr<const Batch> batch, std::shared_ptr<const CancelFlag> cancel,
           Done done) override {
    const bool plain = batch->options.field == SupportField::kExactCells &&
                       batch->options.gjk == GjkVariant::kPlain;
    auto task = std::make_shared<Task>();
    std::vector<uint32_t> others;
    for (uint32_t i = 0; i < batch->pair_a.size(); ++i) {
      const bool known =
          plain && StepsKnow(*batch->geometries[batch->object_geometry[batch->pair_a[i]]],
                             *batch->geometries[batch->object_geometry[batch->pair_b[i]]]);
      (known ? task->places : others).push_back(i);
    }
    if (task->places.empty())
      return cpu_->Run(std::move(batch), std::move(cancel), std::move(done));
    task->answers.pairs.resize(batch->pair_a.size());
    task->batch = std::move(batch);
    task->cancel = std::move(cancel);
    task->done = std::move(done);
    Queue(task);
    if (!others.empty()) {
      ++task->parts;
      AnswerHere(task, others, [this, task] { EndPart(task); });
    }
    EndPart(task);
  }

  void RunSupport(std::shared_ptr<const SupportBatch> batch,
                  std::shared_ptr<const CancelFlag> cancel, SupportDone done) override {
    cpu_->RunSupport(std::move(batch), std::move(cancel), std::move(done));
  }
  int64_t field_bytes() const override { return cpu_->field_bytes(); }

  std::vector<DeviceReport> devices() const override {
    std::vector<DeviceReport> reports;
    for (const auto& shard : shards_) reports.push_back(shard->Report());
    return reports;
  }
  std::string name() const override { return options_.name; }
  std::string instruction_set() const override {
    return absl::StrCat(shards_[0]->device().architecture(), "+", cpu_->instruction_set());
  }
  int concurrency() const override { return cpu_->concurrency(); }

 private:
  void Queue(const TaskPtr& task) {
    const auto most = static_cast<size_t>(options_.launch.most_pairs);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      for (size_t begin = 0; begin < task->places.size(); begin += most) {
        ++task->parts;
        queue_.push_back({task, begin, std::min(task->places.size(), begin + most)});
      }
    }
    ready_.notify_all();
    if (AllLost()) FailQueued(absl::UnavailableError("all devices are lost"));
  }

  void Work(DeviceShard* shard, int launch) {
    while (!shard->lost()) {
      Launch next;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        ready_.wait(lock, [&] { return stopping_ || shard->lost() || !queue_.empty(); });
        if (stopping_ || shard->lost()) break;
        next = std::move(queue_.front());
        queue_.pop_front();
      }
      RunLaunch(shard, launch, next);
      EndPart(next.task);
    }
    ready_.notify_all();  // the device's other threads, if it is lost
    if (AllLost()) FailQueued(absl::UnavailableError("all devices are lost"));
  }

  static void RunLaunch(DeviceShard* shard, int launch, const Launch& part) {
    Task& task = *part.task;
    if (task.failed()) return;
    if (*task.cancel) return task.Fail(absl::CancelledError("the batch was cancelled"));
    std::vector<uint32_t> left;
    const absl::Status done = shard->Run(launch, *task.batch, &task.places[part.begin],
                                         static_cast<int32_t>(part.end - part.begin), *task.cancel,
                                         task.answers.pairs.data(), &left);
    if (!done.ok()) return task.Fail(done);
    std::lock_guard<std::mutex> lock(task.mutex);
    task.left.insert(task.left.end(), left.begin(), left.end());
  }

  // After the last part comes what the devices left.
  void EndPart(const TaskPtr& task) {
    if (--task->parts > 0) return;
    if (task->left.empty() || task->failed()) return task->Finish();
    const std::vector<uint32_t> left = std::exchange(task->left, {});
    AnswerHere(task, left, [task] { task->Finish(); });
  }

  template <class Then>
  void AnswerHere(const TaskPtr& task, const std::vector<uint32_t>& places, const Then& then) {
    bool stopping;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopping = stopping_;
    }
    if (stopping) {
      task->Fail(absl::CancelledError("the backend is shutting down"));
      return then();
    }
    cpu_->Run(PartOfBatch(*task->batch, places), task->cancel,
              [task, places, then](absl::StatusOr<Answers> answers) {
                if (!answers.ok()) {
                  task->Fail(answers.status());
                } else {
                  for (size_t k = 0; k < places.size(); ++k) {
                    task->answers.pairs[places[k]] = answers->pairs[k];
                  }
                }
                then();
              });
  }

  bool AllLost() const {
    return std::all_of(shards_.begin(), shards_.end(), [](const auto& s) { return s->lost(); });
  }
  void FailQueued(const absl::Status& why) {
    std::deque<Launch> queue;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      queue.swap(queue_);
    }
    for (Launch& launch : queue) {
      launch.task->Fail(why);
      EndPart(launch.task);
    }
  }

  const CudaBackendOptions options_;
  std::vector<std::unique_ptr<DeviceShard>> shards_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<Launch> queue_;
  bool stopping_ = false;
  std::unique_ptr<Backend> cpu_;  // its threads call back here: the first to go
  std::vector<std::thread> threads_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Backend>> MakeCudaBackend(
    std::vector<std::unique_ptr<Device>> devices, const CudaBackendOptions& options) {
  if (devices.empty()) return absl::FailedPreconditionError("no device");
  std::vector<std::unique_ptr<DeviceShard>> shards;
  for (std::unique_ptr<Device>& device : devices) {
    auto shard = DeviceShard::Create(std::move(device), options.device_memory_limit,
                                     options.launches, options.launch);
    if (!shard.ok()) return shard.status();
    shards.push_back(*std::move(shard));
  }
  return std::make_unique<CudaBackend>(std::move(shards), options);
}

}  // namespace farpoint
