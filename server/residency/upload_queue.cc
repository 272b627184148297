#include "server/residency/upload_queue.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/residency/refusal.h"

namespace farpoint {
namespace {

// What an upload that waits takes.
int64_t BytesOf(const Upload& upload) {
  const Mesh* mesh = std::get_if<Mesh>(&upload.shape);
  const size_t vertices = mesh == nullptr ? 0 : mesh->vertices.size();
  return static_cast<int64_t>(sizeof(Shape) + vertices * sizeof(Vec3d) +
                              upload.triangles.size() * sizeof(MeshTriangle));
}

}  // namespace

UploadQueue::UploadQueue(Registry& registry, const UploadQueueOptions& options, const Clock& clock)
    : registry_(registry), options_(options), clock_(clock), timer_(clock) {
  for (int i = 0; i < options.threads; ++i) threads_.emplace_back([this] { Loop(); });
}

UploadQueue::~UploadQueue() {
  std::deque<Job> dropped;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    draining_ = stop_ = true;
    dropped.swap(waiting_);
    for (const auto& cancel : running_) cancel->store(true);
  }
  wake_.notify_all();
  for (Job& job : dropped) {
    if (job.ticket) timer_.Remove(*job.ticket);
    job.done(DrainingError());
  }
  for (std::thread& thread : threads_) thread.join();
}

void UploadQueue::Submit(Upload upload, absl::Time deadline, std::shared_ptr<CancelFlag> cancel,
                         const Principal& principal, Done done) {
  const int64_t bytes = BytesOf(upload);
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
      Job job{std::move(upload), deadline, std::move(cancel), principal, std::move(done)};
      if (deadline != absl::InfiniteFuture()) job.ticket = timer_.Add(deadline, job.cancel);
      bytes_waiting_ += bytes;
      waiting_.push_back(std::move(job));
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
    const auto running = running_.insert(waiting_.front().cancel);
    {
      Job job = std::move(waiting_.front());
      waiting_.pop_front();
      bytes_waiting_ -= BytesOf(job.upload);
      lock.unlock();
      absl::StatusOr<Uploaded> uploaded = Build(job);
      if (job.ticket) timer_.Remove(*job.ticket);
      job.done(std::move(uploaded));
    }
    lock.lock();
    running_.erase(running);
    if (running_.empty() && waiting_.empty()) idle_.notify_all();
  }
}

absl::StatusOr<Uploaded> UploadQueue::Build(Job& job) {
  const auto late = [&] { return job.deadline <= clock_.Now(); };
  if (late()) return absl::DeadlineExceededError("the deadline passed before any work");
  if (job.cancel->load()) return absl::CancelledError("cancelled before any work");
  const auto failed = [&](const absl::Status& status) {
    if (!absl::IsCancelled(status) || !late()) return status;
    return absl::DeadlineExceededError("the deadline passed during the work");
  };
  absl::StatusOr<Registry::Created> created = registry_.Create(
      job.principal.tenant, std::move(job.upload.shape), job.upload.ttl, job.cancel.get());
  if (!created.ok()) return failed(created.status());
  Uploaded uploaded{*std::move(created), std::nullopt};
  if (job.upload.triangles.empty()) return uploaded;
  const Geometry& geometry = *uploaded.resident.geometry;
  const absl::StatusOr<double> non_convexity =
      NonConvexity(std::get<Mesh>(geometry.shape()).vertices, geometry.given_index(),
                   job.upload.triangles, job.cancel.get());
  if (!non_convexity.ok()) return failed(non_convexity.status());
  uploaded.non_convexity = *non_convexity;
  return uploaded;
}

absl::Status UploadQueue::Arrive(int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (draining_) return DrainingError();
  if (bytes_arriving_ > 0 && bytes > options_.max_bytes_arriving - bytes_arriving_) {
    return QueueFullError(
        absl::StrCat("uploads of ", bytes_arriving_, " bytes are arriving already"),
        options_.retry_after);
  }
  bytes_arriving_ += bytes;
  return absl::OkStatus();
}

void UploadQueue::Leave(int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  bytes_arriving_ -= bytes;
}

void UploadQueue::Drain() {
  std::lock_guard<std::mutex> lock(mutex_);
  draining_ = true;
}

void UploadQueue::CancelAll() {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const auto& cancel : running_) cancel->store(true);
  for (const Job& job : waiting_) job.cancel->store(true);
}

bool UploadQueue::AwaitIdle(absl::Time deadline) {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto idle = [this] { return running_.empty() && waiting_.empty(); };
  while (!idle() && clock_.Now() < deadline) clock_.WaitUntil(deadline, idle_, lock);
  return idle();
}

}  // namespace farpoint
