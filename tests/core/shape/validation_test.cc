// What is refused, and that the message begins with the parameter at fault and its index.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "src/math/pose.h"
#include "src/shape/shape.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

using testing::StartsWith;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string Refusal(const absl::Status& status) {
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}
std::string Refusal(const Shape& shape) { return Refusal(Validate(shape)); }

TEST(Validation, AcceptsEveryShapeAndEverySizeOfZero) {
  RandomShapes random(3);
  for (int kind = 0; kind < RandomShapes::kAllKinds; ++kind) {
    EXPECT_TRUE(Validate(random.OfKind(kind, 1)).ok()) << kind;
  }
  for (const Shape& shape :
       {Shape(Sphere{0}), Shape(Ellipsoid{{0, 0, 0}}), Shape(Box{{0, 0, 0}}), Shape(Capsule{0, 0}),
        Shape(Cylinder{0, 0}), Shape(Cone{0, 0}), Shape(Point{}), Shape(Segment{}),
        Shape(Triangle{}), Shape(Prism{}), Shape(Mesh{{{0, 0, 0}}}), Shape(Sphere{kMaxCoordinate}),
        Shape(Halfspace{{0, 0, 1.0009}, -kMaxCoordinate})}) {
    EXPECT_TRUE(Validate(shape).ok()) << ShapeName(shape) << ": " << Validate(shape);
  }
}

TEST(Validation, NamesTheSizeThatIsWrong) {
  for (double bad : {-1.0, -1e-300, kNaN, kInfinity, -kInfinity, 1.0001 * kMaxCoordinate}) {
    EXPECT_THAT(Refusal(Sphere{bad}), StartsWith("radius: "));
    EXPECT_THAT(Refusal(Capsule{bad, 1}), StartsWith("radius: "));
    EXPECT_THAT(Refusal(Capsule{1, bad}), StartsWith("length: "));
    EXPECT_THAT(Refusal(Cylinder{bad, 1}), StartsWith("radius: "));
    EXPECT_THAT(Refusal(Cylinder{1, bad}), StartsWith("length: "));
    EXPECT_THAT(Refusal(Cone{bad, 1}), StartsWith("radius: "));
    EXPECT_THAT(Refusal(Cone{1, bad}), StartsWith("length: "));
    EXPECT_THAT(Refusal(Box{{bad, 1, 1}}), StartsWith("size[0]: "));
    EXPECT_THAT(Refusal(Box{{1, bad, 1}}), StartsWith("size[1]: "));
    EXPECT_THAT(Refusal(Box{{1, 1, bad}}), StartsWith("size[2]: "));
    EXPECT_THAT(Refusal(Ellipsoid{{bad, 1, 1}}), StartsWith("radii[0]: "));
    EXPECT_THAT(Refusal(Ellipsoid{{1, 1, bad}}), StartsWith("radii[2]: "));
  }
}

TEST(Validation, NamesTheVertexThatIsWrong) {
  for (double bad : {kNaN, kInfinity, -kInfinity, -1.0001 * kMaxCoordinate}) {
    EXPECT_THAT(Refusal(Point{{{{0, bad, 0}}}}), StartsWith("vertices[0]: "));
    EXPECT_THAT(Refusal(Segment{{{{0, 0, 0}, {0, 0, bad}}}}), StartsWith("vertices[1]: "));
    Triangle triangle;
    triangle.vertices[2].x = bad;
    EXPECT_THAT(Refusal(triangle), StartsWith("vertices[2]: "));
    Prism prism;
    prism.vertices[5].y = bad;
    EXPECT_THAT(Refusal(prism), StartsWith("vertices[5]: "));
    Mesh mesh{std::vector<Vec3d>(30, Vec3d{1, 2, 3})};
    mesh.vertices[17].z = bad;
    EXPECT_THAT(Refusal(mesh), StartsWith("vertices[17]: "));
  }
  EXPECT_THAT(Refusal(Mesh{}), StartsWith("vertices: must not be empty"));
}

TEST(Validation, NamesWhatIsWrongWithAHalfspace) {
  EXPECT_THAT(Refusal(Halfspace{{0, 0, 1.0011}, 0}), StartsWith("normal: "));
  EXPECT_THAT(Refusal(Halfspace{{0, 0, 0}, 0}), StartsWith("normal: "));
  EXPECT_THAT(Refusal(Halfspace{{kNaN, 0, 1}, 0}), StartsWith("normal: "));
  EXPECT_THAT(Refusal(Halfspace{{0, 0, 1}, kNaN}), StartsWith("offset: "));
  EXPECT_THAT(Refusal(Halfspace{{0, 0, 1}, kInfinity}), StartsWith("offset: "));
}

TEST(Validation, OfPoses) {
  EXPECT_TRUE(ValidatePosition({1e8, -1e8, 0}).ok());
  EXPECT_FALSE(ValidatePosition({kNaN, 0, 0}).ok());
  EXPECT_FALSE(ValidatePosition({0, kInfinity, 0}).ok());
  EXPECT_FALSE(ValidatePosition({0, 0, 1.0001 * kMaxPosition}).ok());
  EXPECT_TRUE(ValidateOrientation({0, 0, 0, 1.0009}).ok());
  EXPECT_TRUE(ValidateOrientation({-0.9991, 0, 0, 0}).ok());
  EXPECT_FALSE(ValidateOrientation({0, 0, 0, 1.0011}).ok());
  EXPECT_FALSE(ValidateOrientation({0, 0, 0, 0}).ok());
  EXPECT_FALSE(ValidateOrientation({kNaN, 0, 0, 1}).ok());
  EXPECT_FALSE(ValidateOrientation({kInfinity, 0, 0, 1}).ok());
}

TEST(Validation, ARotationIsNormalisedFirst) {
  const Mat3d m = RotationMatrix({0, 0, 0.7077, 0.7077});  // 90° about z, 8e-4 too long
  EXPECT_NEAR(m.row0.y, -1, 1e-15);
  EXPECT_NEAR(m.row1.x, 1, 1e-15);
  EXPECT_NEAR(m.row2.z, 1, 1e-15);
}

TEST(Validation, EveryShapeHasItsName) {
  EXPECT_STREQ(ShapeName(Sphere{}), "sphere");
  EXPECT_STREQ(ShapeName(Halfspace{}), "halfspace");
  EXPECT_STREQ(ShapeName(Mesh{}), "mesh");
}

}  // namespace
}  // namespace farpoint
