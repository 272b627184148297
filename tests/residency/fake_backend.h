// Farpoint tests: a backend that holds every batch until the test answers it.

#ifndef FARPOINT_TESTS_RESIDENCY_FAKE_BACKEND_H_
#define FARPOINT_TESTS_RESIDENCY_FAKE_BACKEND_H_

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "src/batch/backend.h"

namespace farpoint {

class FakeBackend : public Backend {
 public:
  struct Call {
    std::shared_ptr<const Batch> batch;
    std::shared_ptr<const CancelFlag> cancel;
    Done done;

    /// Answers every pair with distance 1; or `Cancelled` if the flag is set.
    void Answer() {
      if (cancel->load()) return done(absl::CancelledError("cancelled"));
      Answers answers;
      answers.pairs.resize(batch->pair_a.size(), PairAnswer{.distance = 1,
                                                            .error_bound = 0,
                                                            .point_a = {0, 0, 0},
                                                            .point_b = {1, 0, 0},
                                                            .normal = {1, 0, 0},
                                                            .status = PairStatus::kOk,
                                                            .iterations = 1});
      done(std::move(answers));
    }
  };

  void Run(std::shared_ptr<const Batch> batch, std::shared_ptr<const CancelFlag> cancel,
           Done done) override {
    std::lock_guard<std::mutex> lock(mutex_);
    calls_.push_back({std::move(batch), std::move(cancel), std::move(done)});
    arrived_.notify_all();
  }

  struct SupportCall {
    std::shared_ptr<const SupportBatch> batch;
    std::shared_ptr<const CancelFlag> cancel;
    SupportDone done;

    /// Answers every direction with a point that float32 cannot hold, and no vertex; or
    /// `Cancelled` if the flag is set.
    void Answer() {
      if (cancel->load()) return done(absl::CancelledError("cancelled"));
      SupportAnswers answers;
      answers.supports.resize(batch->directions.size(), SupportAnswer{{0.1, -0.2, 1e-9}, -1, 1});
      done(std::move(answers));
    }
  };

  void RunSupport(std::shared_ptr<const SupportBatch> batch,
                  std::shared_ptr<const CancelFlag> cancel, SupportDone done) override {
    std::lock_guard<std::mutex> lock(mutex_);
    support_calls_.push_back({std::move(batch), std::move(cancel), std::move(done)});
    arrived_.notify_all();
  }
  int64_t field_bytes() const override { return 12'345; }

  std::vector<DeviceReport> devices() const override {
    std::lock_guard<std::mutex> lock(mutex_);
    return devices_;
  }
  void SetDevices(std::vector<DeviceReport> devices) {
    std::lock_guard<std::mutex> lock(mutex_);
    devices_ = std::move(devices);
  }

  /// Waits for the next batch and takes it.
  Call Take() { return TakeFrom(calls_); }
  SupportCall TakeSupport() { return TakeFrom(support_calls_); }
  size_t waiting() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return calls_.size() + support_calls_.size();
  }

  std::string name() const override { return "fake"; }
  std::string instruction_set() const override { return "none"; }
  int concurrency() const override { return 1; }

 private:
  template <class CallKind>
  CallKind TakeFrom(std::deque<CallKind>& calls) {
    std::unique_lock<std::mutex> lock(mutex_);
    arrived_.wait(lock, [&] { return !calls.empty(); });
    CallKind call = std::move(calls.front());
    calls.pop_front();
    return call;
  }

  mutable std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Call> calls_;
  std::deque<SupportCall> support_calls_;
  std::vector<DeviceReport> devices_;
};

}  // namespace farpoint

#endif  // FARPOINT_TESTS_RESIDENCY_FAKE_BACKEND_H_
