// Each shape's support function against the shape's definition: the point is in the shape, and no
// point of the shape is farther.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "src/shape/shape.h"
#include "tests/core/random_shapes.h"
#include "tests/reference/body.h"
#include "tests/reference/nearest_point.h"

namespace farpoint {
namespace {

using reference::Real;
using reference::Vec;

template <class T>
Vec3<T> Narrow(const Vec3d& v) {
  return {static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)};
}

// Dispatches to the function under test.
template <class T>
struct SupportOf {
  Vec3<T> d;
  Vec3<T> operator()(const Sphere& s) const { return scalar::SphereSupport(T(s.radius), d); }
  Vec3<T> operator()(const Ellipsoid& s) const {
    return scalar::EllipsoidSupport(Narrow<T>(s.radii), d);
  }
  Vec3<T> operator()(const Box& s) const {
    return scalar::BoxSupport(Narrow<T>({s.size.x / 2, s.size.y / 2, s.size.z / 2}), d);
  }
  Vec3<T> operator()(const Capsule& s) const {
    return scalar::CapsuleSupport(T(s.radius), T(s.length / 2), d);
  }
  Vec3<T> operator()(const Cylinder& s) const {
    return scalar::CylinderSupport(T(s.radius), T(s.length / 2), d);
  }
  Vec3<T> operator()(const Cone& s) const {
    return scalar::ConeSupport(T(s.radius), T(s.length / 2), d);
  }
  Vec3<T> operator()(const Halfspace&) const { return d; }
  template <class Vertices>
  Vec3<T> operator()(const Vertices& s) const {
    std::vector<Vec3<T>> v;
    for (const Vec3d& p : s.vertices) v.push_back(Narrow<T>(p));
    return v[scalar::ScanSupport(v.data(), static_cast<int32_t>(v.size()), d)];
  }
};

// Random directions; axes, diagonals and neighbours of them, where branches meet.
std::vector<Vec3d> Directions(RandomShapes* random, int count) {
  std::vector<Vec3d> directions;
  for (int x = -1; x <= 1; ++x) {
    for (int y = -1; y <= 1; ++y) {
      for (int z = -1; z <= 1; ++z) {
        if (x == 0 && y == 0 && z == 0) continue;
        for (double tilt : {0.0, 1e-3, -1e-9}) {
          directions.push_back({x + tilt, y - tilt / 2, z + tilt / 3});
        }
      }
    }
  }
  for (int i = 0; i < count; ++i) directions.push_back(random->Direction());
  return directions;
}

std::vector<Shape> Shapes(RandomShapes* random) {
  std::vector<Shape> shapes = {Sphere{0},
                               Ellipsoid{{1, 2, 0}},
                               Ellipsoid{{0, 2, 0}},
                               Ellipsoid{{3, 3, 3}},
                               Box{{0, 0, 0}},
                               Box{{1, 0, 2}},
                               Capsule{0, 2},
                               Capsule{1, 0},
                               Cylinder{0, 1},
                               Cylinder{1, 0},
                               Cone{0, 1},
                               Cone{1, 0},
                               Cone{1e-3, 1e3},
                               Cylinder{1e3, 1e-3},
                               Ellipsoid{{1e3, 1, 1e-3}}};
  for (int kind = 0; kind < RandomShapes::kBoundedKinds; ++kind) {
    for (int i = 0; i < 5; ++i) shapes.push_back(random->OfKind(kind, random->Scale(0.01, 100)));
  }
  return shapes;
}

template <class T>
class SupportFunctions : public testing::Test {};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(SupportFunctions, NumberTypes);

TYPED_TEST(SupportFunctions, FindAPointOfTheShapeThatIsFarthest) {
  RandomShapes random(1);
  int checked = 0;
  for (const Shape& shape : Shapes(&random)) {
    const reference::Body body = reference::MakeBody(shape, Pose());
    const Real tolerance = 8 * std::numeric_limits<TypeParam>::epsilon() * Extent(body);
    for (const Vec3d& d : Directions(&random, 200)) {
      const Vec3<TypeParam> direction = Narrow<TypeParam>(d);
      const Vec p = reference::Widen(std::visit(SupportOf<TypeParam>{direction}, shape));
      const Vec n = reference::Unit(reference::Widen(direction));
      EXPECT_LE(Distance(body, p), tolerance) << ShapeName(shape);
      EXPECT_LE(Height(body, n) - Dot(n, p), tolerance) << ShapeName(shape);
      ++checked;
    }
  }
  EXPECT_GE(checked, 10'000);
}

// The heights of the reference themselves, against points sampled all over each curved surface.
TEST(ShapeSupports, NoPointOfADenselySampledSurfaceIsFarther) {
  RandomShapes random(2);
  const Ellipsoid ellipsoid{{1, 0.5, 2}};
  const Cylinder cylinder{0.7, 1.5};
  const Cone cone{0.7, 1.5};
  std::vector<Vec3d> of_ellipsoid, of_cylinder, of_cone;
  for (int i = 0; i < 20'000; ++i) {
    const Vec3d s = random.Direction();
    const double angle = random.Uniform(0, 2 * M_PI), t = random.Uniform(-0.75, 0.75);
    of_ellipsoid.push_back({s.x, s.y * 0.5, s.z * 2});
    of_cylinder.push_back({0.7 * std::cos(angle), 0.7 * std::sin(angle), t});
    const double r = 0.7 * (0.5 - t / 1.5);
    of_cone.push_back({r * std::cos(angle), r * std::sin(angle), t});
  }
  const auto check = [&](const Shape& shape, const std::vector<Vec3d>& surface) {
    double closest = 1;
    for (int i = 0; i < 50; ++i) {
      const Vec3d d = random.Direction();
      const Vec3d p = std::visit(SupportOf<double>{d}, shape);
      double farthest = -10;
      for (const Vec3d& q : surface) farthest = std::max(farthest, scalar::Dot(d, q));
      EXPECT_LE(farthest, scalar::Dot(d, p) + 1e-15) << ShapeName(shape);
      closest = std::min(closest, scalar::Dot(d, p) - farthest);
    }
    EXPECT_LE(closest, 1e-3) << "the sample is too coarse to notice anything";
  };
  check(ellipsoid, of_ellipsoid);
  check(cylinder, of_cylinder);
  check(cone, of_cone);
}

TEST(ShapeSupports, NearlyAxialDirectionsOfAnyLengthLoseNothing) {
  for (double scale : {1e-200, 1e-30, 1.0, 1e30, 1e150}) {
    for (double tilt : {1e-300, 1e-160, 1e-30, 1e-9}) {
      const Vec3d d{3 * tilt * scale, 4 * tilt * scale, scale};
      const Vec3d rim = scalar::CylinderSupport(5.0, 1.0, d);
      if (d.x == 0) {
        EXPECT_EQ(rim.x * rim.x + rim.y * rim.y, 0);
      } else if (d.x > 1e-305) {  // below, the quotient is coarse
        EXPECT_NEAR(rim.x, 3, 1e-12) << scale << " " << tilt;
        EXPECT_NEAR(rim.y, 4, 1e-12);
      }
      EXPECT_EQ(rim.z, 1);
      const Vec3d top = scalar::EllipsoidSupport(Vec3d{1, 2, 5}, d);
      EXPECT_NEAR(top.z, 5, 1e-12);
    }
  }
}

TEST(ShapeSupports, TheLowestIndexOfAScanWinsATie) {
  const std::vector<Vec3d> v = {{0, 0, 0}, {1, 0, 0}, {1, 5, 0}, {1, 0, 0}};
  EXPECT_EQ(scalar::ScanSupport(v.data(), 4, Vec3d{1, 0, 0}), 1);
  EXPECT_EQ(scalar::ScanSupport(v.data(), 4, Vec3d{0, 0, 1}), 0);
  EXPECT_EQ(scalar::ScanSupport(v.data(), 4, Vec3d{0, 1, 0}), 2);
}

}  // namespace
}  // namespace farpoint
