// What a launch answers itself, and what it brings back of an answer.

#include <cmath>
#include <cstring>
#include <numeric>

#include "src/batch/cuda/pair_launch.h"
#include "tests/core/random_shapes.h"
#include "tests/device/device_under_test.h"

namespace farpoint {
namespace {

using Launch = DeviceTest;

constexpr int kPairs = 2'000;

// Pairs of shapes of these kinds (of RandomShapes::OfKind), with gaps or overlaps of up to a size.
Batch PairsOf(const std::vector<int>& kinds, bool apart) {
  RandomShapes random(31);
  Batch batch;
  for (int i = 0; i < 24; ++i) {
    const int kind = kinds[i % kinds.size()];
    batch.geometries.push_back(Geometry::Create(random.OfKind(kind, 1), GeometryLimits()).value());
  }
  for (int i = 0; i < kPairs; ++i) {
    for (int side = 0; side < 2; ++side) {
      const auto g = static_cast<uint32_t>(random.Index(24));
      Pose pose = random.AnyPose(0.05);
      if (side == 1 && apart) pose.position.x += random.Uniform(2.2, 4);
      (side == 0 ? batch.pair_a : batch.pair_b)
          .push_back(static_cast<uint32_t>(batch.poses.size()));
      batch.object_geometry.push_back(g);
      batch.poses.push_back(pose);
      batch.padding.push_back(0.01 * random.Index(2));
    }
  }
  return batch;
}

struct Outcome {
  std::vector<PairAnswer> answers;
  std::vector<uint32_t> left;
};

Outcome RunSteps(const Batch& batch) {
  const auto device = NewDeviceUnderTest();
  ResidentStore store(device.get(), int64_t{1} << 28);
  const auto launch = PairLaunch::Create(device.get(), {.most_pairs = kPairs}).value();
  std::vector<uint32_t> places(batch.pair_a.size());
  std::iota(places.begin(), places.end(), 0u);
  Outcome outcome;
  outcome.answers.resize(places.size());
  const std::atomic<bool> stop{false};
  EXPECT_TRUE(
      launch->Run(&store, batch, places.data(), kPairs, stop, outcome.answers.data(), &outcome.left)
          .ok());
  return outcome;
}

TEST_F(Launch, AnswersNearlyAllPairsOfHulls) {
  EXPECT_LE(RunSteps(PairsOf({1, 2, 6, 7}, true)).left.size(), 10u);
  EXPECT_LE(RunSteps(PairsOf({1, 2, 6, 7}, false)).left.size(), size_t{kPairs / 10});
}

// Ellipsoids, cylinders and cones with each other and with spheres, boxes and capsules.
TEST_F(Launch, AnswersNearlyAllPairsOfFormulasThatAreApart) {
  EXPECT_LE(RunSteps(PairsOf({8, 9, 10}, true)).left.size(), size_t{kPairs / 50});
  EXPECT_LE(RunSteps(PairsOf({0, 1, 2, 8, 9, 10}, true)).left.size(), size_t{kPairs / 50});
}

TEST_F(Launch, LeavesWhatItHasNoStepsFor) {
  // Meshes with ellipsoids: nothing but pairs of equal kind is answered.
  Batch batch = PairsOf({7, 8}, true);
  for (int i = 0; i < kPairs; ++i) {
    batch.object_geometry[2 * i] = 0;      // a mesh
    batch.object_geometry[2 * i + 1] = 1;  // an ellipsoid
  }
  EXPECT_EQ(RunSteps(batch).left.size(), size_t{kPairs});
}

bool SameBits(const Vec3d& a, const Vec3d& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

TEST_F(Launch, BringsBackThePartsThatAreAskedFor) {
  Batch batch = PairsOf({1, 7, 8, 9}, true);
  const Outcome all = RunSteps(batch);
  std::vector<bool> answered(kPairs, true);
  for (uint32_t place : all.left) answered[place] = false;
  for (const bool points : {false, true}) {
    for (const bool normal : {false, true}) {
      batch.parts = {.points = points, .normal = normal};
      const Outcome some = RunSteps(batch);
      ASSERT_EQ(some.left, all.left);
      for (int i = 0; i < kPairs; ++i) {
        if (!answered[i]) continue;
        const PairAnswer &a = some.answers[i], &b = all.answers[i];
        ASSERT_EQ(a.distance, b.distance);
        ASSERT_EQ(a.error_bound, b.error_bound);
        ASSERT_EQ(a.status, b.status);
        ASSERT_EQ(a.iterations, b.iterations);
        ASSERT_TRUE(points ? SameBits(a.point_a, b.point_a) && SameBits(a.point_b, b.point_b)
                           : std::isnan(a.point_a.x) && std::isnan(a.point_b.z));
        ASSERT_TRUE(normal ? SameBits(a.normal, b.normal) : std::isnan(a.normal.y));
      }
    }
  }
}

}  // namespace
}  // namespace farpoint
