// A batch by lat-long fields: made on first use, the same bits whoever made them, within the
// budget.

#include <gtest/gtest.h>

#include <future>
#include <vector>

#include "src/batch/cpu/cpu_backend.h"
#include "tests/core/ask.h"
#include "tests/core/batch/example_batch.h"

namespace farpoint {
namespace {

Batch LatLongBatch(int pairs, int32_t resolution) {
  Batch batch = ExampleBatch(pairs);
  batch.options.field = SupportField::kLatLong;
  batch.options.field_resolution = resolution;
  return batch;
}

TEST(BackendFields, EveryWayGivesItsOwnBitsWhateverTheThreads) {
  for (SupportField field : {SupportField::kExactCells, SupportField::kLatLong, SupportField::kScan,
                             SupportField::kHillClimbing}) {
    for (GjkVariant gjk : {GjkVariant::kPlain, GjkVariant::kNesterov, GjkVariant::kPolyak}) {
      Batch batch = ExampleBatch(400);
      batch.options.field = field;
      batch.options.gjk = gjk;
      const Answers one = RunBatch(MakeCpuBackend({.threads = 1}).get(), batch);
      const Answers three = RunBatch(MakeCpuBackend({.threads = 3}).get(), batch);
      for (size_t i = 0; i < one.pairs.size(); ++i) {
        ASSERT_TRUE(SameBits(one.pairs[i], three.pairs[i])) << i;
      }
    }
  }
}

TEST(BackendFields, AreMadeOnFirstUseAndKept) {
  const auto backend = MakeCpuBackend({.threads = 2});
  RunBatch(backend.get(), ExampleBatch(10));
  EXPECT_EQ(backend->field_bytes(), 0) << "nobody asked for one";
  const Batch batch = LatLongBatch(100, 16);
  int64_t with_field = 0;
  for (const auto& g : batch.geometries) with_field += LatLongFields::Has(*g);
  ASSERT_GE(with_field, 3);
  const Answers first = RunBatch(backend.get(), batch);
  EXPECT_EQ(backend->field_bytes(), with_field * LatLongFields::Bytes(16));
  const Answers second = RunBatch(backend.get(), batch);
  EXPECT_EQ(backend->field_bytes(), with_field * LatLongFields::Bytes(16));
  for (size_t i = 0; i < 100; ++i) EXPECT_TRUE(SameBits(first.pairs[i], second.pairs[i]));
}

TEST(BackendFields, ThatCanNeverFitFailTheirBatchAlone) {
  const auto backend = MakeCpuBackend({.threads = 2, .field_memory = 2 * LatLongFields::Bytes(64)});
  auto refused = Start(backend.get(), LatLongBatch(100, 64));
  auto served = Start(backend.get(), ExampleBatch(100));
  EXPECT_EQ(refused.get().status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(served.get().ok());
  EXPECT_TRUE(Start(backend.get(), LatLongBatch(100, 8)).get().ok()) << "small ones still fit";
  EXPECT_LE(backend->field_bytes(), 2 * LatLongFields::Bytes(64));
}

TEST(BackendFields, OneFieldIsEnoughForAllWhoWantIt) {
  const Batch batch = LatLongBatch(50, 32);
  int64_t with_field = 0;
  for (const auto& g : batch.geometries) with_field += LatLongFields::Has(*g);
  // Room for one batch's fields and no more: twelve at a time ask for the same.
  const auto backend =
      MakeCpuBackend({.threads = 3, .field_memory = with_field * LatLongFields::Bytes(32)});
  std::vector<std::future<absl::StatusOr<Answers>>> running;
  for (int i = 0; i < 12; ++i) running.push_back(Start(backend.get(), batch));
  for (auto& r : running) {
    const auto answers = r.get();
    EXPECT_TRUE(answers.ok()) << answers.status();
  }
  EXPECT_EQ(backend->field_bytes(), with_field * LatLongFields::Bytes(32));
}

TEST(BackendFields, OfBatchesAtTheSameTime) {
  const auto backend = MakeCpuBackend({.threads = 3});
  const Answers alone = RunBatch(MakeCpuBackend({.threads = 1}).get(), LatLongBatch(200, 24));
  std::vector<std::future<absl::StatusOr<Answers>>> running;
  for (int i = 0; i < 12; ++i) running.push_back(Start(backend.get(), LatLongBatch(200, 24)));
  for (auto& r : running) {
    const auto answers = r.get();
    ASSERT_TRUE(answers.ok()) << answers.status();
    for (size_t i = 0; i < 200; ++i) ASSERT_TRUE(SameBits(answers->pairs[i], alone.pairs[i]));
  }
}

TEST(BackendFields, AreNotMadeForABatchThatIsCancelled) {
  const auto backend = MakeCpuBackend({.threads = 1});
  const auto batch = std::make_shared<const Batch>(LatLongBatch(10, 512));
  const auto answers = Start(backend.get(), batch, std::make_shared<CancelFlag>(true)).get();
  EXPECT_EQ(answers.status().code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(backend->field_bytes(), 0);
}

}  // namespace
}  // namespace farpoint
