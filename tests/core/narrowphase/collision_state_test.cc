// The truth table of the collision state: free and colliding are claims, and only where proven.

#include <gtest/gtest.h>

#include <limits>

#include "src/narrowphase/answer.h"

namespace farpoint {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr CollisionState kFree = CollisionState::kFree, kColliding = CollisionState::kColliding,
                         kUndecided = CollisionState::kUndecided;

CollisionState State(double distance, double bound, PairStatus status, double margin) {
  return StateOf({distance, bound, {}, {}, {}, status, 0}, margin);
}

TEST(CollisionState, OfATwoSidedAnswerComparesBothEndsWithTheMargin) {
  for (PairStatus status : {PairStatus::kOk, PairStatus::kNotConverged}) {
    EXPECT_EQ(State(1, 0.25, status, 0), kFree);
    EXPECT_EQ(State(1, 0.25, status, 0.5), kFree);
    EXPECT_EQ(State(1, 0.25, status, 0.75), kUndecided) << "free is strictly more than the margin";
    EXPECT_EQ(State(1, 0.25, status, 1), kUndecided);
    EXPECT_EQ(State(1, 0.25, status, 1.25), kColliding) << "colliding includes the margin";
    EXPECT_EQ(State(1, 0.25, status, 2), kColliding);
    EXPECT_EQ(State(0, 0, status, 0), kColliding) << "touching";
    EXPECT_EQ(State(0, 1e-16, status, 0), kUndecided);
    EXPECT_EQ(State(-1, 0.25, status, 0), kColliding);
    EXPECT_EQ(State(-1, 0.25, status, -0.5), kColliding);
    EXPECT_EQ(State(-1, 0.25, status, -1), kUndecided);
    EXPECT_EQ(State(-1, 0.25, status, -2), kFree) << "less deep than allowed";
  }
}

TEST(CollisionState, OfAPairBeyondItsMaxDistanceIsNeverColliding) {
  EXPECT_EQ(State(2, 0, PairStatus::kBeyondMaxDistance, 1), kFree);
  EXPECT_EQ(State(2, 0, PairStatus::kBeyondMaxDistance, 2), kUndecided);
  EXPECT_EQ(State(2, 0, PairStatus::kBeyondMaxDistance, 3), kUndecided) << "it may be farther";
}

TEST(CollisionState, OfTwoHalfspacesIsUndecidedWhateverTheMargin) {
  for (double margin : {-1e300, -1.0, 0.0, 1.0, 1e300}) {
    EXPECT_EQ(State(-kInfinity, 0, PairStatus::kUnbounded, margin), kUndecided);
  }
}

TEST(CollisionState, OfADepthThatWasNotAskedIsProvenDownToTouching) {
  const auto state = [](double margin) {
    return State(-kInfinity, 0, PairStatus::kDepthNotAsked, margin);
  };
  for (double margin : {0.0, -0.0, 1e-300, 1.0, 1e300}) EXPECT_EQ(state(margin), kColliding);
  for (double margin : {-1e-300, -1.0, -1e300, kNaN}) {
    EXPECT_EQ(state(margin), kUndecided) << "how deep is not known";
  }
}

TEST(CollisionState, OfNumbersThatAreNoneIsUndecided) {
  EXPECT_EQ(State(kNaN, 0, PairStatus::kOk, 0), kUndecided);
  EXPECT_EQ(State(1, kNaN, PairStatus::kOk, 0), kUndecided);
  EXPECT_EQ(State(1, kInfinity, PairStatus::kOk, 0), kUndecided);
  EXPECT_EQ(State(1, 0, PairStatus::kOk, kNaN), kUndecided);
  EXPECT_EQ(State(1, 0, static_cast<PairStatus>(0), 2), kUndecided) << "no status, no upper bound";
}

}  // namespace
}  // namespace farpoint
