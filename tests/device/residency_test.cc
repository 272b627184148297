// What is resident on a device: counted, kept, evicted when room is short, and never seen by
// whoever asks.

#include <algorithm>

#include "src/batch/cuda/device_arena.h"
#include "src/batch/cuda/device_geometry.h"
#include "tests/core/ask.h"
#include "tests/core/batch/example_batch.h"
#include "tests/device/device_under_test.h"

namespace farpoint {
namespace {

using DeviceResidency = DeviceTest;

// `count` hulls, each against its next.
Batch RingOfHulls(int count, uint64_t seed) {
  RandomShapes random(seed);
  Batch batch;
  for (int i = 0; i < count; ++i) {
    Mesh mesh;
    for (int k = 0; k < 200; ++k) mesh.vertices.push_back(random.Direction());
    batch.geometries.push_back(Geometry::Create(mesh, GeometryLimits()).value());
    batch.object_geometry.push_back(i);
    batch.poses.push_back(random.AnyPose(3));
  }
  for (int i = 0; i < count; ++i) {
    batch.pair_a.push_back(i);
    batch.pair_b.push_back((i + 1) % count);
  }
  return batch;
}

void ExpectSameBits(const Answers& a, const Answers& b) {
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (size_t i = 0; i < a.pairs.size(); ++i) ASSERT_TRUE(SameBits(a.pairs[i], b.pairs[i])) << i;
}

TEST_F(DeviceResidency, IsCountedAndKept) {
  const auto backend = NewBackend();
  EXPECT_EQ(backend->devices()[0].resident_geometries, 0);
  const Batch batch = RingOfHulls(8, 1);
  RunBatch(backend.get(), batch);
  const DeviceReport report = backend->devices()[0];
  EXPECT_EQ(report.resident_geometries, 8);
  EXPECT_GT(report.resident_bytes, 8 * 200 * int64_t{sizeof(Vec3d)} / 2);
  EXPECT_LE(report.resident_bytes, report.memory_limit_bytes);
  EXPECT_FALSE(report.lost);
  RunBatch(backend.get(), batch);
  EXPECT_EQ(backend->devices()[0].resident_bytes, report.resident_bytes);
}

TEST_F(DeviceResidency, OfMoreThanThereIsRoomForIsNotSeen) {
  const Batch batch = RingOfHulls(40, 2);
  const auto roomy = NewBackend();
  const Answers answers = RunBatch(roomy.get(), batch);
  const int64_t all = roomy->devices()[0].resident_bytes;
  // Room for a tenth: launches are cut until their geometries fit, and others give way.
  const auto tight = NewBackend({.device_memory_limit = all / 10, .launches = 2});
  for (int round = 0; round < 3; ++round) ExpectSameBits(answers, RunBatch(tight.get(), batch));
  std::vector<std::future<absl::StatusOr<Answers>>> running;
  for (int i = 0; i < 6; ++i) running.push_back(Start(tight.get(), batch));
  for (auto& one : running) ExpectSameBits(answers, one.get().value());
  const DeviceReport report = tight->devices()[0];
  EXPECT_LE(report.resident_bytes, all / 10);
  EXPECT_GT(report.resident_geometries, 0);
}

TEST_F(DeviceResidency, OfAPairThatNeverFitsIsRefusedAndOthersAreServed) {
  const auto backend = NewBackend({.device_memory_limit = 4096});
  const auto refused = Start(backend.get(), RingOfHulls(4, 3)).get();
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kFailedPrecondition) << refused.status();
  EXPECT_EQ(refused.status().message().substr(0, 7), "pair 0:") << refused.status();
  Batch boxes;
  boxes.geometries.push_back(Geometry::Create(Box{{1, 1, 1}}, GeometryLimits()).value());
  boxes.object_geometry = {0, 0};
  boxes.poses = {{}, {.position = {3, 0, 0}}};
  boxes.pair_a = {0};
  boxes.pair_b = {1};
  EXPECT_NEAR(RunBatch(backend.get(), boxes).pairs[0].distance, 2, 1e-14);
}

// What came before may leave a resident in the middle of the only chunk, with holes on either side.
TEST_F(DeviceResidency, OfWhatFitsDoesNotDependOnWhatCameBefore) {
  const auto pair_of = [](const GeometryPtr& a, const GeometryPtr& b) {
    Batch batch;
    batch.geometries = {a, b};
    batch.object_geometry = {0, 1};
    batch.poses = {{}, {.position = {3, 0, 0}}};
    batch.pair_a = {0};
    batch.pair_b = {1};
    return batch;
  };
  RandomShapes random(41);
  const auto ball = [&](int count) {
    Mesh mesh;
    for (int i = 0; i < count; ++i) mesh.vertices.push_back(random.Direction());
    return MakeGeometry(mesh);
  };
  const GeometryPtr first = ball(1'000), middle = ball(400), last = ball(1'000),
                    large = ball(1'700);
  const auto bytes = [](const GeometryPtr& g) {
    return DeviceArena::Rounded(DeviceGeometryBytes(*g));
  };
  const int64_t limit =
      std::max(bytes(middle) + bytes(large), bytes(first) + bytes(middle) + bytes(last));
  const auto backend = NewBackend({.device_memory_limit = limit, .launches = 1});
  for (const GeometryPtr& g : {first, middle, last}) RunBatch(backend.get(), pair_of(g, g));
  EXPECT_EQ(backend->devices()[0].resident_geometries, 3);
  EXPECT_TRUE(Start(backend.get(), pair_of(middle, large)).get().ok());
}

TEST_F(DeviceResidency, OfGeometriesThatAreGoneGivesWay) {
  const int64_t all = [] {
    const auto roomy = NewBackend();
    RunBatch(roomy.get(), RingOfHulls(10, 4));
    return roomy->devices()[0].resident_bytes;
  }();
  const auto backend = NewBackend({.device_memory_limit = 2 * all});
  // Addresses come again with other geometries.
  for (uint64_t seed = 4; seed < 24; ++seed) {
    const Batch batch = RingOfHulls(10, seed);
    const Answers cpu = RunBatch(MakeCpuBackend({}).get(), batch);
    const Answers mine = RunBatch(backend.get(), batch);
    for (size_t i = 0; i < cpu.pairs.size(); ++i) {
      ASSERT_NEAR(cpu.pairs[i].distance, mine.pairs[i].distance,
                  cpu.pairs[i].error_bound + mine.pairs[i].error_bound)
          << seed << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace farpoint
