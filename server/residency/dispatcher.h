// Farpoint: the one way from a request to a backend.
//
//   dispatcher.Submit(batch, deadline, cancel, principal,
//                     [](absl::StatusOr<Answers> answers) { … });
//
// A pass-through: every batch goes to the backend at once, or is refused. It bounds what is in
// flight, turns the deadline into a cancel flag, and drains. (Later a batcher takes its place and
// merges calls into launches.)

#ifndef FARPOINT_SERVER_RESIDENCY_DISPATCHER_H_
#define FARPOINT_SERVER_RESIDENCY_DISPATCHER_H_

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/residency/clock.h"
#include "server/residency/deadline_timer.h"
#include "server/residency/principal.h"
#include "src/batch/backend.h"

namespace farpoint {

struct DispatcherLimits {
  int64_t max_pairs_in_flight = 1'000'000;              // and directions
  int64_t max_bytes_in_flight = int64_t{1} << 30;       // by BatchBytes
  absl::Duration retry_after = absl::Milliseconds(20);  // what a refused client is told to wait
};

/// What a batch takes while it is answered: its arrays and its answers, without the geometries,
/// which are shared.
int64_t BatchBytes(const Batch& batch);
int64_t BatchBytes(const SupportBatch& batch);

class Dispatcher {
 public:
  /// `backend` and `clock` must outlive it. `ended`, if given, is called after each batch that the
  /// backend was given, on the thread that ended it, before whoever asked hears of it.
  Dispatcher(Backend& backend, const DispatcherLimits& limits, const Clock& clock,
             std::function<void()> ended = nullptr);
  /// Waits for what is in flight.
  ~Dispatcher();

  /// Returns at once. `done` is called exactly once: at once if the batch is refused, else on a
  /// thread of the backend. Errors, nothing computed: `Cancelled` once `cancel` is set,
  /// `DeadlineExceeded` once `deadline` has passed (`cancel` is set then), `ResourceExhausted`
  /// (kQueueFull) while too much is in flight, `Unavailable` when draining, and the backend's
  /// own: `Internal` for a batch that failed, `Unavailable` where no device is left, and
  /// `ResourceExhausted`: kQueueFull for room that other batches hold, kMemoryFull for room that a
  /// device does not have, with no time to wait.
  /// A batch above a limit by itself is taken when nothing else is in flight.
  void Submit(std::shared_ptr<const Batch> batch, absl::Time deadline,
              std::shared_ptr<CancelFlag> cancel, const Principal& principal, Backend::Done done);
  /// The same for support questions; a direction counts as a pair.
  void Submit(std::shared_ptr<const SupportBatch> batch, absl::Time deadline,
              std::shared_ptr<CancelFlag> cancel, const Principal& principal,
              Backend::SupportDone done);

  /// From now on Submit refuses; what is in flight goes on.
  void Drain();
  /// Waits until nothing is in flight, at most until `deadline`; whether it came to that.
  bool AwaitIdle(absl::Time deadline);

  /// Pairs and directions answered since the start.
  int64_t pairs_answered() const;

 private:
  template <class Answers>
  using DoneWith = std::function<void(absl::StatusOr<Answers>)>;

  /// A batch in flight.
  struct Entry {
    int64_t pairs = 0;
    int64_t bytes = 0;
  };

  /// What both kinds of batch share: admits one of `pairs` and `bytes`, hands `run` what the
  /// backend shall call at its end, and keeps the books.
  template <class Answers>
  void Dispatch(int64_t pairs, int64_t bytes, absl::Time deadline,
                const std::shared_ptr<CancelFlag>& cancel, DoneWith<Answers> done,
                absl::FunctionRef<void(DoneWith<Answers>)> run);

  absl::StatusOr<Entry> Admit(int64_t pairs, int64_t bytes);
  /// What becomes of the backend's `status`, an error.
  absl::Status Explain(const absl::Status& status, absl::Time deadline) const;
  void Count(int64_t pairs);
  void Leave(const Entry& entry);

  Backend& backend_;
  const DispatcherLimits limits_;
  const Clock& clock_;
  const std::function<void()> ended_;
  DeadlineTimer timer_;

  mutable std::mutex mutex_;
  std::condition_variable idle_;
  bool draining_ = false;
  int64_t calls_ = 0, pairs_ = 0, bytes_ = 0;  // in flight
  int64_t answered_ = 0;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_RESIDENCY_DISPATCHER_H_
