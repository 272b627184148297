// Hulls that are almost flat: what is above both faces of a sharp edge may be far from it, so no
// height above a facet bounds how far a point sticks out.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "src/hull/convex_hull.h"
#include "src/hull/quickhull.h"
#include "src/math/pose.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::Multiply;
using scalar::Norm;
using scalar::operator+;
using scalar::operator-;

struct Thin {
  std::vector<Vec3d> points;
  Mat3d frame;  // rows: two axes in its plane, and its normal
};

// Points of the unit disc or circle, times `thickness` along z, turned and moved.
Thin Plate(RandomShapes* random, int count, bool circle, double thickness, double offset) {
  Thin thin;
  const Mat3d r = RotationMatrix(random->Rotation());
  const Vec3d at = random->Position(offset);
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * M_PI * i / count;
    Vec3d p = circle ? Vec3d{std::cos(angle), std::sin(angle), 0} : random->Direction();
    p.z *= thickness;
    thin.points.push_back(Multiply(r, p) + at);
  }
  thin.frame = {{r.row0.x, r.row1.x, r.row2.x},
                {r.row0.y, r.row1.y, r.row2.y},
                {r.row0.z, r.row1.z, r.row2.z}};
  return thin;
}

// By how much the hull's support falls short of the points', over directions in the plate's plane
// and elsewhere.
double Shortfall(const Thin& thin, const ConvexHull& hull, RandomShapes* random) {
  double worst = 0;
  for (int round = 0; round < 500; ++round) {
    const double angle = random->Uniform(0, 2 * M_PI), tilt = random->Scale(1e-18, 1);
    const Vec3d d{thin.frame.row0.x * std::cos(angle) + thin.frame.row1.x * std::sin(angle) +
                      thin.frame.row2.x * tilt,
                  thin.frame.row0.y * std::cos(angle) + thin.frame.row1.y * std::sin(angle) +
                      thin.frame.row2.y * tilt,
                  thin.frame.row0.z * std::cos(angle) + thin.frame.row1.z * std::sin(angle) +
                      thin.frame.row2.z * tilt};
    const Vec3d base = thin.points[0];
    double all = -INFINITY, kept = -INFINITY;
    for (const Vec3d& p : thin.points) all = std::max(all, Dot(d, p - base));
    for (uint32_t v : hull.vertices) kept = std::max(kept, Dot(d, thin.points[v] - base));
    worst = std::max(worst, (all - kept) / Norm(d));
  }
  return worst;
}

TEST(ThinHulls, LeaveNothingOutsideByMoreThanTheySay) {
  RandomShapes random(401);
  int reduced = 0;
  for (int round = 0; round < 300; ++round) {
    const bool circle = round % 2 == 0;
    const double thickness = round % 3 == 0 ? 0 : random.Scale(1e-16, 1e-2);
    const double offset = round % 5 == 0 ? 0 : random.Scale(1, 1000);
    const Thin thin = Plate(&random, circle ? 64 : 200, circle, thickness, offset);
    const auto hull = BuildConvexHull(thin.points.data(), thin.points.size());
    ASSERT_TRUE(hull.ok()) << hull.status();
    EXPECT_LE(Shortfall(thin, *hull, &random), hull->deviation + 1e-15)
        << "thickness " << thickness << ", offset " << offset << ", " << hull->vertices.size()
        << " of " << thin.points.size() << " kept";
    EXPECT_LE(hull->deviation, 2e-11);
    reduced += hull->vertices.size() < thin.points.size();
  }
  EXPECT_GE(reduced, 20) << "nothing was tested";
}

// Found by fuzzing: without end, so that the limit of its work alone stopped it after seconds.
TEST(ThinHulls, QhullDoesNotAddTheSamePointsForEver) {
  RandomShapes random(403);
  int circles = 0;
  for (int round = 0; round < 3'000; ++round) {  // the last bits matter
    const int ring = 12 + random.Index(12);
    const double thickness = random.Scale(3e-14, 3e-13), size = random.Uniform(0.5, 0.7);
    std::vector<double> coordinates;
    for (int i = 0; i < 2 * ring; ++i) {
      const double angle = 2 * M_PI * (i % ring) / ring;
      coordinates.insert(coordinates.end(), {thickness * std::cos(angle), size * std::sin(angle),
                                             i < ring ? -size : size});
    }
    const Quickhull hull = RunQuickhull(coordinates, 3, /*merge=*/true, QuickhullLimits());
    circles += hull.end == QuickhullEnd::kTooMuchMerging;
  }
  EXPECT_GE(circles, 1) << "nothing was tested";
}

TEST(ThinHulls, OfManyPointsAreHonestToo) {
  RandomShapes random(402);
  for (double thickness : {1e-3, 1e-6}) {
    const Thin thin = Plate(&random, 30'000, false, thickness, 1);
    HullLimits limits;
    const auto hull = BuildConvexHull(thin.points.data(), thin.points.size(), limits);
    ASSERT_TRUE(hull.ok()) << hull.status();
    EXPECT_LE(Shortfall(thin, *hull, &random), hull->deviation + 1e-15) << thickness;
  }
}

}  // namespace
}  // namespace farpoint
