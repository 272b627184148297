// The backend answers support questions in order, each as it would alone, by every field.

#include <gtest/gtest.h>

#include "src/batch/cpu/cpu_backend.h"
#include "tests/core/batch/support_example.h"

namespace farpoint {
namespace {

TEST(BackendSupport, AnswersAreThoseOfOneDirectionAtATime) {
  for (SupportField field : {SupportField::kExactCells, SupportField::kLatLong, SupportField::kScan,
                             SupportField::kHillClimbing}) {
    const SupportBatch batch = ExampleSupports(1'000, field);
    const auto answers = StartSupports(MakeCpuBackend({.threads = 3}).get(), batch).get().value();
    ASSERT_EQ(answers.supports.size(), 1'000u);
    int tied = 0;
    for (size_t i = 0; i < 1'000; ++i) {
      const Geometry& g = *batch.geometries[batch.direction_geometry[i]];
      std::unique_ptr<LatLongFields> fields;
      if (field == SupportField::kLatLong && LatLongFields::Has(g)) {
        fields = std::make_unique<LatLongFields>(std::vector<const Geometry*>{&g}, 16);
      }
      const SupportAnswer alone =
          FindSupport(g, batch.directions[i], {field, fields.get(), 0, true});
      EXPECT_EQ(alone.point.x, answers.supports[i].point.x) << i;
      EXPECT_EQ(alone.point.z, answers.supports[i].point.z) << i;
      EXPECT_EQ(alone.vertex_index, answers.supports[i].vertex_index) << i;
      EXPECT_EQ(alone.tie_count, answers.supports[i].tie_count) << i;
      tied += alone.tie_count > 1;
    }
    EXPECT_TRUE(field == SupportField::kLatLong || tied == 0);
  }
}

TEST(BackendSupport, ACancelledBatchIsCancelled) {
  const auto backend = MakeCpuBackend({.threads = 2});
  EXPECT_EQ(StartSupports(backend.get(), ExampleSupports(100), true).get().status().code(),
            absl::StatusCode::kCancelled);
  EXPECT_TRUE(StartSupports(backend.get(), ExampleSupports(100)).get().ok());
}

TEST(BackendSupport, FieldsThatDoNotFitAreRefused) {
  const auto backend = MakeCpuBackend({.threads = 2, .field_memory = 1000});
  const auto answers =
      StartSupports(backend.get(), ExampleSupports(100, SupportField::kLatLong)).get();
  EXPECT_EQ(answers.status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace farpoint
