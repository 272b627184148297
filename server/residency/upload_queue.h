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
#include <set>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/residency/clock.h"
#include "server/residency/deadline_timer.h"
#include "server/residency/principal.h"
#include "server/residency/registry.h"
#include "src/batch/backend.h"
#include "src/hull/non_convexity.h"

namespace farpoint {

struct UploadQueueOptions {
  int threads = 2;
  int64_t max_bytes_waiting = 256 << 20;  // of the uploads that wait for a thread
  /// Announced by uploads whose chunks are still arriving. One that is larger by itself is let in
  /// when there is no other.
  int64_t max_bytes_arriving = 512 << 20;
  /// A chunked upload that sends nothing for so long is cancelled: it holds room.
  absl::Duration max_silence = absl::Seconds(60);
  /// One that has not arrived by then is ended, whatever it sends.
  absl::Duration max_time = absl::Minutes(10);
  absl::Duration retry_after = absl::Milliseconds(100);
};

/// What is to be built.
struct Upload {
  Shape shape;
  std::optional<absl::Duration> ttl = std::nullopt;
  /// Of a mesh, indices below the number of its vertices: not part of the geometry, but measured.
  std::vector<MeshTriangle> triangles = {};
};

/// What became of it.
struct Uploaded : Registry::Created {
  std::optional<double> non_convexity;  // metres; only if there were triangles
};

class UploadQueue {
 public:
  /// `registry` and `clock` must outlive it.
  UploadQueue(Registry& registry, const UploadQueueOptions& options, const Clock& clock);
  /// Cancels what runs, answers what waits with `Unavailable`.
  ~UploadQueue();

  using Done = std::function<void(absl::StatusOr<Uploaded>)>;

  /// Registry::Create, later. Returns at once; `done` is called exactly once: at once if the upload
  /// is refused (`ResourceExhausted`, kQueueFull; `Unavailable` when draining), else on a thread of
  /// the queue: `Cancelled` soon after `cancel` is set, `DeadlineExceeded` soon after `deadline`
  /// (`cancel` is set then), waiting or running.
  void Submit(Upload upload, absl::Time deadline, std::shared_ptr<CancelFlag> cancel,
              const Principal& principal, Done done);

  /// Room for `bytes` that will arrive, to be given back with Leave. `ResourceExhausted`
  /// (kQueueFull) while too much is arriving, `Unavailable` when draining.
  absl::Status Arrive(int64_t bytes);
  void Leave(int64_t bytes);
  absl::Duration max_silence() const { return options_.max_silence; }
  absl::Duration max_time() const { return options_.max_time; }

  /// From now on Submit and Arrive refuse; what waits and runs goes on.
  void Drain();
  /// Sets the flags of all that waits and runs.
  void CancelAll();
  /// Waits until nothing waits or runs, at most until `deadline`; whether it came to that.
  bool AwaitIdle(absl::Time deadline);

 private:
  struct Job {
    Upload upload;
    absl::Time deadline;
    std::shared_ptr<CancelFlag> cancel;
    Principal principal;
    Done done;
    std::optional<DeadlineTimer::Ticket> ticket = std::nullopt;
  };
  void Loop();
  absl::StatusOr<Uploaded> Build(Job& job);

  Registry& registry_;
  const UploadQueueOptions options_;
  const Clock& clock_;
  DeadlineTimer timer_;

  std::mutex mutex_;
  std::condition_variable wake_, idle_;
  bool draining_ = false, stop_ = false;
  int64_t bytes_waiting_ = 0, bytes_arriving_ = 0;
  std::deque<Job> waiting_;
  std::multiset<std::shared_ptr<CancelFlag>> running_;
  std::vector<std::thread> threads_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_RESIDENCY_UPLOAD_QUEUE_H_
