#include "tests/fuzz/any_shape.h"

#include <algorithm>
#include <cmath>

namespace farpoint::fuzz {
namespace {

// What a parameter of a shape is drawn from.
struct Draw {
  Input* input;
  bool valid;    // finite, in range
  double scale;  // of valid ones

  // Known and not mended: of curved cores below 1e-154 m, squares of which leave float64, points
  // and normal are NaN. With the fault goes this limit.
  static constexpr double kLeast = 1e-140;

  double Clamped(double number) const {
    const double length = std::clamp(number * scale, -kMaxCoordinate, kMaxCoordinate);
    return std::abs(length) < kLeast ? 0 : length;
  }
  double Coordinate() const {
    return valid ? Clamped(input->Finite(kMaxCoordinate)) : input->Number();
  }
  double Size() const { return valid ? std::abs(Coordinate()) : input->Number(); }
  Vec3d Sizes() const {
    const double x = Size(), y = Size(), z = Size();
    return {x, y, z};
  }
  Vec3d Vertex() const {
    const double x = Coordinate(), y = Coordinate(), z = Coordinate();
    return {x, y, z};
  }
};

Halfspace AnyHalfspace(const Draw& draw) {
  Halfspace halfspace{draw.Vertex(), draw.Coordinate()};
  Vec3d& n = halfspace.normal;
  const double norm = std::hypot(n.x, n.y, n.z);
  if (norm > 0 && std::isfinite(norm) && (draw.valid || draw.input->Choice(2) == 0)) {
    n = {n.x / norm, n.y / norm, n.z / norm};
  }
  if (draw.valid && !Validate(halfspace).ok()) n = {0, 0, 1};
  return halfspace;
}

Mesh AnyMesh(const Draw& draw, int most_vertices) {
  if (draw.valid || draw.input->Choice(2) == 0) {
    return {AnyVertices(draw.input, most_vertices, draw.scale)};
  }
  Mesh mesh;
  const int count = draw.input->Choice(most_vertices + 1);
  for (int i = 0; i < count; ++i) mesh.vertices.push_back(draw.Vertex());
  return mesh;
}

template <class Vertices>
Vertices Filled(const Draw& draw) {
  Vertices shape;
  for (Vec3d& v : shape.vertices) v = draw.Vertex();
  return shape;
}

Shape Any(const Draw& draw, int most_vertices) {
  switch (draw.input->Choice(12)) {
    case 0:
      return Sphere{draw.Size()};
    case 1:
      return Ellipsoid{draw.Sizes()};
    case 2:
      return Box{draw.Sizes()};
    case 3: {
      const double radius = draw.Size();
      return Capsule{radius, draw.Size()};
    }
    case 4: {
      const double radius = draw.Size();
      return Cylinder{radius, draw.Size()};
    }
    case 5: {
      const double radius = draw.Size();
      return Cone{radius, draw.Size()};
    }
    case 6:
      return AnyHalfspace(draw);
    case 7:
      return Filled<Point>(draw);
    case 8:
      return Filled<Segment>(draw);
    case 9:
      return Filled<Triangle>(draw);
    case 10:
      return Filled<Prism>(draw);
    default:
      return AnyMesh(draw, most_vertices);
  }
}

// Even on the unit sphere.
Vec3d OnSphere(int i, int count) {
  const double z = 1 - (2 * i + 1.0) / count, angle = 2.399963229728653 * i;
  const double r = std::sqrt(std::max(0.0, 1 - z * z));
  return {r * std::cos(angle), r * std::sin(angle), z};
}

// Two regular polygons, one above the other.
Vec3d OnCircles(int i, int count) {
  const int half = std::max(1, count / 2);
  const double angle = 2 * 3.14159265358979323846 * (i % half) / half;
  return {std::cos(angle), std::sin(angle), i < half ? -1.0 : 1.0};
}

Vec3d Whole(Input* input) {
  const auto coordinate = [&] { return static_cast<double>(input->Choice(9) - 4); };
  const double x = coordinate(), y = coordinate(), z = coordinate();
  return {x, y, z};
}

// Most often new; else one that was there before, or half way between two such.
Vec3d NewOrOld(Input* input, const std::vector<Vec3d>& old) {
  const int choice = input->Choice(8);
  if (choice < 6 || old.empty()) return input->FiniteVector(kMaxCoordinate);
  const Vec3d& p = old[input->Byte() % old.size()];
  if (choice == 6) return p;
  const Vec3d& q = old[input->Byte() % old.size()];
  return {p.x / 2 + q.x / 2, p.y / 2 + q.y / 2, p.z / 2 + q.z / 2};
}

}  // namespace

Shape AnyShape(Input* input, int most_vertices) { return Any({input, false, 1}, most_vertices); }

Shape ValidShape(Input* input, int most_vertices, double scale) {
  return Any({input, true, scale}, most_vertices);
}

std::vector<Vec3d> AnyVertices(Input* input, int most, double scale, bool* whole) {
  const int way = input->Choice(6), count = 1 + input->Choice(most);
  Vec3d axes{1, 1, 1}, centre{0, 0, 0};
  if (way == 1 || way == 3 || way == 5) axes = {input->Scale(), input->Scale(), input->Scale()};
  if (way == 3 || way == 5) centre = input->FiniteVector(kMaxCoordinate);
  if (whole != nullptr) *whole = way == 0 && scale == 1;
  std::vector<Vec3d> vertices;
  for (int i = 0; i < count; ++i) {
    const Vec3d p = way == 0   ? Whole(input)
                    : way <= 2 ? NewOrOld(input, vertices)
                    : way == 3 ? OnSphere(i, count)
                    : way == 4 ? input->FiniteVector(kMaxCoordinate)
                               : OnCircles(i, count);
    const auto place = [&](double x, double axis, double c) {
      return std::clamp((x * axis + c) * scale, -kMaxCoordinate, kMaxCoordinate);
    };
    vertices.push_back(
        {place(p.x, axes.x, centre.x), place(p.y, axes.y, centre.y), place(p.z, axes.z, centre.z)});
  }
  return vertices;
}

}  // namespace farpoint::fuzz
