#include "src/hull/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <numeric>

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

#include "absl/strings/str_cat.h"

namespace farpoint {
namespace {

using scalar::operator-;
using scalar::operator*;
using scalar::operator+;
using scalar::Cross;
using scalar::Dot;
using scalar::Norm;

// Thinner than this, relative to the extent, a set is flat: its thickness is rounding.
constexpr double kFlat = 1e-14;

bool Less(const Vec3d& a, const Vec3d& b) {
  return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}
bool Equal(const Vec3d& a, const Vec3d& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// Ascending indices of the points that differ from all before them.
std::vector<uint32_t> DistinctPoints(const Vec3d* points, size_t count) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](uint32_t i, uint32_t j) {
    return Less(points[i], points[j]) || (!Less(points[j], points[i]) && i < j);
  });
  auto end = std::unique(order.begin(), order.end(),
                         [&](uint32_t i, uint32_t j) { return Equal(points[i], points[j]); });
  order.erase(end, order.end());
  std::sort(order.begin(), order.end());
  return order;
}

// The affine frame that points span: an origin, and as many orthonormal axes as there are
// dimensions.
struct AffineSpan {
  int dimension = 0;
  Vec3d axis[3];
  double thickness = 0;  // of the first dimension that was left out, metres
};

// Points are given about their centre, `extent` is their largest norm.
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

  const auto [i3, d3] =
      farthest([&](const Vec3d& p) { return std::abs(Dot(p - base, span.axis[2])); });
  span.thickness = d3;
  if (d3 > kFlat * extent) span.dimension = 3;
  return span;
}

struct QhullResult {
  std::vector<uint32_t> vertices;              // indices into the points given to qhull
  std::vector<std::array<uint32_t, 3>> faces;  // same; empty in two dimensions
  double max_outside = 0;
};

// Qhull reports through files; what it has to say is dropped, its exit code is kept.
struct FileCloser {
  void operator()(std::FILE* f) const { std::fclose(f); }
};

absl::StatusOr<QhullResult> RunQhull(std::vector<double> coordinates, int dimension) {
  std::unique_ptr<std::FILE, FileCloser> sink(std::fopen("/dev/null", "w"));
  if (!sink) return absl::InternalError("qhull: /dev/null cannot be opened");
  qhT state;
  qhT* qh = &state;
  qh_zero(qh, sink.get());
  char options[] = "qhull Qt Pp";
  const int code =
      qh_new_qhull(qh, dimension, static_cast<int>(coordinates.size() / dimension),
                   coordinates.data(), /*ismalloc=*/False, options, nullptr, sink.get());
  QhullResult result;
  if (code == 0) {
    facetT* facet;
    vertexT *vertex, **vertexp;
    FORALLvertices { result.vertices.push_back(qh_pointid(qh, vertex->point)); }
    if (dimension == 3) {
      FORALLfacets {
        std::array<uint32_t, 3> face;
        int corner = 0;
        FOREACHvertex_(facet->vertices) {
          if (corner < 3) face[corner] = qh_pointid(qh, vertex->point);
          ++corner;
        }
        if (corner == 3) result.faces.push_back(face);
      }
    }
    result.max_outside = std::max(0.0, qh->max_outside) + qh->DISTround;
  }
  qh_freeqhull(qh, !qh_ALL);
  int curlong, totlong;
  qh_memfreeshort(qh, &curlong, &totlong);
  if (code != 0) return absl::InternalError(absl::StrCat("qhull: exit code ", code));
  std::sort(result.vertices.begin(), result.vertices.end());
  return result;
}

double OrientFacesAndMeasure(const std::vector<Vec3d>& points,
                             const std::vector<uint32_t>& vertices,
                             std::vector<std::array<uint32_t, 3>>& faces) {
  Vec3d centroid{0, 0, 0};
  for (uint32_t v : vertices) centroid = centroid + points[v] * (1.0 / vertices.size());
  double volume = 0;
  for (auto& f : faces) {
    const Vec3d a = points[f[0]] - centroid, b = points[f[1]] - centroid,
                c = points[f[2]] - centroid;
    const double six_volumes = Dot(a, Cross(b, c));
    if (six_volumes < 0) std::swap(f[1], f[2]);
    volume += std::abs(six_volumes) / 6;
  }
  return volume;
}

// Every face of a convex polygon as a fan, its corners sorted by angle in the plane of `span`.
std::vector<std::array<uint32_t, 3>> PolygonFan(const std::vector<Vec3d>& points,
                                                std::vector<uint32_t> corners,
                                                const AffineSpan& span) {
  Vec3d centroid{0, 0, 0};
  for (uint32_t v : corners) centroid = centroid + points[v] * (1.0 / corners.size());
  const auto angle = [&](uint32_t v) {
    const Vec3d e = points[v] - centroid;
    return std::atan2(Dot(e, span.axis[1]), Dot(e, span.axis[0]));
  };
  std::sort(corners.begin(), corners.end(),
            [&](uint32_t i, uint32_t j) { return angle(i) < angle(j); });
  std::vector<std::array<uint32_t, 3>> faces;
  for (size_t k = 2; k < corners.size(); ++k) {
    faces.push_back({corners[0], corners[k - 1], corners[k]});
  }
  return faces;
}

}  // namespace

absl::StatusOr<ConvexHull> BuildConvexHull(const Vec3d* points, size_t count) {
  if (count == 0) return absl::InvalidArgumentError("vertices: must not be empty");
  if (count > std::numeric_limits<int32_t>::max()) {
    return absl::InvalidArgumentError("vertices: too many");
  }
  const std::vector<uint32_t> distinct = DistinctPoints(points, count);

  // About the centre and scaled to unit extent: qhull's tolerances are then of the right size.
  Vec3d low = points[0], high = points[0];
  for (uint32_t i : distinct) {
    low = {std::min(low.x, points[i].x), std::min(low.y, points[i].y),
           std::min(low.z, points[i].z)};
    high = {std::max(high.x, points[i].x), std::max(high.y, points[i].y),
            std::max(high.z, points[i].z)};
  }
  const Vec3d centre = (low + high) * 0.5;
  std::vector<Vec3d> unit(distinct.size());
  double extent = 0;
  for (size_t k = 0; k < distinct.size(); ++k) {
    unit[k] = points[distinct[k]] - centre;
    extent = std::max(extent, Norm(unit[k]));
  }
  if (extent > 0) {
    for (Vec3d& p : unit) p = p * (1 / extent);
  }

  ConvexHull hull;
  const AffineSpan span = SpanOf(unit, 1.0);
  hull.dimension = span.dimension;
  const auto keep_all = [&] {  // supports need no faces: an unreduced hull is slower, not wrong
    hull.vertices.resize(unit.size());
    std::iota(hull.vertices.begin(), hull.vertices.end(), 0);
  };

  if (span.dimension <= 1) {
    const auto along = [&](uint32_t i) { return Dot(unit[i], span.axis[0]); };
    uint32_t first = 0, last = 0;
    for (uint32_t i = 1; span.dimension == 1 && i < unit.size(); ++i) {
      if (along(i) < along(first)) first = i;
      if (along(i) > along(last)) last = i;
    }
    hull.vertices = first == last
                        ? std::vector<uint32_t>{first}
                        : std::vector<uint32_t>{std::min(first, last), std::max(first, last)};
    hull.deviation = unit.size() > hull.vertices.size() ? span.thickness : 0;
  } else {
    std::vector<double> coordinates;
    coordinates.reserve(unit.size() * span.dimension);
    for (const Vec3d& p : unit) {
      if (span.dimension == 3) {
        coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
      } else {
        coordinates.insert(coordinates.end(), {Dot(p, span.axis[0]), Dot(p, span.axis[1])});
      }
    }
    absl::StatusOr<QhullResult> qhull = RunQhull(std::move(coordinates), span.dimension);
    // A set too thin for qhull, or one that it simplified beyond rounding, keeps all its points.
    constexpr double kMaxDeviation = 1e-13;
    if (!qhull.ok() || qhull->max_outside > kMaxDeviation) {
      keep_all();
    } else {
      hull.vertices = std::move(qhull->vertices);
      hull.faces = std::move(qhull->faces);
      hull.deviation = hull.vertices.size() < unit.size() ? qhull->max_outside : 0;
    }
    if (span.dimension == 2) {
      if (qhull.ok()) hull.faces = PolygonFan(unit, hull.vertices, span);
      if (hull.vertices.size() < unit.size()) hull.deviation += span.thickness;
    }
  }

  if (hull.dimension == 3) {
    hull.volume = OrientFacesAndMeasure(unit, hull.vertices, hull.faces) * extent * extent * extent;
  }
  hull.deviation *= extent;

  // Faces refer to hull vertices, hull vertices to the input.
  std::vector<uint32_t> position(unit.size(), 0);
  for (size_t k = 0; k < hull.vertices.size(); ++k) position[hull.vertices[k]] = k;
  for (auto& face : hull.faces) {
    for (uint32_t& v : face) v = position[v];
  }
  for (uint32_t& v : hull.vertices) v = distinct[v];
  return hull;
}

}  // namespace farpoint
