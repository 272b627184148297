// Points and planes that agree: projections onto cores, two segments, and answers whose points used
// to be off sideways by more than their bound.

#include "src/narrowphase/witnesses.h"

#include <gtest/gtest.h>

#include <cmath>

#include "src/narrowphase/core_projection.h"
#include "src/narrowphase/segment_pair.h"
#include "tests/core/ask.h"
#include "tests/core/random_shapes.h"
#include "tests/reference/polytope_distance.h"

namespace farpoint {
namespace {

using reference::Real;
using reference::Widen;

TEST(CoreProjection, IsTheNearestPointOfTheCore) {
  RandomShapes random(821);
  int outside = 0;
  for (int i = 0; i < 6'000; ++i) {
    const Shape shape = random.OfKind(3 + random.Index(8), 1);
    const GeometryPtr geometry = MakeGeometry(shape);
    const Vec3d origin = geometry->core_origin(), point = random.Position(3);
    uint32_t iterations = 0;
    const Vec3d nearest =
        scalar::NearestInCore(scalar::MakeCoreView(*geometry), point, 1e-15, &iterations);
    const auto at = [&](const Vec3d& p) {
      return reference::Vec{Real(p.x) + origin.x, Real(p.y) + origin.y, Real(p.z) + origin.z};
    };
    const reference::Body body = reference::MakeBody(shape, {});
    const Real truth = CoreDistance(body, at(point));
    EXPECT_LE(CoreDistance(body, at(nearest)), 2e-15) << ShapeName(shape) << i;
    EXPECT_NEAR(static_cast<double>(Norm(at(nearest) - at(point)) - truth), 0, 2e-15)
        << ShapeName(shape) << i;
    outside += truth > 0;
  }
  EXPECT_GE(outside, 4'000);
}

TEST(CoreProjection, OfFlatAndNeedleEllipsoids) {
  RandomShapes random(822);
  for (int i = 0; i < 2'000; ++i) {
    const auto radius = [&] { return random.Index(4) == 0 ? 0 : random.Scale(1e-9, 1); };
    const Vec3d radii{1, radius(), radius()};
    const GeometryPtr geometry = MakeGeometry(Ellipsoid{radii});
    if (geometry->core_kind() != CoreKind::kEllipsoid) continue;
    const Vec3d point = random.Position(2);
    uint32_t iterations = 0;
    const Vec3d nearest =
        scalar::NearestInCore(scalar::MakeCoreView(*geometry), point, 1e-15, &iterations);
    const reference::Body body = reference::MakeBody(Ellipsoid{radii}, {});
    EXPECT_LE(CoreDistance(body, Widen(nearest)), 2e-15) << i;
    EXPECT_NEAR(
        static_cast<double>(Norm(Widen(nearest) - Widen(point)) - CoreDistance(body, Widen(point))),
        0, 2e-15)
        << i;
  }
}

TEST(SegmentPair, NearestPointsHoweverNearlyParallel) {
  RandomShapes random(823);
  for (int i = 0; i < 5'000; ++i) {
    const Vec3d e = random.Direction(), side = random.Direction();
    const double tilt = random.Scale(1e-12, 1);
    const Vec3d a = random.Position(1), b = random.Position(1);
    const Vec3d f{e.x + tilt * side.x, e.y + tilt * side.y, e.z + tilt * side.z};
    const auto shares = scalar::NearestOnSegments(a, e, b, f);
    const auto at = [](const Vec3d& p, const Vec3d& d, double share) {
      return Widen(p) + Widen(d) * share;
    };
    const Real found = Norm(at(a, e, shares.of_e) - at(b, f, shares.of_f));
    const Real truth =
        reference::PolytopeSignedDistance({Widen(a), at(a, e, 1)}, {Widen(b), at(b, f, 1)});
    EXPECT_NEAR(static_cast<double>(found - truth), 0, 4e-15) << i << ", tilt " << tilt;
  }
}

// Bound, points and plane, of one pair.
void ExpectAgreement(const Placed& a, const Placed& b, double bound) {
  const PairAnswer answer = Ask(a, b);
  const Verdict v = Judge(a, b, answer);
  EXPECT_LE(Dishonesty(answer, v.truth), 0);
  EXPECT_LE(answer.error_bound, bound * v.size);
  EXPECT_LE(WitnessesOutside(v), answer.error_bound);
  EXPECT_LE(PlaneGap(answer, v), 1.0001 * answer.error_bound);
}

TEST(Witnesses, AgreeWithThePlaneWhereTheyUsedToBeOff) {
  // A face of a box under a cylinder's rim, 1.6e-9 m deep: the points were off by 1.6e-7 m.
  ExpectAgreement(
      {Box{{0.875, 1, 0.875}}, {}, 0.2262065768508533},
      {Cylinder{0.58147586711098287, 0.40273702600451272},
       {{0.9411236115647692, 0.69637533413782926, 0.9577532519040205},
        {-0.076434478889622015, -0.030562429393964186, 0.9965693483074457, 0.0085581750673660809}}},
      1e-10);
  // A segment beside a flat ellipsoid, 0.4 m apart: 2e-9 m.
  ExpectAgreement(
      {Segment{{Vec3d{0.73094712689233488, -0.39586167989349741, 0.21575661013387665},
                Vec3d{-0.7109634803853524, 0.11724764881326925, 0.11193857096925003}}},
       {{0, 0, 0},
        {0.49777407917851485, 0.55139108637306755, -0.56867547224058179, 0.35326624978656124}}},
      {Ellipsoid{{0.41358276127905047, 0.65264530544904931, 0}},
       {{0.051159869757420665, 0.2836086477662963, 0.030024137486541543},
        {0.49777389769725805, 0.55140147512808291, -0.56867184668088788, 0.35312612633102688}}},
      1e-12);
  // A needle far longer than the cylinder beside it: 0.26 m of 350 km.
  ExpectAgreement(
      {Cylinder{0.625, 0.00029576283500350675}, {}},
      {Segment{{Vec3d{0, 82864.79647313492, 0}, Vec3d{0, 213972.04065834041, 0}}},
       {{138437.65760048479, -141643.30388209157, 80970.072433663634},
        {-0.23088164055115765, 0.061104063203902492, 0.34015410018885461, 0.90953567804737068}}},
      1e-9);
}

TEST(Witnesses, OfTwoHugeBoxesFarFromTheOrigin) {
  RandomShapes random(824);
  for (int i = 0; i < 200; ++i) {
    const Box box{{1e10 * random.Uniform(0.5, 1), 1e10, 1e10}};
    const Pose far{random.Position(1e11), random.Rotation()};
    const Vec3d way = random.Direction();
    const Pose beside{{far.position.x + 1.8e10 * way.x, far.position.y + 1.8e10 * way.y,
                       far.position.z + 1.8e10 * way.z},
                      random.Rotation()};
    const Placed a{box, far}, b{box, beside};
    const PairAnswer answer = Ask(a, b);
    const Verdict v = Judge(a, b, answer);
    // World coordinates are as exact as float64 has them.
    EXPECT_LE(WitnessesOutside(v), answer.error_bound + 4 * 1e11 * 2.3e-16) << i;
  }
}

}  // namespace
}  // namespace farpoint
