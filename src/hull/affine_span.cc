#include "src/hull/affine_span.h"

#include <cmath>
#include <utility>

namespace farpoint {

using scalar::operator-;
using scalar::operator*;
using scalar::Cross;
using scalar::Dot;
using scalar::Norm;

namespace {

constexpr double kFlat = 1e-14;

}  // namespace

AffineSpan SpanOf(const std::vector<Vec3d>& points, double extent) {
  AffineSpan span;
  const auto farthest = [&](auto&& distance) {
    double best = -1;
    size_t index = 0;
    for (size_t i = 0; i < points.size(); ++i) {
      const double d = distance(points[i]);
      if (d > best) best = d, index = i;
    }
    return std::make_pair(index, best);
  };
  const auto [i0, d0] = farthest([](const Vec3d& p) { return Dot(p, p); });
  const Vec3d base = points[i0];
  const auto [i1, d1] = farthest([&](const Vec3d& p) { return Norm(p - base); });
  span.thickness = d1;
  if (d1 <= kFlat * extent) return span;
  span.axis[0] = (points[i1] - base) * (1 / d1);
  span.dimension = 1;

  const auto from_line = [&](const Vec3d& p) {
    const Vec3d e = p - base;
    return e - span.axis[0] * Dot(e, span.axis[0]);
  };
  const auto [i2, d2] = farthest([&](const Vec3d& p) { return Norm(from_line(p)); });
  span.thickness = d2;
  if (d2 <= kFlat * extent) return span;
  const Vec3d second = from_line(points[i2]) * (1 / d2);
  const Vec3d normal = Cross(span.axis[0], second);
  span.axis[2] = normal * (1 / Norm(normal));
  span.axis[1] = Cross(span.axis[2], span.axis[0]);
  span.dimension = 2;
  const Vec3d a = points[i0], b = points[i1], c = points[i2];
  const double base_area = Norm(Cross(b - a, c - a));  // twice; so are the areas below
  span.inradius = base_area / (d1 + Norm(c - a) + Norm(c - b));

  const auto [i3, d3] =
      farthest([&](const Vec3d& p) { return std::abs(Dot(p - base, span.axis[2])); });
  span.thickness = d3;
  if (d3 <= kFlat * extent) return span;
  span.dimension = 3;
  const Vec3d d = points[i3];
  const double areas =
      base_area + Norm(Cross(b - a, d - a)) + Norm(Cross(c - b, d - b)) + Norm(Cross(a - c, d - c));
  span.inradius = base_area * d3 / areas;
  return span;
}

}  // namespace farpoint
