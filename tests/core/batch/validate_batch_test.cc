// What is wrong with a batch is said by field and index.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "tests/core/batch/example_batch.h"

namespace farpoint {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string Refusal(const std::function<void(Batch&)>& spoil) {
  Batch batch = ExampleBatch(10);
  EXPECT_TRUE(Validate(batch).ok());
  spoil(batch);
  const absl::Status status = Validate(batch);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(ValidateBatch, NamesFieldAndIndexOfAnObject) {
  EXPECT_THAT(Refusal([](Batch& b) { b.object_geometry[7] = 15; }),
              StartsWith("object_geometry[7]: "));
  for (double bad : {kNaN, kInfinity, -kInfinity, 1.001e15}) {
    EXPECT_THAT(Refusal([=](Batch& b) { b.poses[3].position.y = bad; }),
                StartsWith("poses[3].position: "));
  }
  for (double bad : {kNaN, kInfinity}) {
    EXPECT_THAT(Refusal([=](Batch& b) { b.poses[39].orientation.w = bad; }),
                StartsWith("poses[39].orientation: "));
  }
  EXPECT_THAT(Refusal([](Batch& b) {
                b.poses[0].orientation = {0, 0, 0, 0};
              }),
              StartsWith("poses[0].orientation: "));
  EXPECT_THAT(Refusal([](Batch& b) {
                b.poses[5].orientation = {0, 0, 0, 1.0011};
              }),
              StartsWith("poses[5].orientation: "));
  for (double bad : {kNaN, kInfinity, -1e-300, 1.001e15}) {
    EXPECT_THAT(Refusal([=](Batch& b) { b.padding[11] = bad; }), StartsWith("padding[11]: "));
  }
}

TEST(ValidateBatch, NamesFieldAndIndexOfAPair) {
  EXPECT_THAT(Refusal([](Batch& b) { b.pair_a[4] = 40; }), StartsWith("pair_a[4]: "));
  EXPECT_THAT(Refusal([](Batch& b) { b.pair_b[9] = 0xffffffff; }), StartsWith("pair_b[9]: "));
  EXPECT_THAT(Refusal([](Batch& b) { b.pair_a.clear(), b.pair_b.clear(); }), StartsWith("pairs: "));
}

TEST(ValidateBatch, NamesTheArrayOfADifferentLength) {
  EXPECT_THAT(Refusal([](Batch& b) { b.poses.pop_back(); }), StartsWith("poses: has 39"));
  EXPECT_THAT(Refusal([](Batch& b) { b.poses.emplace_back(); }), StartsWith("poses: has 41"));
  EXPECT_THAT(Refusal([](Batch& b) { b.padding.pop_back(); }), StartsWith("padding: has 39"));
  EXPECT_THAT(Refusal([](Batch& b) { b.pair_b.pop_back(); }), StartsWith("pair_b: has 9"));
  EXPECT_THAT(Refusal([](Batch& b) { b.pair_a.pop_back(); }), StartsWith("pair_b: has 10"));
}

TEST(ValidateBatch, NamesTheOption) {
  for (double bad : {kNaN, kInfinity, -1e-9}) {
    EXPECT_THAT(Refusal([=](Batch& b) { b.options.max_distance = bad; }),
                StartsWith("options.max_distance: "));
  }
  for (double bad : {kNaN, kInfinity, 0.0, -1.0}) {
    EXPECT_THAT(Refusal([=](Batch& b) { b.options.tolerance = bad; }),
                StartsWith("options.tolerance: "));
  }
}

TEST(ValidateBatch, AcceptsWhatIsLegalAtTheEdges) {
  Batch batch = ExampleBatch(10);
  batch.padding.clear();
  batch.options.max_distance = 0;
  batch.options.tolerance = 1e-300;
  batch.poses[0].orientation = {0, 0, 0, 1.0009};
  batch.pair_a[0] = batch.pair_b[0] = 39;  // an object against itself
  EXPECT_TRUE(Validate(batch).ok()) << Validate(batch);
}

TEST(ValidateBatch, RefusesWaysThatItDoesNotKnow) {
  EXPECT_THAT(Refusal([](Batch& b) { b.options.overlap = OverlapMode{0}; }),
              StartsWith("options.overlap: "));
  EXPECT_THAT(Refusal([](Batch& b) { b.options.overlap = OverlapMode{4}; }),
              StartsWith("options.overlap: "));
  EXPECT_THAT(Refusal([](Batch& b) { b.options.gjk = GjkVariant{0}; }),
              StartsWith("options.gjk: "));
  EXPECT_THAT(Refusal([](Batch& b) { b.options.field = SupportField{9}; }),
              StartsWith("options.field: "));
  EXPECT_THAT(Refusal([](Batch& b) { b.options.field_resolution = 1; }),
              StartsWith("options.field_resolution: "));
}

}  // namespace
}  // namespace farpoint
