// Farpoint: builds geometries on threads of its own, because a hull of a large mesh takes seconds
// and a handler of a call must not wait.

#ifndef FARPOINT_SERVER_RESIDENCY_UPLOAD_QUEUE_H_
#define FARPOINT_SERVER_RESIDENCY_UPLOAD_QUEUE_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/residency/clock.h"
#include "server/residency/principal.h"
#include "server/residency/registry.h"
#include "src/batch/backend.h"

namespace farpoint {

struct UploadQueueOptions {
  int threads = 2;
  int64_t max_bytes_waiting = 256 << 20;  // vertices of the uploads that wait for a thread
  absl::Duration retry_after = absl::Milliseconds(100);
};

class UploadQueue {
 public:
  /// `registry` and `clock` must outlive it.
  UploadQueue(Registry& registry, const UploadQueueOptions& options, const Clock& clock);
  /// Finishes what runs, answers what waits with `Unavailable`.
  ~UploadQueue();

  using Done = std::function<void(absl::StatusOr<Registry::Created>)>;

  /// Registry::Create, later. Returns at once; `done` is called exactly once: at once if the upload
  /// is refused (`ResourceExhausted`, kQueueFull; `Unavailable` when draining), else on a thread of
  /// the queue. An upload whose `cancel` is set or whose `deadline` has passed before its turn is
  /// dropped: `Cancelled`, `DeadlineExceeded`.
  void Submit(Shape shape, std::optional<absl::Duration> ttl, absl::Time deadline,
              std::shared_ptr<CancelFlag> cancel, const Principal& principal, Done done);

  /// From now on Submit refuses; what waits and runs goes on.
  void Drain();
  /// Waits until nothing waits or runs, at most until `deadline`; whether it came to that.
  bool AwaitIdle(absl::Time deadline);

 private:
  struct Upload {
    Shape shape;
    std::optional<absl::Duration> ttl;
    absl::Time deadline;
    std::shared_ptr<CancelFlag> cancel;
    Principal principal;
    Done done;
  };
  void Loop();
  absl::StatusOr<Registry::Created> Create(Upload& upload);

  Registry& registry_;
  const UploadQueueOptions options_;
  const Clock& clock_;

  std::mutex mutex_;
  std::condition_variable wake_, idle_;
  bool draining_ = false, stop_ = false;
  int64_t running_ = 0;
  int64_t bytes_waiting_ = 0;
  std::deque<Upload> waiting_;
  std::vector<std::thread> threads_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_RESIDENCY_UPLOAD_QUEUE_H_
