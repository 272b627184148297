#include "tests/situations/kind.h"

#include <cmath>
#include <utility>

namespace farpoint::situations {
namespace {

constexpr int kLargeMeshVertices = 100;

Vec3d AsFloat32(const Vec3d& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

Vec3d Scaled(const Vec3d& v, const Vec3d& by) {
  return AsFloat32({v.x * by.x, v.y * by.y, v.z * by.z});
}

// Anywhere in the ellipsoid, or on it.
template <size_t n>
std::array<Vec3d, n> Within(const Vec3d& half, RandomShapes* random) {
  std::array<Vec3d, n> vertices;
  for (Vec3d& v : vertices) v = Scaled(random->Position(1), half);
  return vertices;
}
Mesh OnEllipsoid(int count, const Vec3d& half, RandomShapes* random) {
  Mesh mesh;
  for (int i = 0; i < count; ++i) mesh.vertices.push_back(Scaled(random->Direction(), half));
  return mesh;
}

// Right-angled, two sides along x and y.
std::array<Vec3d, 3> RightTriangle(const Vec3d& half, double z) {
  return {Scaled({-1, -1, z}, half), Scaled({1, -1, z}, half), Scaled({-1, 1, z}, half)};
}

Prism RightPrism(const Vec3d& half) {
  const auto low = RightTriangle(half, -1), high = RightTriangle(half, 1);
  return {{low[0], low[1], low[2], high[0], high[1], high[2]}};
}

// A prism over a polygon in the ellipse of x and y; of four sides: a box.
Mesh EvenPrism(int sides, const Vec3d& half) {
  Mesh mesh;
  for (double z : {-1, 1}) {
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * M_PI * i / sides, reach = sides == 4 ? M_SQRT2 : 1;
      const double turned = sides == 4 ? angle + M_PI / 4 : angle;
      mesh.vertices.push_back(
          Scaled({reach * std::cos(turned), reach * std::sin(turned), z}, half));
    }
  }
  return mesh;
}

Shape Regular(Kind kind, const Vec3d& half) {
  switch (kind) {
    case Kind::kHalfspace:
      return Halfspace{{0, 0, 1}, half.z};
    case Kind::kPoint:
      return Point{{Scaled({0, 0, 1}, half)}};
    case Kind::kSegment:
      return Segment{{Scaled({0, 0, -1}, half), Scaled({0, 0, 1}, half)}};
    case Kind::kTriangle:
      return Triangle{RightTriangle(half, 0)};
    case Kind::kPrism:
      return RightPrism(half);
    case Kind::kSmallMesh:
      return EvenPrism(4, half);
    default:
      return EvenPrism(kLargeMeshVertices / 2, half);
  }
}

}  // namespace

const char* NameOf(Kind kind) {
  static constexpr const char* kNames[] = {"sphere", "ellipsoid", "box",    "capsule", "cylinder",
                                           "cone",   "halfspace", "point",  "segment", "triangle",
                                           "prism",  "mesh8",     "mesh100"};
  return kNames[static_cast<size_t>(kind)];
}

int DimensionOf(Kind kind) {
  switch (kind) {
    case Kind::kPoint:
      return 0;
    case Kind::kSegment:
      return 1;
    case Kind::kTriangle:
      return 2;
    case Kind::kHalfspace:
      return 4;
    default:
      return 3;
  }
}

Shape MakeShape(Kind kind, const Vec3d& half, Order order, RandomShapes* random) {
  switch (kind) {
    case Kind::kSphere:
      return Sphere{half.x};
    case Kind::kEllipsoid:
      return Ellipsoid{half};
    case Kind::kBox:
      return Box{{2 * half.x, 2 * half.y, 2 * half.z}};
    case Kind::kCapsule:
      return Capsule{half.x, 2 * half.z};
    case Kind::kCylinder:
      return Cylinder{half.x, 2 * half.z};
    case Kind::kCone:
      return Cone{half.x, 2 * half.z};
    default:
      break;
  }
  if (order == Order::kRegular) return Regular(kind, half);
  switch (kind) {
    case Kind::kHalfspace: {
      const Vec3d normal = random->Direction();
      return Halfspace{normal, half.x * random->Uniform(-1, 1)};
    }
    case Kind::kPoint:
      return Point{Within<1>(half, random)};
    case Kind::kSegment:
      return Segment{Within<2>(half, random)};
    case Kind::kTriangle:
      return Triangle{Within<3>(half, random)};
    case Kind::kPrism:
      return Prism{Within<6>(half, random)};
    case Kind::kSmallMesh:
      return OnEllipsoid(8, half, random);
    default:
      return OnEllipsoid(kLargeMeshVertices, half, random);
  }
}

}  // namespace farpoint::situations
