// Geometry ids are a contract between clients and servers of any version: these may never change.
//
// The constants are what golden.py prints:
//   "sha256-" + hashlib.sha256(b"farpoint.shape.v1" + bytes([kind]) +
//                              [struct.pack("<Q", count) for kinds 8 to 12] +
//                              struct.pack("<…d", *numbers)).hexdigest()

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/geometry_id/geometry_id.h"
#include "src/shape/shape.h"

namespace farpoint {
namespace {

const std::vector<Vec3d> kVertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1, 0.2, 0.3}};

TEST(GeometryId, OfEveryShapeIsItsGoldenVector) {
  EXPECT_EQ(GeometryId(Sphere{0.1}),
            "sha256-c391150fa228780440f1e7ac60d6efaa8270bebc766afdaf72d8e48e8e213cf2");
  EXPECT_EQ(GeometryId(Ellipsoid{{1, 2, 3}}),
            "sha256-58d32b18c2b4af6f150405abf0abe3a873447d43b27bb9bff623c9df09322a62");
  EXPECT_EQ(GeometryId(Box{{0.5, 1, 2}}),
            "sha256-fdeb0aadfc8e3ee8f9c425b81929d1c4b6d453fc11629e3ea9c0b1abac6e7587");
  EXPECT_EQ(GeometryId(Capsule{0.04, 0.1}),
            "sha256-5113d09673d08653873e307e32822f7fc7ef9d045863549f83535e9d285088da");
  EXPECT_EQ(GeometryId(Cylinder{0.04, 0.1}),
            "sha256-2349db29ad7d98bb2b97f89f30e144aef8a2aadf20918789002addafe8d3cda3");
  EXPECT_EQ(GeometryId(Cone{0.04, 0.1}),
            "sha256-159e5084ada0cc2ac2cd2e9cd38bad076f6af88e917e82259785b58ef2940aad");
  EXPECT_EQ(GeometryId(Halfspace{{0, 0, 1.0005}, -0.25}),
            "sha256-ff163abcf9afcbb710a21a3920f3fc64fa27a62970a3e14095805876d54cc8aa");
  EXPECT_EQ(GeometryId(Point{{{{1, 2, 3}}}}),
            "sha256-09c67c8aa7b474f0f84236b7c136587530a642102fcd1af916c9b88fcd66f932");
  EXPECT_EQ(GeometryId(Segment{{{{0, 0, 0}, {1, 2, 3}}}}),
            "sha256-c6755cb28f061440d763b30d3bac6a9dc567a6ba3ae2649f50935b441418f801");
  EXPECT_EQ(GeometryId(Triangle{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}),
            "sha256-a2e81d5307f45aec6a521440fd3eca9458fafa00e01f9dc2ad1530825d67cad9");
  EXPECT_EQ(GeometryId(Prism{{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}}}),
            "sha256-66f17de44d821bbb151883c7b07be8b6780499ed53846f7fbcc28d21170f6bae");
  EXPECT_EQ(GeometryId(Mesh{kVertices}),
            "sha256-bf4d9c45a69b2914a741f3f258d1617c38c8ac198a889a113b7a236b4375e973");
}

TEST(GeometryId, DependsOnTheOrderOfVertices) {
  std::vector<Vec3d> swapped = kVertices;
  std::swap(swapped[0], swapped[1]);
  EXPECT_EQ(GeometryId(Mesh{swapped}),
            "sha256-3601ff12295127280da964ddd092838cd1632c4d39722148c67ea7166f6b8c26");
}

TEST(GeometryId, KnowsNoNegativeZero) {
  EXPECT_EQ(GeometryId(Sphere{-0.0}),
            "sha256-850d4a16be2081e70da5d9be857a25123c67edfb638c7030745cedb84cf1dfa7");
  EXPECT_EQ(GeometryId(Sphere{-0.0}), GeometryId(Sphere{0.0}));
  EXPECT_EQ(GeometryId(Halfspace{{-0.0, 0, 1}, -0.0}), GeometryId(Halfspace{{0, 0, 1}, 0}));
  std::vector<Vec3d> negative = kVertices;
  negative[0] = {-0.0, -0.0, -0.0};
  EXPECT_EQ(GeometryId(Mesh{negative}), GeometryId(Mesh{kVertices}));
}

TEST(GeometryId, TellsShapesWithEqualNumbersApart) {
  EXPECT_NE(GeometryId(Capsule{1, 2}), GeometryId(Cylinder{1, 2}));
  EXPECT_NE(GeometryId(Cone{1, 2}), GeometryId(Cylinder{1, 2}));
  EXPECT_NE(GeometryId(Point{}), GeometryId(Mesh{{{0, 0, 0}}}));
  EXPECT_NE(GeometryId(Mesh{{{0, 0, 0}}}), GeometryId(Mesh{{{0, 0, 0}, {0, 0, 0}}}));
  EXPECT_NE(GeometryId(Sphere{1}), GeometryId(Ellipsoid{{1, 1, 1}}));
}

TEST(GeometryId, HasItsForm) {
  const std::string id = GeometryId(Sphere{1});
  EXPECT_TRUE(IsGeometryId(id));
  EXPECT_FALSE(IsGeometryId(""));
  EXPECT_FALSE(IsGeometryId(id + "0"));
  EXPECT_FALSE(IsGeometryId(id.substr(0, id.size() - 1)));
  EXPECT_FALSE(IsGeometryId("sha512-" + id.substr(7)));
  EXPECT_FALSE(IsGeometryId("SHA256-" + id.substr(7)));
  std::string upper = id;
  upper[20] = 'A';
  EXPECT_FALSE(IsGeometryId(upper));
  upper[20] = 'g';
  EXPECT_FALSE(IsGeometryId(upper));
}

}  // namespace
}  // namespace farpoint
