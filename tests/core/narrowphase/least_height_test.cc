// The least height by branch and bound: bounds on patches hold and shrink, brackets hold and close
// where minima are not isolated.

#include "src/narrowphase/least_height.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/narrowphase/relative_pair.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using namespace scalar;

constexpr double kRightAngle = 1.5707963267948966;

// Two cores of any bounded kinds, their difference as the solver sees it.
struct CorePair {
  GeometryPtr a, b;
  PosedGeometry posed_a, posed_b;
  RelativePair relative;

  CorePair(const Shape& shape_a, const Shape& shape_b, const Pose& pose)
      : a(MakeGeometry(shape_a)),
        b(MakeGeometry(shape_b)),
        posed_a(MakePosed(*a, Pose{}, 0)),
        posed_b(MakePosed(*b, pose, 0)),
        relative(MakeRelative(posed_a, posed_b, SupportField::kExactCells)) {}

  double Height(const Vec3d& n) const { return Dot(n, relative.difference.Support(n, {}).w); }
};

// Axes turned by anything, or by almost nothing.
Pose AnyPose(RandomShapes* random) {
  Pose pose = random->AnyPose(0.5);
  if (random->Index(2) == 0) {
    const double tilt = random->Scale(1e-12, 1e-2);
    pose.orientation = {tilt, -tilt / 2, random->Uniform(-1, 1), 1};
    const Quaternion& q = pose.orientation;
    const double norm = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    pose.orientation = {q.x / norm, q.y / norm, q.z / norm, q.w / norm};
  }
  return pose;
}

DirectionPatch AnyPatch(RandomShapes* random) {
  DirectionPatch patch;
  patch.half_latitude = random->Scale(1e-4, 0.4);
  patch.half_longitude = random->Scale(1e-4, 0.8);
  patch.polar = random->Index(5) == 0;
  const double room = kRightAngle - patch.half_latitude;
  patch.latitude =
      patch.polar ? (random->Index(2) ? kRightAngle : -kRightAngle) : random->Uniform(-room, room);
  patch.longitude = random->Uniform(-3, 3);
  return patch;
}

// A latitude and longitude of the patch.
std::pair<double, double> On(const DirectionPatch& patch, RandomShapes* random) {
  const double up = random->Uniform(-1, 1), along = random->Uniform(-1, 1);
  if (!patch.polar) {
    return {patch.latitude + up * patch.half_latitude,
            patch.longitude + along * patch.half_longitude};
  }
  const double off = std::abs(up) * patch.half_latitude;
  return {patch.latitude > 0 ? patch.latitude - off : patch.latitude + off, 3.2 * along};
}

TEST(DirectionPatch, PiecesAreTheHeightThereAndNeverAboveIt) {
  RandomShapes random(811);
  for (int i = 0; i < 3'000; ++i) {
    const CorePair pair(random.Any(RandomShapes::kBoundedKinds, 1),
                        random.Any(RandomShapes::kBoundedKinds, 1), AnyPose(&random));
    const PolarHeight height(pair.relative.difference);
    const DirectionPatch here = AnyPatch(&random);
    const HeightPiece piece = height.PieceAt(here.latitude, here.longitude);
    const double value = height.Model(piece, here).value;
    EXPECT_NEAR(value, pair.Height(height.Direction(here.latitude, here.longitude)), 4e-15) << i;
    const DirectionPatch there = AnyPatch(&random);
    EXPECT_LE(height.Model(piece, there).value,
              pair.Height(height.Direction(there.latitude, there.longitude)) + 4e-15)
        << i;
  }
}

TEST(DirectionPatch, NoHeightOnAPatchIsBelowItsBound) {
  RandomShapes random(812);
  int close = 0, mixed = 0;
  for (int i = 0; i < 4'000; ++i) {
    const CorePair pair(random.Any(RandomShapes::kBoundedKinds, 1),
                        random.Any(RandomShapes::kBoundedKinds, random.Scale(0.01, 3)),
                        AnyPose(&random));
    const PolarHeight height(pair.relative.difference);
    const DirectionPatch patch = AnyPatch(&random);
    PieceModel models[3];
    for (PieceModel& model : models) {
      const auto [latitude, longitude] = On(patch, &random);
      model = height.Model(height.PieceAt(latitude, longitude), patch);
    }
    const double bound = LeastOnPatch(models, 3, patch);
    mixed += bound > std::max({LeastOnPatch(models, 1, patch), LeastOnPatch(models + 1, 1, patch),
                               LeastOnPatch(models + 2, 1, patch)});
    double least = 1e300;
    for (int k = 0; k < 200; ++k) {
      const auto [latitude, longitude] = On(patch, &random);
      least = std::min(least, pair.Height(height.Direction(latitude, longitude)));
    }
    ASSERT_LE(bound, least + 4e-15) << i;
    close += least - bound < 0.1;
  }
  EXPECT_GE(close, 2'000);  // and it says something
  EXPECT_GE(mixed, 100);
}

TEST(LeastHeight, ClosesWhereAWholeCircleIsNearlyLeast) {
  RandomShapes random(813);
  LeastHeight search;
  int overlaps = 0, closed = 0;
  for (int i = 0; i < 300; ++i) {
    const auto solid = [&]() -> Shape {
      const double r = random.Uniform(0.3, 1), z = random.Uniform(0.5, 2);
      switch (random.Index(4)) {
        case 0:
          return Cylinder{r, z};
        case 1:
          return Cone{r, z};
        case 2:
          return Ellipsoid{{r, r, z}};
        default:
          return Segment{{Vec3d{0, 0, z}, Vec3d{0, 0, -z}}};
      }
    };
    Pose pose{{0, 0, random.Uniform(-0.2, 0.2)}, {0, 0, 0, 1}};
    const double tilt = random.Scale(1e-10, 1e-3);
    pose.orientation = {tilt / 2, 0, 0, std::sqrt(1 - tilt * tilt / 4)};
    const Shape a = Cylinder{random.Uniform(0.3, 1), random.Uniform(1, 2)}, b = solid();
    const CorePair pair(a, b, pose);
    uint32_t supports = 0;
    const LeastHeight::Bracket bracket =
        search.Run(pair.relative.difference, {1e-13, 8'000}, &supports);
    EXPECT_LE(bracket.lower, bracket.upper);
    EXPECT_LE(bracket.upper - bracket.lower, 1e-8) << i;
    closed += bracket.upper - bracket.lower <= 1e-11;
    EXPECT_NEAR(pair.Height(bracket.normal), bracket.upper, 1e-14) << i;
    EXPECT_LE(supports, 8'000u);
    overlaps += bracket.lower > 0;
    for (int k = 0; k < 2'000; ++k) {
      ASSERT_GE(pair.Height(random.Direction()), bracket.lower - 4e-15) << i;
    }
  }
  EXPECT_GE(overlaps, 250);
  EXPECT_GE(closed, 285);
}

TEST(LeastHeight, ABudgetThatIsSpentLeavesABracketThatHolds) {
  const CorePair pair(Ellipsoid{{1, 1.1, 1.2}}, Cone{0.5, 1}, {{0.1, 0.2, 0.3}, {0, 0, 0, 1}});
  LeastHeight search;
  uint32_t supports = 0;
  const auto rough = search.Run(pair.relative.difference, {1e-13, 200}, &supports);
  EXPECT_LE(supports, 200u);
  const auto fine = search.Run(pair.relative.difference, {1e-13, 8'000}, &supports);
  EXPECT_GT(rough.upper - rough.lower, 1e-9);
  EXPECT_LE(fine.upper - fine.lower, 1e-12);
  EXPECT_LE(rough.lower, fine.lower);
  EXPECT_GE(rough.upper, fine.upper);
}

}  // namespace
}  // namespace farpoint
