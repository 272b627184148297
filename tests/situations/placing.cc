#include "tests/situations/placing.h"

#include <variant>

namespace farpoint::situations {
namespace {

using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

struct LocalSupport {
  const Vec3d& d;

  Vec3d operator()(const Sphere& s) const { return scalar::SphereSupport(s.radius, d); }
  Vec3d operator()(const Ellipsoid& s) const { return scalar::EllipsoidSupport(s.radii, d); }
  Vec3d operator()(const Box& s) const { return scalar::BoxSupport(s.size * 0.5, d); }
  Vec3d operator()(const Capsule& s) const {
    return scalar::CapsuleSupport(s.radius, s.length / 2, d);
  }
  Vec3d operator()(const Cylinder& s) const {
    return scalar::CylinderSupport(s.radius, s.length / 2, d);
  }
  Vec3d operator()(const Cone& s) const { return scalar::ConeSupport(s.radius, s.length / 2, d); }
  Vec3d operator()(const Halfspace& s) const { return s.normal * s.offset; }
  template <class Vertices>
  Vec3d operator()(const Vertices& s) const {
    const auto count = static_cast<int32_t>(s.vertices.size());
    return s.vertices[static_cast<size_t>(scalar::ScanSupport(s.vertices.data(), count, d))];
  }
};

}  // namespace

Vec3d SupportPoint(const Shape& shape, const Quaternion& orientation, const Vec3d& direction) {
  const Mat3d rotation = RotationMatrix(orientation);
  const Vec3d local = scalar::MultiplyTransposed(rotation, direction);
  return scalar::Multiply(rotation, std::visit(LocalSupport{local}, shape));
}

Vec3d InnerPoint(const Shape& shape, const Quaternion& orientation, double reach,
                 RandomShapes* random) {
  if (const auto* halfspace = std::get_if<Halfspace>(&shape)) {
    const double below = halfspace->offset - reach * random->Uniform(0, 1);
    return scalar::Multiply(RotationMatrix(orientation), halfspace->normal * below);
  }
  constexpr int kPoints = 6;
  Vec3d sum{0, 0, 0};
  double weights = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double weight = random->Uniform(0, 1);
    sum = sum + SupportPoint(shape, orientation, random->Direction()) * weight;
    weights += weight;
  }
  return sum * (1 / weights);
}

Vec3d DirectionFor(const Shape& a, const Quaternion& orientation_a, const Shape& b,
                   const Quaternion& orientation_b, const Vec3d& n) {
  if (const auto* halfspace = std::get_if<Halfspace>(&a)) {
    return scalar::Multiply(RotationMatrix(orientation_a), halfspace->normal);
  }
  if (const auto* halfspace = std::get_if<Halfspace>(&b)) {
    return -scalar::Multiply(RotationMatrix(orientation_b), halfspace->normal);
  }
  return n;
}

Vec3d PositionAtGap(const Shape& a, const Pose& pose_a, const Shape& b,
                    const Quaternion& orientation_b, const Vec3d& n, double gap) {
  const Vec3d on_a = SupportPoint(a, pose_a.orientation, n);
  const Vec3d on_b = SupportPoint(b, orientation_b, n * -1.0);
  return pose_a.position + (on_a + n * gap - on_b);
}

}  // namespace farpoint::situations
