// The solver's view of a pair: both supports along +dir and in frame 0, the difference's own turned
// round for shape 1, swept spheres on demand, vertex indices out.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "src/support/minkowski_difference.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::MakeCoreView;
using scalar::MinkowskiDifference;
using scalar::Multiply;
using scalar::Norm;
using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

std::shared_ptr<const Geometry> Make(const Shape& shape) {
  return Geometry::Create(shape, GeometryLimits()).value();
}
void ExpectEqual(const Vec3d& a, const Vec3d& b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.z, b.z);
}

TEST(MinkowskiDifference, WithoutAPoseIsTheIdentity) {
  const auto box = Make(Box{{2, 4, 6}}), cone = Make(Cone{1, 2});
  MinkowskiDifference<double> d;
  d.Set(MakeCoreView(*box), MakeCoreView(*cone));
  int32_t index = -1;
  ExpectEqual(d.Support0({1, 1, 1}, &index), {1, 2, 3});
  ExpectEqual(d.Support1({0, 0, 1}, &index), {0, 0, 1});
  EXPECT_EQ(index, -1) << "curved";
  const SupportPoint<double> s = d.Support({0, 0, 1}, {});
  EXPECT_EQ(s.p0.z, 3);
  EXPECT_EQ(s.p1.z, -1) << "shape 1 along −dir";
  ExpectEqual(s.w, s.p0 - s.p1);
  EXPECT_GE(s.index.index0, 0);
  EXPECT_EQ(s.index.index1, -1);
}

TEST(MinkowskiDifference, PosesShapeOneInFrameZero) {
  RandomShapes random(13);
  int checked = 0;
  for (int round = 0; round < 300; ++round) {
    const auto g0 = Make(random.Any(RandomShapes::kBoundedKinds, 1)),
               g1 = Make(random.Any(RandomShapes::kBoundedKinds, 1));
    const Mat3d rotation = RotationMatrix(random.Rotation());
    const Vec3d translation = random.Position(3), dir = random.Direction();
    MinkowskiDifference<double> posed, alone;
    posed.Set(MakeCoreView(*g0), MakeCoreView(*g1), rotation, translation);
    alone.Set(MakeCoreView(*g0), MakeCoreView(*g1));
    int32_t i0 = -1, i1 = -1, j = -1;
    ExpectEqual(posed.Support0(dir, &i0), alone.Support0(dir, &j));
    EXPECT_EQ(i0, j);
    const Vec3d p1 = posed.Support1(dir, &i1);
    // The same by hand: turn the direction back, ask shape 1, place its point.
    const Vec3d local = alone.Support1(scalar::MultiplyTransposed(rotation, dir), &j);
    EXPECT_LE(Norm(p1 - (Multiply(rotation, local) + translation)), 1e-14);
    EXPECT_EQ(i1, j);
    const SupportPoint<double> s = posed.Support(dir, {});
    int32_t turned = -1;
    ExpectEqual(s.p0, posed.Support0(dir, &i0));
    ExpectEqual(s.p1, posed.Support1(-dir, &turned));
    EXPECT_EQ(s.index.index0, i0);
    EXPECT_EQ(s.index.index1, turned);
    if (g1->core_kind() == CoreKind::kVertices) {
      ASSERT_GE(i1, 0);
      EXPECT_LE(Norm(p1 - (Multiply(rotation, g1->core_vertices()[i1]) + translation)), 1e-14);
      ++checked;
    }
  }
  EXPECT_GE(checked, 100);
}

TEST(MinkowskiDifference, TwoPosesMakeTheRelativeOne) {
  RandomShapes random(16);
  for (int round = 0; round < 200; ++round) {
    const auto g0 = Make(random.Any(RandomShapes::kBoundedKinds, 1)),
               g1 = Make(random.Any(RandomShapes::kBoundedKinds, 1));
    const Mat3d r0 = RotationMatrix(random.Rotation()), r1 = RotationMatrix(random.Rotation());
    const Vec3d t0 = random.Position(3), t1 = random.Position(3), dir = random.Direction();
    MinkowskiDifference<double> d;
    d.Set(MakeCoreView(*g0), MakeCoreView(*g1), {r0, t0}, {r1, t1});
    // In the common frame: x₀ = R₀ p₀ + t₀, both supports along R₀ dir.
    MinkowskiDifference<double> alone;
    alone.Set(MakeCoreView(*g0), MakeCoreView(*g1));
    int32_t i = -1, j = -1;
    const Vec3d common = Multiply(r0, dir);
    const Vec3d x0 = Multiply(r0, d.Support0(dir, &i)) + t0;
    const Vec3d x1 = Multiply(r0, d.Support1(dir, &j)) + t0;
    const Vec3d y0 = Multiply(r0, alone.Support0(scalar::MultiplyTransposed(r0, common), &i)) + t0;
    const Vec3d y1 = Multiply(r1, alone.Support1(scalar::MultiplyTransposed(r1, common), &j)) + t1;
    EXPECT_NEAR(Dot(common, x0), Dot(common, y0), 1e-14);
    EXPECT_NEAR(Dot(common, x1), Dot(common, y1), 1e-14);
    EXPECT_LE(Norm(Multiply(r0, d.ot1()) + t0 - t1), 1e-14);
  }
}

TEST(MinkowskiDifference, HintsGoInAndComeOut) {
  RandomShapes random(17);
  Mesh ball;
  for (int i = 0; i < 600; ++i) ball.vertices.push_back(random.Direction());
  const auto g = Make(ball), cone = Make(Cone{1, 1});
  MinkowskiDifference<double> d;
  d.Set(MakeCoreView(*g, SupportField::kHillClimbing), MakeCoreView(*cone));
  SupportHint hint;
  for (int i = 0; i < 200; ++i) {
    const Vec3d dir{std::cos(0.05 * i), std::sin(0.05 * i), 0.3};
    const SupportPoint<double> cold = d.Support(dir, {}), warm = d.Support(dir, hint);
    EXPECT_EQ(cold.index.index0, warm.index.index0) << "a hint changes the way, not the end";
    EXPECT_EQ(warm.index.index1, -1) << "curved";
    EXPECT_EQ(Norm(g->core_vertices()[warm.index.index0] - warm.p0), 0);
    hint = warm.index;
  }
  // The object holds nothing between calls: a const copy shared by all answers alike.
  const MinkowskiDifference<double> shared = d;
  EXPECT_EQ(shared.Support({1, 2, 3}, hint).index.index0, d.Support({1, 2, 3}, {}).index.index0);
}

TEST(MinkowskiDifference, TakesTheFieldOfEachCore) {
  RandomShapes random(18);
  Mesh ball;
  for (int i = 0; i < 300; ++i) ball.vertices.push_back(random.Direction());
  const auto g = Make(ball);
  const LatLongFields fields({g.get()}, 4);
  int unlike = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3d v = random.Direction();
    const Vec3f dir{float(v.x), float(v.y), float(v.z)};
    float height[4];
    for (int k = 0; k < 4; ++k) {
      const auto field = static_cast<SupportField>(k + 1);
      MinkowskiDifference<float> d;
      d.Set(scalar::MakeUnitCoreView(*g, 1, field, &fields), scalar::MakeUnitCoreView(*g, 1));
      height[k] = Dot(dir, d.Support(dir, {}).w);
    }
    EXPECT_NEAR(height[0], height[2], 1e-6) << "cells, scan";
    EXPECT_NEAR(height[3], height[2], 1e-6) << "climb, scan";
    EXPECT_LE(height[1], height[2] + 1e-6f) << "lat-long";
    unlike += height[1] < height[2] - 1e-3f;
  }
  EXPECT_GT(unlike, 100) << "so coarse a table must miss";
}

TEST(MinkowskiDifference, KeepsSweptRadiiApartUnlessAskedToAddThem) {
  const auto ball = Make(Sphere{0.5}), capsule = Make(Capsule{0.25, 2});
  MinkowskiDifference<double> d;
  d.Set(MakeCoreView(*ball), MakeCoreView(*capsule));
  EXPECT_EQ(d.swept_radius(0), 0.5);
  EXPECT_EQ(d.swept_radius(1), 0.25);
  const Vec3d dir{0, 3, 4};
  EXPECT_EQ(Norm(d.Support(dir, {}).p0), 0);
  d.set_options({.swept_spheres = true});
  const SupportPoint<double> s = d.Support(dir, {});
  EXPECT_LE(Norm(s.p0 - Vec3d{0, 0.3, 0.4}), 1e-16);
  EXPECT_NEAR(s.p1.y, -0.15, 1e-16);
  EXPECT_NEAR(s.p1.z, -1.2, 1e-15);
  d.set_options({.swept_spheres = true, .normalised_directions = true});
  const SupportPoint<double> unit = d.Support({0, 0.6, 0.8}, {});
  EXPECT_NEAR(Norm(unit.w - s.w), 0, 1e-15);
}

TEST(MinkowskiDifference, InFloatIsScaledToUnitSize) {
  RandomShapes random(14);
  for (double size : {1e-6, 1.0, 1e6}) {
    for (int round = 0; round < 50; ++round) {
      const auto g0 = Make(random.Any(RandomShapes::kBoundedKinds, size)),
                 g1 = Make(random.Any(RandomShapes::kBoundedKinds, size));
      const double unit = std::max({g0->core_radius(), g1->core_radius(), 1e-30});
      MinkowskiDifference<double> wide;
      MinkowskiDifference<float> narrow;
      wide.Set(MakeCoreView(*g0), MakeCoreView(*g1));
      narrow.Set(scalar::MakeUnitCoreView(*g0, unit), scalar::MakeUnitCoreView(*g1, unit));
      EXPECT_NEAR(narrow.swept_radius(0) * unit, wide.swept_radius(0), 1e-6 * size);
      const Vec3d d = random.Direction();
      const Vec3d w = wide.Support(d, {}).w;
      const Vec3f v = narrow.Support(Vec3f{float(d.x), float(d.y), float(d.z)}, {}).w;
      EXPECT_NEAR((v.x * d.x + v.y * d.y + v.z * d.z) * unit, Dot(w, d), 3e-6 * unit);
    }
  }
}

TEST(MinkowskiDifference, SupportsOfVertexCoresAreThoseOfAnExhaustiveSearch) {
  RandomShapes random(15);
  for (int count : {1, 2, 3, 6, 16, 17, 400}) {
    Mesh m0, m1;
    for (int i = 0; i < count; ++i) {
      m0.vertices.push_back(random.Direction());
      m1.vertices.push_back(random.Position(1));
    }
    const auto g0 = Make(m0), g1 = Make(m1);
    MinkowskiDifference<double> d;
    d.Set(MakeCoreView(*g0), MakeCoreView(*g1), {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
          g1->core_origin() - g0->core_origin());
    for (int i = 0; i < 200; ++i) {
      const Vec3d n = random.Direction();
      double highest = -10, lowest = 10;
      for (const Vec3d& v : m0.vertices) highest = std::max(highest, Dot(n, v));
      for (const Vec3d& v : m1.vertices) lowest = std::min(lowest, Dot(n, v));
      EXPECT_NEAR(Dot(n, d.Support(n, {}).w), highest - lowest, 1e-14);
    }
  }
}

}  // namespace
}  // namespace farpoint
