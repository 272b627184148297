#include "server/residency/dispatcher.h"

#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/residency/refusal.h"

namespace farpoint {
namespace {

template <class T>
int64_t Bytes(const std::vector<T>& v) {
  return static_cast<int64_t>(v.size() * sizeof(T));
}

}  // namespace

int64_t BatchBytes(const Batch& batch) {
  return Bytes(batch.geometries) + Bytes(batch.object_geometry) + Bytes(batch.poses) +
         Bytes(batch.padding) + Bytes(batch.pair_a) + Bytes(batch.pair_b) +
         static_cast<int64_t>(batch.pair_a.size() * sizeof(PairAnswer));
}

int64_t BatchBytes(const SupportBatch& batch) {
  return Bytes(batch.geometries) + Bytes(batch.direction_geometry) + Bytes(batch.directions) +
         static_cast<int64_t>(batch.directions.size() * sizeof(SupportAnswer));
}

Dispatcher::Dispatcher(Backend& backend, const DispatcherLimits& limits, const Clock& clock,
                       std::function<void()> ended)
    : backend_(backend), limits_(limits), clock_(clock), ended_(std::move(ended)), timer_(clock) {}

Dispatcher::~Dispatcher() {
  Drain();
  AwaitIdle(absl::InfiniteFuture());
}

void Dispatcher::Submit(std::shared_ptr<const Batch> batch, absl::Time deadline,
                        std::shared_ptr<CancelFlag> cancel, const Principal& /*principal*/,
                        Backend::Done done) {
  Dispatch<Answers>(static_cast<int64_t>(batch->pair_a.size()), BatchBytes(*batch), deadline,
                    cancel, std::move(done), [&](Backend::Done end) {
                      backend_.Run(std::move(batch), cancel, std::move(end));
                    });
}

void Dispatcher::Submit(std::shared_ptr<const SupportBatch> batch, absl::Time deadline,
                        std::shared_ptr<CancelFlag> cancel, const Principal& /*principal*/,
                        Backend::SupportDone done) {
  Dispatch<SupportAnswers>(static_cast<int64_t>(batch->directions.size()), BatchBytes(*batch),
                           deadline, cancel, std::move(done), [&](Backend::SupportDone end) {
                             backend_.RunSupport(std::move(batch), cancel, std::move(end));
                           });
}

template <class Answers>
void Dispatcher::Dispatch(int64_t pairs, int64_t bytes, absl::Time deadline,
                          const std::shared_ptr<CancelFlag>& cancel, DoneWith<Answers> done,
                          absl::FunctionRef<void(DoneWith<Answers>)> run) {
  if (cancel->load()) return done(absl::CancelledError("cancelled by the client"));
  if (deadline <= clock_.Now()) {
    cancel->store(true);
    return done(absl::DeadlineExceededError("the deadline passed before any work"));
  }
  const absl::StatusOr<Entry> entry = Admit(pairs, bytes);
  if (!entry.ok()) return done(entry.status());

  std::optional<DeadlineTimer::Ticket> ticket;
  if (deadline != absl::InfiniteFuture()) ticket = timer_.Add(deadline, cancel);
  run([this, deadline, ticket, entry = *entry,
       done = std::move(done)](absl::StatusOr<Answers> answers) {
    if (ticket) timer_.Remove(*ticket);
    if (!answers.ok()) answers = Explain(answers.status(), deadline);
    if (answers.ok()) Count(entry.pairs);  // before whoever asked can look
    if (ended_) ended_();
    done(std::move(answers));
    Leave(entry);  // last: the owner may be waiting for it
  });
}

absl::Status Dispatcher::Explain(const absl::Status& status, absl::Time deadline) const {
  if (absl::IsCancelled(status) && deadline <= clock_.Now()) {
    return absl::DeadlineExceededError("the deadline passed during the work");
  }
  if (absl::IsFailedPrecondition(status)) return MemoryFullError(status.message());
  if (!absl::IsResourceExhausted(status)) return status;
  return QueueFullError(status.message(), limits_.retry_after);
}

absl::StatusOr<Dispatcher::Entry> Dispatcher::Admit(int64_t pairs, int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (draining_) return DrainingError();
  if (calls_ > 0 && (pairs > limits_.max_pairs_in_flight - pairs_ ||
                     bytes > limits_.max_bytes_in_flight - bytes_)) {
    return QueueFullError(
        absl::StrCat("too much in flight: ", pairs_, " of ", limits_.max_pairs_in_flight,
                     " pairs, ", bytes_, " of ", limits_.max_bytes_in_flight, " bytes"),
        limits_.retry_after);
  }
  ++calls_;
  pairs_ += pairs;
  bytes_ += bytes;
  return Entry{pairs, bytes};
}

void Dispatcher::Count(int64_t pairs) {
  std::lock_guard<std::mutex> lock(mutex_);
  answered_ += pairs;
}

void Dispatcher::Leave(const Entry& entry) {
  std::lock_guard<std::mutex> lock(mutex_);
  --calls_;
  pairs_ -= entry.pairs;
  bytes_ -= entry.bytes;
  // Under the lock: once the waiter has it, this object may be gone.
  if (calls_ == 0) idle_.notify_all();
}

void Dispatcher::Drain() {
  std::lock_guard<std::mutex> lock(mutex_);
  draining_ = true;
}

bool Dispatcher::AwaitIdle(absl::Time deadline) {
  std::unique_lock<std::mutex> lock(mutex_);
  while (calls_ > 0 && clock_.Now() < deadline) clock_.WaitUntil(deadline, idle_, lock);
  return calls_ == 0;
}

int64_t Dispatcher::pairs_answered() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return answered_;
}

}  // namespace farpoint
