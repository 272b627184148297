#include "src/batch/cpu/cpu_backend.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "src/batch/cpu/instruction_set.h"
#include "src/batch/cpu/thread_pool.h"
#include "src/narrowphase/posed_geometry.h"
#include "src/narrowphase/solve_pair.h"
#include "src/support/lat_long_cache.h"
#include "src/support/support_query.h"

namespace farpoint {
namespace {

// Long enough to keep lanes busy and to hide the queue, short enough to balance threads, to notice
// a cancel, and to let other batches in where pairs are slow: the hardest take milliseconds.
constexpr int64_t kPairsPerBlock = kLaneBlock;

int UsableCores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1u, std::thread::hardware_concurrency());
}

// A batch of either kind while it is answered.
template <class BatchType, class AnswersType>
struct Task {
  std::shared_ptr<const BatchType> batch;
  std::shared_ptr<const CancelFlag> cancel;
  std::function<void(absl::StatusOr<AnswersType>)> done;
  std::vector<std::shared_ptr<LatLongBuild>> fields;  // one a geometry, if asked for
  std::atomic<size_t> fields_to_come{1};
  std::once_flag prepared;
  std::vector<PosedGeometry> objects;  // of pairs
  AnswersType answers;

  std::atomic<bool> stopped{false};  // nothing more to do: cancelled, or failed
  std::mutex mutex;
  absl::Status failure;

  void Fail(const absl::Status& why) {
    std::lock_guard<std::mutex> lock(mutex);
    if (failure.ok()) failure = why;
    stopped = true;
  }
  const LatLongFields* field(size_t geometry) const {
    const bool has_one = !fields.empty() && fields[geometry] != nullptr;
    return has_one ? &fields[geometry]->fields() : nullptr;
  }
  void Finish() {
    // `done` owns what the caller captured: released here, not when the last thread lets go of the
    // task.
    const auto call = std::move(done);
    batch.reset();
    fields.clear();
    if (!failure.ok()) {
      call(failure);
    } else {
      call(std::move(answers));
    }
  }
};
using PairTask = Task<Batch, Answers>;
using SupportTask = Task<SupportBatch, SupportAnswers>;

SupportField FieldOf(const Batch& batch) { return batch.options.field; }
SupportField FieldOf(const SupportBatch& batch) { return batch.field; }
int32_t ResolutionOf(const Batch& batch) { return batch.options.field_resolution; }
int32_t ResolutionOf(const SupportBatch& batch) { return batch.field_resolution; }
size_t CountOf(const Batch& batch) { return batch.pair_a.size(); }
size_t CountOf(const SupportBatch& batch) { return batch.directions.size(); }

void Prepare(PairTask& task) {
  const Batch& batch = *task.batch;
  task.objects.reserve(batch.object_geometry.size());
  for (size_t i = 0; i < batch.object_geometry.size(); ++i) {
    const uint32_t g = batch.object_geometry[i];
    task.objects.push_back(MakePosed(*batch.geometries[g], batch.poses[i],
                                     batch.padding.empty() ? 0 : batch.padding[i], task.field(g)));
  }
  task.answers.pairs.resize(batch.pair_a.size());
}

void Answer(PairTask& task, size_t begin, size_t end, scalar::LaneSolver lanes,
            scalar::PairScratch* scratch) {
  const Batch& batch = *task.batch;
  PairOfObjects pairs[kPairsPerBlock];
  for (size_t i = begin; i < end; ++i) {
    pairs[i - begin] = {&task.objects[batch.pair_a[i]], &task.objects[batch.pair_b[i]]};
  }
  scalar::SolvePairs(pairs, static_cast<int>(end - begin), batch.options, lanes, scratch,
                     &task.answers.pairs[begin]);
}

void Prepare(SupportTask& task) { task.answers.supports.resize(task.batch->directions.size()); }

void Answer(SupportTask& task, size_t begin, size_t end, scalar::LaneSolver /*lanes*/,
            scalar::PairScratch* /*scratch*/) {
  const SupportBatch& batch = *task.batch;
  for (size_t i = begin; i < end; ++i) {
    const uint32_t g = batch.direction_geometry[i];
    task.answers.supports[i] =
        FindSupport(*batch.geometries[g], batch.directions[i],
                    {batch.field, task.field(g), batch.tie_tolerance, batch.count_ties});
  }
}

class CpuBackend : public Backend {
 public:
  CpuBackend(int threads, const CpuBackendOptions& options)
      : isa_(ChooseInstructionSet(options.isa).value()),
        lat_long_(options.field_memory),
        scratch_(threads),
        pool_(threads) {}
  ~CpuBackend() override { stopping_ = true; }

  void Run(std::shared_ptr<const Batch> batch, std::shared_ptr<const CancelFlag> cancel,
           Done done) override {
    Start(MakeTask<PairTask>(std::move(batch), std::move(cancel), std::move(done)));
  }
  void RunSupport(std::shared_ptr<const SupportBatch> batch,
                  std::shared_ptr<const CancelFlag> cancel, SupportDone done) override {
    Start(MakeTask<SupportTask>(std::move(batch), std::move(cancel), std::move(done)));
  }
  int64_t field_bytes() const override { return lat_long_.bytes(); }

  std::string name() const override { return "cpu"; }
  std::string instruction_set() const override { return isa_.name; }
  int concurrency() const override { return pool_.size(); }

 private:
  template <class TaskType, class BatchPtr, class DoneType>
  static std::shared_ptr<TaskType> MakeTask(BatchPtr batch,
                                            std::shared_ptr<const CancelFlag> cancel,
                                            DoneType done) {
    auto task = std::make_shared<TaskType>();
    task->batch = std::move(batch);
    task->cancel = std::move(cancel);
    task->done = std::move(done);
    return task;
  }

  // The fields first, then the answers.
  template <class TaskType>
  void Start(std::shared_ptr<TaskType> task) {
    if (FieldOf(*task->batch) != SupportField::kLatLong) return Solve(task);
    const auto fits = lat_long_.CheckFits(task->batch->geometries, ResolutionOf(*task->batch));
    if (!fits.ok()) task->Fail(fits);
    pool_.Add(
        1, [this, task](int64_t, int) { AcquireFields(task); }, [] {});
  }

  // Those that nobody has made yet are made here, a column a block: other batches get their turn.
  template <class TaskType>
  void AcquireFields(const std::shared_ptr<TaskType>& task) {
    const auto came = [this, task] {
      if (--task->fields_to_come == 0) Solve(task);
    };
    task->fields.resize(task->batch->geometries.size());
    for (size_t g = 0; g < task->fields.size() && !Stopped(*task); ++g) {
      auto ticket = lat_long_.Acquire(task->batch->geometries[g], ResolutionOf(*task->batch));
      if (!ticket.ok()) {
        task->Fail(ticket.status());
        break;
      }
      const std::shared_ptr<LatLongBuild> build = ticket->build;
      task->fields[g] = build;
      if (build == nullptr) continue;
      ++task->fields_to_come;
      build->WhenReady(came);
      if (!ticket->mine) continue;
      // To its end even if this batch is cancelled: others may wait for it.
      pool_.Add(
          build->columns(),
          [this, build](int64_t i, int) {
            if (!stopping_) build->FillColumn(static_cast<int32_t>(i));
          },
          [build] { build->Finish(); });
    }
    came();
  }

  template <class TaskType>
  void Solve(const std::shared_ptr<TaskType>& task) {
    const auto count = static_cast<int64_t>(CountOf(*task->batch));
    pool_.Add(
        std::max<int64_t>((count + kPairsPerBlock - 1) / kPairsPerBlock, 1),
        [this, task](int64_t block, int thread) { SolveBlock(*task, block, &scratch_[thread]); },
        [task] { task->Finish(); });
  }

  template <class TaskType>
  bool Stopped(TaskType& task) {
    if (task.stopped.load(std::memory_order_relaxed)) return true;
    if (!stopping_ && !task.cancel->load(std::memory_order_relaxed)) return false;
    task.Fail(absl::CancelledError("the batch was cancelled"));
    return true;
  }

  template <class TaskType>
  void SolveBlock(TaskType& task, int64_t block, scalar::PairScratch* scratch) {
    if (Stopped(task)) return;
    std::call_once(task.prepared, [&task] { Prepare(task); });
    const size_t begin = static_cast<size_t>(block * kPairsPerBlock);
    const size_t end = std::min(CountOf(*task.batch), begin + kPairsPerBlock);
    if (begin < end) Answer(task, begin, end, isa_.solve_lanes, scratch);
  }

  const InstructionSet isa_;
  std::atomic<bool> stopping_{false};
  LatLongCache lat_long_;
  std::vector<scalar::PairScratch> scratch_;  // one a thread
  ThreadPool pool_;                           // last: its threads use the rest
};

}  // namespace

std::unique_ptr<Backend> MakeCpuBackend(const CpuBackendOptions& options) {
  return std::make_unique<CpuBackend>(options.threads > 0 ? options.threads : UsableCores(),
                                      options);
}

}  // namespace farpoint
