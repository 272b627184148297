#include "src/batch/cpu/cpu_backend.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "src/batch/cpu/thread_pool.h"
#include "src/narrowphase/posed_geometry.h"
#include "src/narrowphase/solve_pair.h"

namespace farpoint {
namespace {

// Long enough to hide the queue, short enough to balance threads, to notice a cancel, and to let
// other batches in where pairs are slow: the hardest take milliseconds.
constexpr int64_t kPairsPerBlock = 32;

int UsableCores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

class CpuBackend : public Backend {
 public:
  explicit CpuBackend(int threads) : scratch_(threads), pool_(threads) {}
  ~CpuBackend() override { stopping_ = true; }

  void Run(std::shared_ptr<const Batch> batch, std::shared_ptr<const CancelFlag> cancel,
           Done done) override {
    auto task = std::make_shared<Task>();
    task->batch = std::move(batch);
    task->cancel = std::move(cancel);
    task->done = std::move(done);
    const int64_t pairs = static_cast<int64_t>(task->batch->pair_a.size());
    const int64_t blocks = (pairs + kPairsPerBlock - 1) / kPairsPerBlock;
    pool_.Add(
        std::max<int64_t>(blocks, 1),
        [this, task](int64_t block, int thread) { RunBlock(*task, block, &scratch_[thread]); },
        [task] {
          // `done` owns what the caller captured: released here, not when the last thread lets go
          // of the task.
          Done call = std::move(task->done);
          task->batch.reset();
          if (task->cancelled) {
            call(absl::CancelledError("the batch was cancelled"));
          } else {
            call(std::move(task->answers));
          }
        });
  }

  void RunSupport(std::shared_ptr<const SupportBatch> batch,
                  std::shared_ptr<const CancelFlag> cancel, SupportDone done) override {
    pool_.Add(
        1, [](int64_t, int) {},
        [batch, cancel, done] {
          if (cancel->load()) return done(absl::CancelledError("the batch was cancelled"));
          SupportAnswers answers;
          for (size_t i = 0; i < batch->directions.size(); ++i) {
            const Geometry& g = *batch->geometries[batch->direction_geometry[i]];
            int32_t index = -1;
            const Vec3d p =
                scalar::CoreSupport(scalar::MakeCoreView(g), batch->directions[i], &index);
            answers.supports.push_back({scalar::operator+(p, g.core_origin()),
                                        index < 0 ? -1 : int64_t{g.given_index()[index]}, 0});
          }
          done(std::move(answers));
        });
  }
  int64_t field_bytes() const override { return 0; }

  std::string name() const override { return "cpu"; }
  std::string instruction_set() const override { return "scalar"; }
  int concurrency() const override { return pool_.size(); }

 private:
  struct Task {
    std::shared_ptr<const Batch> batch;
    std::shared_ptr<const CancelFlag> cancel;
    Done done;
    std::once_flag prepared;
    std::vector<PosedGeometry> objects;
    Answers answers;
    std::atomic<bool> cancelled{false};
  };

  static void Prepare(Task& task) {
    const Batch& batch = *task.batch;
    task.objects.reserve(batch.object_geometry.size());
    for (size_t i = 0; i < batch.object_geometry.size(); ++i) {
      task.objects.push_back(MakePosed(*batch.geometries[batch.object_geometry[i]], batch.poses[i],
                                       batch.padding.empty() ? 0 : batch.padding[i]));
    }
    task.answers.pairs.resize(batch.pair_a.size());
  }

  void RunBlock(Task& task, int64_t block, scalar::PairScratch* scratch) {
    if (task.cancelled.load(std::memory_order_relaxed)) return;
    if (stopping_ || task.cancel->load(std::memory_order_relaxed)) {
      task.cancelled = true;
      return;
    }
    std::call_once(task.prepared, [&task] { Prepare(task); });
    const Batch& batch = *task.batch;
    const size_t begin = static_cast<size_t>(block * kPairsPerBlock);
    const size_t end = std::min(batch.pair_a.size(), begin + kPairsPerBlock);
    for (size_t i = begin; i < end; ++i) {
      task.answers.pairs[i] = scalar::SolvePair(
          task.objects[batch.pair_a[i]], task.objects[batch.pair_b[i]], batch.options, scratch);
    }
  }

  std::atomic<bool> stopping_{false};
  std::vector<scalar::PairScratch> scratch_;  // one a thread
  ThreadPool pool_;                           // last: its threads use the rest
};

}  // namespace

std::unique_ptr<Backend> MakeCpuBackend(const CpuBackendOptions& options) {
  return std::make_unique<CpuBackend>(options.threads > 0 ? options.threads : UsableCores());
}

}  // namespace farpoint
