// A batch of random pairs among random objects, and a way to wait for its answers.

#ifndef FARPOINT_TESTS_CORE_BATCH_EXAMPLE_BATCH_H_
#define FARPOINT_TESTS_CORE_BATCH_EXAMPLE_BATCH_H_

#include <future>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "src/batch/backend.h"
#include "src/batch/batch.h"
#include "tests/core/random_shapes.h"

namespace farpoint {

/// `pairs` questions among 40 objects of 15 geometries, all kinds of shape among them.
inline Batch ExampleBatch(int pairs, uint64_t seed = 1) {
  RandomShapes random(seed);
  Batch batch;
  for (int i = 0; i < 15; ++i) {
    batch.geometries.push_back(
        Geometry::Create(random.OfKind(i % RandomShapes::kAllKinds, 1), GeometryLimits()).value());
  }
  for (int i = 0; i < 40; ++i) {
    batch.object_geometry.push_back(i < 15 ? i : random.Index(15));
    batch.poses.push_back(random.AnyPose(2));
    batch.padding.push_back(random.Index(2) * 0.05);
  }
  for (int i = 0; i < pairs; ++i) {
    batch.pair_a.push_back(random.Index(40));
    batch.pair_b.push_back(random.Index(40));
  }
  constexpr uint32_t kHalfspace = 6;  // once against itself
  batch.pair_a.back() = batch.pair_b.back() = kHalfspace;
  return batch;
}

/// Runs the batch; the future is ready when `done` was called.
inline std::future<absl::StatusOr<Answers>> Start(Backend* backend,
                                                  std::shared_ptr<const Batch> batch,
                                                  std::shared_ptr<const CancelFlag> cancel) {
  auto promise = std::make_shared<std::promise<absl::StatusOr<Answers>>>();
  std::future<absl::StatusOr<Answers>> future = promise->get_future();
  backend->Run(std::move(batch), std::move(cancel), [promise](absl::StatusOr<Answers> answers) {
    promise->set_value(std::move(answers));
  });
  return future;
}
inline std::future<absl::StatusOr<Answers>> Start(Backend* backend, Batch batch) {
  return Start(backend, std::make_shared<const Batch>(std::move(batch)),
               std::make_shared<CancelFlag>(false));
}
inline Answers RunBatch(Backend* backend, Batch batch) {
  return Start(backend, std::move(batch)).get().value();
}

}  // namespace farpoint

#endif  // FARPOINT_TESTS_CORE_BATCH_EXAMPLE_BATCH_H_
