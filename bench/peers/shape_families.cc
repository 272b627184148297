#include "bench/peers/shape_families.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "src/hull/convex_hull.h"

namespace farpoint::bench {
namespace {

// Enough that a family's hulls do not all stay in the first cache level; of primitives and prisms a
// round number of each kind.
// As many as a robot or two and what stands around them: taken evenly from all robots.
constexpr size_t kRobotHulls = 64;
constexpr int kHulls = 64, kOfEachKind = 10;
// Metres: links of robots are about that large.
constexpr double kSmallest = 0.03, kLargest = 0.15;

absl::StatusOr<ConvexShape> Finish(Shape shape, std::vector<std::array<uint32_t, 3>> faces) {
  auto geometry = Geometry::Create(shape, GeometryLimits());
  if (!geometry.ok()) return geometry.status();
  return ConvexShape{std::move(shape), std::move(faces), *std::move(geometry)};
}

absl::StatusOr<ConvexShape> HullOf(std::vector<Vec3d> points) {
  for (Vec3d& p : points) {
    p = {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
  }
  auto hull = BuildConvexHull(points.data(), points.size());
  if (!hull.ok()) return hull.status();
  if (hull->dimension < 3 || hull->faces.empty()) {
    return absl::InvalidArgumentError("a hull without volume");
  }
  Mesh mesh;
  for (uint32_t i : hull->vertices) mesh.vertices.push_back(points[i]);
  return Finish(std::move(mesh), std::move(hull->faces));
}

}  // namespace

double Uniform(Random* random, double low, double high) {
  return low + (high - low) * (static_cast<double>((*random)() >> 11) * 0x1p-53);
}

Vec3d RandomDirection(Random* random) {
  for (;;) {
    const Vec3d v{Uniform(random, -1, 1), Uniform(random, -1, 1), Uniform(random, -1, 1)};
    const double squared = v.x * v.x + v.y * v.y + v.z * v.z;
    if (squared > 1 || squared < 0.01) continue;
    const double inverse = 1 / std::sqrt(squared);
    return {v.x * inverse, v.y * inverse, v.z * inverse};
  }
}

absl::StatusOr<std::vector<ConvexShape>> RobotHulls(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::vector<Vec3d>> all;
  std::string name;
  size_t count = 0;
  while (in >> name >> count) {
    std::vector<Vec3d>& points = all.emplace_back(count);
    for (Vec3d& p : points) in >> p.x >> p.y >> p.z;
    if (!in) return absl::InvalidArgumentError(absl::StrCat(file, ": ", name, ": cut short"));
  }
  std::vector<ConvexShape> shapes;
  for (size_t i = 0; i < std::min(all.size(), kRobotHulls); ++i) {
    auto shape = HullOf(std::move(all[i * all.size() / std::min(all.size(), kRobotHulls)]));
    if (!shape.ok())
      return absl::InvalidArgumentError(absl::StrCat(file, ": ", shape.status().message()));
    shapes.push_back(*std::move(shape));
  }
  if (shapes.empty()) return absl::InvalidArgumentError(absl::StrCat(file, ": no hulls"));
  return shapes;
}

absl::StatusOr<std::vector<ConvexShape>> EllipsoidalHulls(int vertices, Random* random) {
  std::vector<ConvexShape> shapes;
  for (int i = 0; i < kHulls; ++i) {
    const Vec3d radii{Uniform(random, kSmallest, kLargest), Uniform(random, kSmallest, kLargest),
                      Uniform(random, kSmallest, kLargest)};
    std::vector<Vec3d> points(static_cast<size_t>(vertices));
    for (Vec3d& p : points) {
      const Vec3d d = RandomDirection(random);
      p = {radii.x * d.x, radii.y * d.y, radii.z * d.z};
    }
    auto shape = HullOf(std::move(points));
    if (!shape.ok()) return shape.status();
    shapes.push_back(*std::move(shape));
  }
  return shapes;
}

absl::StatusOr<std::vector<ConvexShape>> Primitives(Random* random) {
  const auto size = [random] { return Uniform(random, kSmallest, kLargest); };
  std::vector<ConvexShape> shapes;
  for (int i = 0; i < kOfEachKind; ++i) {
    const double a = size(), b = size(), c = size();
    for (const Shape& shape :
         {Shape(Sphere{a}), Shape(Box{{2 * a, 2 * b, 2 * c}}), Shape(Capsule{a, 2 * b}),
          Shape(Cylinder{a, 2 * b}), Shape(Ellipsoid{{a, b, c}}), Shape(Cone{a, 2 * b})}) {
      auto finished = Finish(shape, {});
      if (!finished.ok()) return finished.status();
      shapes.push_back(*std::move(finished));
    }
  }
  return shapes;
}

absl::StatusOr<std::vector<ConvexShape>> Prisms(Random* random) {
  std::vector<ConvexShape> shapes;
  for (int i = 0; i < kOfEachKind; ++i) {
    for (int sides = 3; sides <= 12; ++sides) {
      const double radius = Uniform(random, kSmallest, kLargest);
      const double half = Uniform(random, kSmallest, kLargest) / 2;
      const double top = i % 2 == 0 ? 1 : Uniform(random, 0.5, 1);
      std::vector<Vec3d> points;
      for (int k = 0; k < sides; ++k) {
        const double angle = 2 * M_PI * k / sides;
        const double x = radius * std::cos(angle), y = radius * std::sin(angle);
        points.push_back({x, y, -half});
        points.push_back({top * x, top * y, half});
      }
      auto shape = HullOf(std::move(points));
      if (!shape.ok()) return shape.status();
      shapes.push_back(*std::move(shape));
    }
  }
  return shapes;
}

}  // namespace farpoint::bench
