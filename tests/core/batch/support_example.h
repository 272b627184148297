// A batch of support questions.

#ifndef FARPOINT_TESTS_CORE_BATCH_SUPPORT_EXAMPLE_H_
#define FARPOINT_TESTS_CORE_BATCH_SUPPORT_EXAMPLE_H_

#include <future>
#include <memory>
#include <utility>

#include "src/batch/backend.h"
#include "tests/core/random_shapes.h"

namespace farpoint {

/// `count` directions to 11 geometries, all bounded kinds of shape among them.
inline SupportBatch ExampleSupports(int count, SupportField field = SupportField::kExactCells) {
  RandomShapes random(5);
  SupportBatch batch;
  for (int i = 0; i < RandomShapes::kBoundedKinds; ++i) {
    batch.geometries.push_back(Geometry::Create(random.OfKind(i, 1), GeometryLimits()).value());
  }
  for (int i = 0; i < count; ++i) {
    batch.direction_geometry.push_back(random.Index(RandomShapes::kBoundedKinds));
    batch.directions.push_back(random.Position(10));
  }
  batch.field = field;
  batch.field_resolution = 16;
  batch.count_ties = true;
  return batch;
}

inline std::future<absl::StatusOr<SupportAnswers>> StartSupports(Backend* backend,
                                                                 SupportBatch batch,
                                                                 bool cancelled = false) {
  auto promise = std::make_shared<std::promise<absl::StatusOr<SupportAnswers>>>();
  auto future = promise->get_future();
  backend->RunSupport(std::make_shared<const SupportBatch>(std::move(batch)),
                      std::make_shared<CancelFlag>(cancelled),
                      [promise](absl::StatusOr<SupportAnswers> answers) {
                        promise->set_value(std::move(answers));
                      });
  return future;
}

}  // namespace farpoint

#endif  // FARPOINT_TESTS_CORE_BATCH_SUPPORT_EXAMPLE_H_
