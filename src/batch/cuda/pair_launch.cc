#include "src/batch/cuda/pair_launch.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "src/batch/cuda/launch_buffers.h"

namespace farpoint {
namespace {

// Iterations after which float32 searches are looked at: most pairs are done after the first six.
constexpr int32_t kSearchRounds[] = {6, 10, 48};

}  // namespace

PairLaunch::PairLaunch(Device* device, const PairLaunchOptions& options)
    : device_(device),
      options_(options),
      on_device_(std::make_unique<LaunchBuffers>()),
      staged_(std::make_unique<LaunchBuffers>()) {}

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
absl::Status PairLaunch::Gather(ResidentStore* store, const Batch& batch, const uint32_t* places) {
  LaunchBuffers& to = *staged_;
  object_of_.assign(batch.object_geometry.size(), -1);
  geometry_of_.assign(batch.geometries.size(), -1);
  std::vector<const std::shared_ptr<const Geometry>*> geometries;
  objects_ = 0;
  any_formula_ = false;
  const auto object = [&](uint32_t o) {
    if (object_of_[o] >= 0) return static_cast<uint32_t>(object_of_[o]);
    const uint32_t g = batch.object_geometry[o];
    if (geometry_of_[g] < 0) {
      geometry_of_[g] = static_cast<int32_t>(geometries.size());
      geometries.push_back(&batch.geometries[g]);
      any_formula_ |= batch.geometries[g]->formula() != nullptr;
    }
    to.object_geometry[objects_] = static_cast<uint32_t>(geometry_of_[g]);
    to.poses[objects_] = batch.poses[o];
    to.padding[objects_] = batch.padding.empty() ? 0 : batch.padding[o];
    object_of_[o] = objects_;
    return static_cast<uint32_t>(objects_++);
  };
  for (int32_t k = 0; k < n_; ++k) {
    to.pair_a[k] = object(batch.pair_a[places[k]]);
    to.pair_b[k] = object(batch.pair_b[places[k]]);
  }
  absl::StatusOr<ResidentStore::Pins> pins = store->Pin(geometries, stream_.get());
  if (!pins.ok()) return pins.status();
  pins_ = *std::move(pins);
  geometry_count_ = static_cast<int32_t>(geometries.size());
  std::copy(pins_.geometries().begin(), pins_.geometries().end(), to.geometries);
  return absl::OkStatus();
}

absl::Status PairLaunch::Stage(ResidentStore* store, const Batch& batch, const uint32_t* places,
                               int32_t n) {
  n_ = n;
  solver_ = batch.options;
  parts_ = batch.parts;
  absl::Status done = Gather(store, batch, places);
  const LaunchBuffers &d = *on_device_, &h = *staged_;
  const auto up = [&](auto* to, const auto* from, int32_t count) {
    if (done.ok()) done = stream_->Upload(to, from, static_cast<size_t>(count) * sizeof(*from));
  };
  up(d.geometries, h.geometries, geometry_count_);
  up(d.object_geometry, h.object_geometry, objects_);
  up(d.poses, h.poses, objects_);
  up(d.padding, h.padding, objects_);
  up(d.pair_a, h.pair_a, n);
  up(d.pair_b, h.pair_b, n);
  const PlaceStep place{d.geometries, d.object_geometry, d.poses, d.padding, d.objects};
  if (done.ok()) done = stream_->Run(place, {objects_});
  const AnswerArrays answers{d.heads, parts_.points ? d.points : nullptr,
                             parts_.normal ? d.normals : nullptr};
  pairs_ = {d.objects, d.pair_a, d.pair_b, nullptr, d.task, d.found, d.state, d.stage, answers};
  if (!done.ok() || !options_.sort || geometry_count_ < 2) return done;
  pairs_.order = d.order;
  int32_t bits = 1;
  while ((int64_t{1} << bits) < geometry_count_) ++bits;
  done = stream_->Run(KeyStep{d.object_geometry, d.pair_a, d.pair_b, d.keys, bits}, {n});
  if (done.ok()) done = stream_->Order(d.keys, 2 * bits, n, d.order);
  return done;
}

absl::Status PairLaunch::RunAll(PairStage stage, const Step& step) {
  const LaunchBuffers& d = *on_device_;
  absl::Status done = stream_->Select(pairs_.stage, n_, stage, d.which, d.count);
  if (done.ok()) done = stream_->Run(step, {n_, d.which, d.count});
  return done;
}

absl::Status PairLaunch::Search() {
  absl::Status done = stream_->Run(PrepareStep{pairs_, solver_}, {n_});
  constexpr int kLast = static_cast<int>(std::size(kSearchRounds)) - 1;
  for (int round = 0; done.ok() && round <= kLast; ++round) {
    done = RunAll(PairStage::kSearch,
                  SearchStep{pairs_, kSearchRounds[round], round == 0, round == kLast});
  }
  if (done.ok() && any_formula_) done = RunAll(PairStage::kCurvedSearch, CurvedSearchStep{pairs_});
  return done;
}

absl::Status PairLaunch::Finish(const std::atomic<bool>& stop) {
  absl::Status done = RunAll(PairStage::kProve, ProveStep{pairs_, solver_, false});
  if (done.ok()) done = RunAll(PairStage::kFinish, FinishStep{pairs_});
  if (done.ok()) done = RunAll(PairStage::kProve, ProveStep{pairs_, solver_, true});
  if (done.ok() && any_formula_) {
    done = RunAll(PairStage::kCurvedFinish, CurvedFinishStep{pairs_, solver_});
  }
  if (done.ok() && stop) done = absl::CancelledError("the batch was cancelled");
  const PenetrateStep penetrate{pairs_, solver_, on_device_->scratch};
  if (done.ok()) done = RunAll(PairStage::kPenetrate, penetrate);
  return done;
}

// NaN where nobody asks.
PairAnswer PairLaunch::AnswerAt(int32_t k) const {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr Vec3d kNone{kNaN, kNaN, kNaN};
  const AnswerHead& head = staged_->heads[k];
  const AnswerPoints points = parts_.points ? staged_->points[k] : AnswerPoints{kNone, kNone};
  const Vec3d normal = parts_.normal ? staged_->normals[k] : kNone;
  return {head.distance, head.error_bound, points.a,       points.b,
          normal,        head.status,      head.iterations};
}

absl::Status PairLaunch::Fetch(const uint32_t* places, PairAnswer* answers,
                               std::vector<uint32_t>* left) {
  const LaunchBuffers &d = *on_device_, &h = *staged_;
  const bool ordered = pairs_.order != nullptr;
  absl::Status done;
  const auto down = [&](auto* to, const auto* from) {
    if (done.ok()) done = stream_->Download(to, from, static_cast<size_t>(n_) * sizeof(*from));
  };
  down(h.stage, d.stage);
  down(h.heads, d.heads);
  if (parts_.points) down(h.points, d.points);
  if (parts_.normal) down(h.normals, d.normals);
  if (ordered) down(h.order, d.order);
  if (done.ok()) done = stream_->Wait();
  if (!done.ok()) return done;
  for (int32_t slot = 0; slot < n_; ++slot) {
    const int32_t k = ordered ? h.order[slot] : slot;
    if (h.stage[slot] == PairStage::kAnswered) {
      answers[places[k]] = AnswerAt(k);
    } else {
      left->push_back(places[k]);
    }
  }
  return done;
}

absl::Status PairLaunch::Run(ResidentStore* store, const Batch& batch, const uint32_t* places,
                             int32_t n, const std::atomic<bool>& stop, PairAnswer* answers,
                             std::vector<uint32_t>* left) {
  absl::Status done = Stage(store, batch, places, n);
  if (done.ok()) done = Search();
  if (done.ok()) done = Finish(stop);
  if (done.ok()) done = Fetch(places, answers, left);
  // The memory is used again, and others may take the room of these geometries.
  const absl::Status waited = stream_->Wait();
  pins_.Release();
  return done.ok() ? waited : done;
}

}  // namespace farpoint
