#include "server/convert/answers_to_proto.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace farpoint {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kMaxFloat = std::numeric_limits<float>::max();

PairAnswer AnswerOf(double distance, double error_bound, PairStatus status = PairStatus::kOk) {
  return {.distance = distance,
          .error_bound = error_bound,
          .point_a = {0, 0, 0},
          .point_b = {0, 0, 0},
          .normal = {0, 0, 1},
          .status = status,
          .iterations = 1};
}

TEST(RoundToF32, BoundsWhatFloat64Bounds) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-60, 60), mantissa(-2, 2);
  int inexact = 0;
  for (int i = 0; i < 200'000; ++i) {
    const double distance = std::ldexp(mantissa(random), static_cast<int>(exponent(random)));
    const double bound =
        i % 3 == 0 ? 0 : std::abs(std::ldexp(mantissa(random), static_cast<int>(exponent(random))));
    const DistanceF32 rounded = RoundToF32(AnswerOf(distance, bound));
    // In long double these sums are exact enough to see an error in the last bit of a float64.
    const long double low = static_cast<long double>(rounded.distance) - rounded.error_bound;
    const long double high = static_cast<long double>(rounded.distance) + rounded.error_bound;
    ASSERT_LE(low, static_cast<long double>(distance) - bound) << distance << " " << bound;
    ASSERT_GE(high, static_cast<long double>(distance) + bound) << distance << " " << bound;
    inexact += rounded.distance != distance;
  }
  EXPECT_GT(inexact, 190'000) << "the sample must need rounding";
}

TEST(RoundToF32, ExactNumbersStayExact) {
  const DistanceF32 rounded = RoundToF32(AnswerOf(-0.25, 0));
  EXPECT_EQ(rounded.distance, -0.25f);
  EXPECT_EQ(rounded.error_bound, 0.0f);
}

TEST(RoundToF32, OneSidedBoundsAreRoundedDown) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> distance(0, 10);
  for (int i = 0; i < 10'000; ++i) {
    const double d = distance(random);
    const DistanceF32 rounded = RoundToF32(AnswerOf(d, 0, PairStatus::kBeyondMaxDistance));
    ASSERT_LE(rounded.distance, d);
    ASSERT_GE(rounded.distance, d * (1 - 1e-6));
    ASSERT_EQ(rounded.error_bound, 0.0f);
  }
}

TEST(RoundToF32, NumbersBeyondItsRangeStayProven) {
  const DistanceF32 far = RoundToF32(AnswerOf(1e300, 1e290, PairStatus::kBeyondMaxDistance));
  EXPECT_EQ(far.distance, static_cast<float>(kMaxFloat));
  const DistanceF32 deep = RoundToF32(AnswerOf(-1e300, 1));
  EXPECT_EQ(deep.error_bound, std::numeric_limits<float>::infinity());
  const DistanceF32 unbounded = RoundToF32(AnswerOf(-kInf, 0, PairStatus::kUnbounded));
  EXPECT_EQ(unbounded.distance, -std::numeric_limits<float>::infinity());
  EXPECT_EQ(unbounded.error_bound, 0.0f);
  EXPECT_EQ(RoundToF32(AnswerOf(1e-300, 1e-310)).distance, 0.0f);
  EXPECT_GT(RoundToF32(AnswerOf(1e-300, 1e-310)).error_bound, 0.0f);
}

TEST(RoundToF32, AnOverlapWithoutDepthStaysInfinite) {
  const DistanceF32 overlap = RoundToF32(AnswerOf(-kInf, 0, PairStatus::kDepthNotAsked));
  EXPECT_EQ(overlap.distance, -std::numeric_limits<float>::infinity());
  EXPECT_EQ(overlap.error_bound, 0.0f);
}

TEST(AnswerBytes, IsNeverLessThanTheMessage) {
  for (int pairs : {1, 7, 1000}) {
    const std::vector<PairAnswer> answers(pairs, AnswerOf(-1, 0.5));
    for (int bits = 0; bits < 16; ++bits) {
      v1::ResultOptions options;
      options.set_precision(bits & 1 ? v1::PRECISION_FLOAT32 : v1::PRECISION_FLOAT64);
      options.set_witness_points(bits & 2);
      options.set_normals(bits & 4);
      options.set_iterations(bits & 8);
      v1::DistanceResponse distance;
      DistanceToProto(answers, options, &distance);
      const int64_t bytes = static_cast<int64_t>(distance.ByteSizeLong());
      EXPECT_LE(bytes, AnswerBytes(pairs, options, false));
      EXPECT_GE(bytes, AnswerBytes(pairs, options, false) - 128);
      v1::PenetrationResponse penetration;
      PenetrationToProto(answers, options, &penetration);
      EXPECT_LE(static_cast<int64_t>(penetration.ByteSizeLong()),
                AnswerBytes(pairs, options, true));
    }
  }
}

TEST(PenetrationToProto, LeavesOutOnlyWhatIsProvenApart) {
  const std::vector<PairAnswer> answers = {AnswerOf(1e-9, 1e-12),
                                           AnswerOf(1e-12, 1e-9),
                                           AnswerOf(0, 0),
                                           AnswerOf(-1, 0),
                                           AnswerOf(1e-9, 1e-9),
                                           AnswerOf(-kInf, 0, PairStatus::kUnbounded),
                                           AnswerOf(0.5, 0, PairStatus::kBeyondMaxDistance)};
  v1::PenetrationResponse response;
  PenetrationToProto(answers, {}, &response);
  EXPECT_THAT(response.overlapping_pair(), testing::ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(response.status().size(), 5u);
  EXPECT_EQ(response.status()[4], v1::PAIR_STATUS_UNBOUNDED);
  EXPECT_EQ(response.pair_count(), 7u);
}

}  // namespace
}  // namespace farpoint
