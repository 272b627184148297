// Kinds of shape as tests and benchmarks tell them apart, and random shapes of each.

#ifndef FARPOINT_TESTS_SITUATIONS_KIND_H_
#define FARPOINT_TESTS_SITUATIONS_KIND_H_

#include <array>

#include "src/shape/shape.h"
#include "tests/core/random_shapes.h"

namespace farpoint::situations {

enum class Kind {
  kSphere,
  kEllipsoid,
  kBox,
  kCapsule,
  kCylinder,
  kCone,
  kHalfspace,
  kPoint,
  kSegment,
  kTriangle,
  kPrism,
  kSmallMesh,  // of 8 vertices
  kLargeMesh,  // of 100 vertices, all of them extreme
};
inline constexpr std::array<Kind, 13> kKinds{
    Kind::kSphere, Kind::kEllipsoid, Kind::kBox,      Kind::kCapsule, Kind::kCylinder,
    Kind::kCone,   Kind::kHalfspace, Kind::kPoint,    Kind::kSegment, Kind::kTriangle,
    Kind::kPrism,  Kind::kSmallMesh, Kind::kLargeMesh};

/// "sphere", …, "mesh8", "mesh100".
const char* NameOf(Kind kind);

/// 0 a point, 1 a segment, 2 a triangle, 3 what has a volume, 4 a halfspace.
int DimensionOf(Kind kind);

/// How vertices lie.
enum class Order {
  kRandom,   // anywhere within the half extents
  kRegular,  // faces across the local axes, as a box has them; halfspaces likewise
};

/// About `half` large (metres, along the local axes): exactly so, where the kind has such
/// measures; what is round about z takes x for its radius. Vertices are float32 numbers, so that
/// engines that keep no more can be asked about the same shape.
Shape MakeShape(Kind kind, const Vec3d& half, Order order, RandomShapes* random);

}  // namespace farpoint::situations

#endif  // FARPOINT_TESTS_SITUATIONS_KIND_H_
