// What is wrong with a batch of support questions is said by field and index.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

#include "tests/core/batch/support_example.h"

namespace farpoint {
namespace {

using testing::StartsWith;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string Refusal(const std::function<void(SupportBatch&)>& spoil) {
  SupportBatch batch = ExampleSupports(10);
  EXPECT_TRUE(Validate(batch).ok());
  spoil(batch);
  const absl::Status status = Validate(batch);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

TEST(ValidateSupportBatch, NamesFieldAndIndexOfADirection) {
  for (double bad : {kNaN, kInfinity, -kInfinity, 1.1e15}) {
    EXPECT_THAT(Refusal([=](SupportBatch& b) { b.directions[7].y = bad; }),
                StartsWith("directions[7]: "));
  }
  EXPECT_THAT(Refusal([](SupportBatch& b) {
                b.directions[3] = {0, -0.0, 0};
              }),
              StartsWith("directions[3]: must not be zero"));
  EXPECT_THAT(Refusal([](SupportBatch& b) {
                b.directions[3] = {1e-300, 0, 0};
              }),
              StartsWith("directions[3]: "));
  EXPECT_THAT(Refusal([](SupportBatch& b) { b.direction_geometry[2] = 11; }),
              StartsWith("direction_geometry[2]: "));
  EXPECT_THAT(Refusal([](SupportBatch& b) { b.direction_geometry.pop_back(); }),
              StartsWith("direction_geometry: "));
  EXPECT_THAT(Refusal([](SupportBatch& b) {
                b.directions.clear();
                b.direction_geometry.clear();
              }),
              StartsWith("directions: "));
}

TEST(ValidateSupportBatch, RefusesHalfspacesAndUnknownFields) {
  EXPECT_THAT(
      Refusal([](SupportBatch& b) {
        b.geometries[4] = Geometry::Create(Halfspace{{0, 0, 1}, 0}, GeometryLimits()).value();
      }),
      StartsWith("geometries[4]: "));
  EXPECT_THAT(Refusal([](SupportBatch& b) { b.field = SupportField{0}; }), StartsWith("field: "));
  EXPECT_THAT(Refusal([](SupportBatch& b) { b.field = SupportField{5}; }), StartsWith("field: "));
  for (int32_t bad : {-1, 0, 1, kMaxFieldResolution + 1}) {
    EXPECT_THAT(Refusal([=](SupportBatch& b) { b.field_resolution = bad; }),
                StartsWith("field_resolution: "));
  }
  for (double bad : {kNaN, kInfinity, -1e-9}) {
    EXPECT_THAT(Refusal([=](SupportBatch& b) { b.tie_tolerance = bad; }),
                StartsWith("tie_tolerance: "));
  }
}

}  // namespace
}  // namespace farpoint
