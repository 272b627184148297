#include "server/residency/upload_queue.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/residency/refusal.h"

namespace farpoint {
namespace {

// What an upload that waits takes.
int64_t ShapeBytes(const Shape& shape) {
  const Mesh* mesh = std::get_if<Mesh>(&shape);
  const size_t vertices = mesh == nullptr ? 0 : mesh->vertices.size();
  return static_cast<int64_t>(sizeof(Shape) + vertices * sizeof(Vec3d));
}

}  // namespace

UploadQueue::UploadQueue(Registry& registry, const UploadQueueOptions& options, const Clock& clock)
    : registry_(registry), options_(options), clock_(clock) {
  for (int i = 0; i < options.threads; ++i) threads_.emplace_back([this] { Loop(); });
}

UploadQueue::~UploadQueue() {
  std::deque<Upload> dropped;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    draining_ = stop_ = true;
    dropped.swap(waiting_);
  }
  wake_.notify_all();
  for (Upload& upload : dropped) upload.done(DrainingError());
  for (std::thread& thread : threads_) thread.join();
}

void UploadQueue::Submit(Shape shape, std::optional<absl::Duration> ttl, absl::Time deadline,
                         std::shared_ptr<CancelFlag> cancel, const Principal& principal,
                         Done done) {
  const int64_t bytes = ShapeBytes(shape);
  absl::Status refused;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (draining_) {
      refused = DrainingError();
    } else if (!waiting_.empty() && bytes > options_.max_bytes_waiting - bytes_waiting_) {
      refused = QueueFullError(absl::StrCat(waiting_.size(), " uploads of ", bytes_waiting_,
                                            " bytes are waiting already"),
                               options_.retry_after);
    } else {
      bytes_waiting_ += bytes;
      waiting_.push_back(
          {std::move(shape), ttl, deadline, std::move(cancel), principal, std::move(done)});
    }
  }
  if (!refused.ok()) return done(refused);
  wake_.notify_one();
}

void UploadQueue::Loop() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
    if (stop_) return;
    ++running_;
    {
      Upload upload = std::move(waiting_.front());
      waiting_.pop_front();
      bytes_waiting_ -= ShapeBytes(upload.shape);
      lock.unlock();
      upload.done(Create(upload));
    }
    lock.lock();
    if (--running_ == 0 && waiting_.empty()) idle_.notify_all();
  }
}

absl::StatusOr<Registry::Created> UploadQueue::Create(Upload& upload) {
  if (upload.cancel->load()) return absl::CancelledError("cancelled by the client");
  if (upload.deadline <= clock_.Now()) {
    return absl::DeadlineExceededError("the deadline passed before any work");
  }
  return registry_.Create(upload.principal.tenant, std::move(upload.shape), upload.ttl);
}

void UploadQueue::Drain() {
  std::lock_guard<std::mutex> lock(mutex_);
  draining_ = true;
}

bool UploadQueue::AwaitIdle(absl::Time deadline) {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto idle = [this] { return running_ == 0 && waiting_.empty(); };
  while (!idle() && clock_.Now() < deadline) clock_.WaitUntil(deadline, idle_, lock);
  return idle();
}

}  // namespace farpoint
