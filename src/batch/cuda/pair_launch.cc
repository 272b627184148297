#include "src/batch/cuda/pair_launch.h"

#include <algorithm>
#include <iterator>
#include <type_traits>
#include <utility>

namespace farpoint {
namespace {

// Iterations after which float32 searches are looked at: most pairs are done after the first six.
constexpr int32_t kSearchRounds[] = {6, 10, 48};

}  // namespace

// The arrays of a launch, in one block of memory: on the device, and those that are copied once
// more in the processor's, pinned.
struct PairLaunch::Buffers {
  const DeviceHull** hulls;
  uint32_t* object_geometry;
  Pose* poses;
  double* padding;
  uint32_t *pair_a, *pair_b;
  PairStage* stage;
  int32_t* order;
  PairAnswer* answers;
  // On the device only.
  PosedGeometry* objects;
  LaneTask* task;
  LaneAnswer* found;
  SearchState* state;
  uint64_t* keys;
  int32_t *which, *count;
  PenetrateScratch* scratch;

  void* block = nullptr;

  // Lays the arrays out from `base`; the bytes they take are returned.
  size_t LayOut(char* base, size_t pairs, size_t workers, bool whole) {
    size_t end = 0;
    const auto take = [&](auto*& array, size_t n) {
      array = reinterpret_cast<std::remove_reference_t<decltype(array)>>(base + end);
      end = (end + n * sizeof(*array) + 255) / 256 * 256;
    };
    const size_t most_objects = 2 * pairs;
    take(hulls, most_objects);
    take(object_geometry, most_objects);
    take(poses, most_objects);
    take(padding, most_objects);
    take(pair_a, pairs);
    take(pair_b, pairs);
    take(stage, pairs);
    take(order, pairs);
    take(answers, pairs);
    if (!whole) return end;
    take(objects, most_objects);
    take(task, pairs);
    take(found, pairs);
    take(state, pairs);
    take(keys, pairs);
    take(which, pairs);
    take(count, 1);
    take(scratch, workers);
    return end;
  }
};

PairLaunch::PairLaunch(Device* device, const PairLaunchOptions& options)
    : device_(device),
      options_(options),
      on_device_(std::make_unique<Buffers>()),
      staged_(std::make_unique<Buffers>()) {}

PairLaunch::~PairLaunch() {
  if (stream_ != nullptr) stream_->Wait().IgnoreError();
  if (on_device_->block != nullptr) device_->Free(on_device_->block);
  if (staged_->block != nullptr) device_->FreePinned(staged_->block);
}

absl::StatusOr<std::unique_ptr<PairLaunch>> PairLaunch::Create(Device* device,
                                                               const PairLaunchOptions& options) {
  std::unique_ptr<PairLaunch> launch(new PairLaunch(device, options));
  if (absl::Status made = launch->Allocate(); !made.ok()) return made;
  return launch;
}

absl::Status PairLaunch::Allocate() {
  const auto pairs = static_cast<size_t>(options_.most_pairs);
  const auto workers = static_cast<size_t>(device_->penetrate_workers());
  absl::StatusOr<void*> block =
      device_->Allocate(on_device_->LayOut(nullptr, pairs, workers, true));
  if (!block.ok()) return block.status();
  on_device_->block = *block;
  on_device_->LayOut(static_cast<char*>(*block), pairs, workers, true);
  block = device_->AllocatePinned(staged_->LayOut(nullptr, pairs, 0, false));
  if (!block.ok()) return block.status();
  staged_->block = *block;
  staged_->LayOut(static_cast<char*>(*block), pairs, 0, false);
  absl::StatusOr<std::unique_ptr<Stream>> stream = device_->NewStream();
  if (!stream.ok()) return stream.status();
  stream_ = *std::move(stream);
  return absl::OkStatus();
}

// The objects and geometries of these pairs, numbered anew, in pinned memory; pins the geometries.
absl::Status PairLaunch::Gather(ResidentStore* store, const Batch& batch, const uint32_t* places,
                                int32_t n) {
  Buffers& to = *staged_;
  object_of_.assign(batch.object_geometry.size(), -1);
  hull_of_.assign(batch.geometries.size(), -1);
  std::vector<const std::shared_ptr<const Geometry>*> geometries;
  objects_ = 0;
  const auto object = [&](uint32_t o) {
    if (object_of_[o] >= 0) return static_cast<uint32_t>(object_of_[o]);
    const uint32_t g = batch.object_geometry[o];
    if (hull_of_[g] < 0) {
      hull_of_[g] = static_cast<int32_t>(geometries.size());
      geometries.push_back(&batch.geometries[g]);
    }
    to.object_geometry[objects_] = static_cast<uint32_t>(hull_of_[g]);
    to.poses[objects_] = batch.poses[o];
    to.padding[objects_] = batch.padding.empty() ? 0 : batch.padding[o];
    object_of_[o] = objects_;
    return static_cast<uint32_t>(objects_++);
  };
  for (int32_t k = 0; k < n; ++k) {
    to.pair_a[k] = object(batch.pair_a[places[k]]);
    to.pair_b[k] = object(batch.pair_b[places[k]]);
  }
  absl::StatusOr<ResidentStore::Pins> pins = store->Pin(geometries, stream_.get());
  if (!pins.ok()) return pins.status();
  pins_ = *std::move(pins);
  hulls_ = static_cast<int32_t>(geometries.size());
  std::copy(pins_.hulls().begin(), pins_.hulls().end(), to.hulls);
  return absl::OkStatus();
}

// What was gathered, on the device, the objects in place and the pairs in order.
absl::Status PairLaunch::Stage(int32_t n, PairTable* pairs) {
  const Buffers &d = *on_device_, &h = *staged_;
  const auto up = [&](auto* to, const auto* from, int32_t count) {
    return stream_->Upload(to, from, static_cast<size_t>(count) * sizeof(*from));
  };
  absl::Status done = up(d.hulls, h.hulls, hulls_);
  if (done.ok()) done = up(d.object_geometry, h.object_geometry, objects_);
  if (done.ok()) done = up(d.poses, h.poses, objects_);
  if (done.ok()) done = up(d.padding, h.padding, objects_);
  if (done.ok()) done = up(d.pair_a, h.pair_a, n);
  if (done.ok()) done = up(d.pair_b, h.pair_b, n);
  const PlaceStep place{d.hulls, d.object_geometry, d.poses, d.padding, d.objects};
  if (done.ok()) done = stream_->Run(place, {objects_});
  *pairs = {d.objects, d.pair_a, d.pair_b, nullptr, d.task, d.found, d.state, d.stage, d.answers};
  if (!done.ok() || !options_.sort || hulls_ < 2) return done;
  pairs->order = d.order;
  int32_t bits = 1;
  while ((int64_t{1} << bits) < hulls_) ++bits;
  done = stream_->Run(KeyStep{d.object_geometry, d.pair_a, d.pair_b, d.keys, bits}, {n});
  if (done.ok()) done = stream_->Order(d.keys, 2 * bits, n, d.order);
  return done;
}

absl::Status PairLaunch::RunAll(PairStage stage, int32_t n, const PairTable& pairs,
                                const Step& step) {
  const Buffers& d = *on_device_;
  absl::Status done = stream_->Select(pairs.stage, n, stage, d.which, d.count);
  if (done.ok()) done = stream_->Run(step, {n, d.which, d.count});
  return done;
}

absl::Status PairLaunch::Solve(const SolverOptions& options, int32_t n, const PairTable& pairs,
                               const std::atomic<bool>& stop) {
  absl::Status done = stream_->Run(PrepareStep{pairs, options}, {n});
  constexpr int kLast = static_cast<int>(std::size(kSearchRounds)) - 1;
  for (int round = 0; done.ok() && round <= kLast; ++round) {
    done = RunAll(PairStage::kSearch, n, pairs,
                  SearchStep{pairs, kSearchRounds[round], round == 0, round == kLast});
  }
  if (done.ok()) done = RunAll(PairStage::kProve, n, pairs, ProveStep{pairs, options, false});
  if (done.ok()) done = RunAll(PairStage::kFinish, n, pairs, FinishStep{pairs});
  if (done.ok()) done = RunAll(PairStage::kProve, n, pairs, ProveStep{pairs, options, true});
  if (done.ok() && stop) done = absl::CancelledError("the batch was cancelled");
  const PenetrateStep penetrate{pairs, options, on_device_->scratch};
  if (done.ok()) done = RunAll(PairStage::kPenetrate, n, pairs, penetrate);
  return done;
}

absl::Status PairLaunch::Run(ResidentStore* store, const Batch& batch, const uint32_t* places,
                             int32_t n, const std::atomic<bool>& stop, PairAnswer* answers,
                             std::vector<uint32_t>* left) {
  if (n == 0) return absl::OkStatus();
  absl::Status done = Gather(store, batch, places, n);
  if (!done.ok()) return done;
  PairTable pairs;
  const Buffers &d = *on_device_, &h = *staged_;
  const auto count = static_cast<size_t>(n);
  done = Stage(n, &pairs);
  if (done.ok()) done = Solve(batch.options, n, pairs, stop);
  if (done.ok()) done = stream_->Download(h.stage, d.stage, count * sizeof(PairStage));
  if (done.ok()) done = stream_->Download(h.answers, d.answers, count * sizeof(PairAnswer));
  if (done.ok() && pairs.order != nullptr) {
    done = stream_->Download(h.order, d.order, count * sizeof(int32_t));
  }
  // Whatever happened, nothing may be on its way once the memory is used again.
  const absl::Status waited = stream_->Wait();
  pins_.Release();
  if (!done.ok()) return done;
  if (!waited.ok()) return waited;
  for (int32_t slot = 0; slot < n; ++slot) {
    const int32_t k = pairs.order != nullptr ? h.order[slot] : slot;
    if (h.stage[slot] == PairStage::kAnswered) {
      answers[places[k]] = h.answers[k];
    } else {
      left->push_back(places[k]);
    }
  }
  return absl::OkStatus();
}

}  // namespace farpoint
