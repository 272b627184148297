#include "src/hull/convex_hull.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "src/hull/affine_span.h"
#include "src/hull/cancel.h"
#include "src/hull/distinct_points.h"
#include "src/hull/hull_planes.h"
#include "src/hull/moved_hull.h"
#include "src/hull/quickhull.h"

namespace farpoint {
namespace {

using scalar::operator-;
using scalar::operator*;
using scalar::operator+;
using scalar::Dot;
using scalar::Norm;

// All relative to the extent. What qhull simplified beyond this was no rounding.
constexpr double kMaxSimplified = 1e-13;
// A hull that may leave points this far outside keeps all points instead, up to so many.
constexpr double kMaxDeviation = 1e-11;
constexpr size_t kFewPoints = 20'000;
// However many there are.
constexpr double kLargestDeviation = 1e-8;
// So far may a point on the boundary seem to be inside.
constexpr double kOnBoundary = 1e-14;
// About two seconds of merging.
constexpr int64_t kMaxMergeWork = 20'000'000;
// Metres. A smaller set is a point: squares of its coordinates would leave float64.
constexpr double kSmallest = 1e-150;

absl::Status CancelledHull() { return absl::CancelledError("cancelled while its hull was built"); }

absl::Status TooManyVertices(int64_t count, const HullLimits& limits) {
  return absl::InvalidArgumentError(
      absl::StrCat("vertices: their convex hull has ", count > 0 ? "" : "more than ",
                   count > 0 ? count : limits.max_vertices,
                   " vertices, more than max_hull_vertices = ", limits.max_vertices));
}

// The hull of distinct points that are too near to each other for more: the first of them.
ConvexHull OnePoint(const Vec3d* points, const std::vector<uint32_t>& distinct) {
  ConvexHull hull;
  hull.vertices = {distinct[0]};
  hull.boundary = distinct;
  for (uint32_t i : distinct) {
    const Vec3d from_first = points[i] - points[distinct[0]];
    hull.deviation = std::max(hull.deviation, std::hypot(from_first.x, from_first.y, from_first.z));
  }
  // Rounded up; denormal lengths by one step at least.
  hull.deviation = std::nextafter(hull.deviation, std::numeric_limits<double>::infinity());
  return hull;
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

// The axes of `span` as coordinates; all three are the local frame's.
std::vector<double> Coordinates(const std::vector<Vec3d>& points, const AffineSpan& span) {
  std::vector<double> coordinates;
  coordinates.reserve(points.size() * span.dimension);
  for (const Vec3d& p : points) {
    if (span.dimension == 3) {
      coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
    } else {
      coordinates.insert(coordinates.end(), {Dot(p, span.axis[0]), Dot(p, span.axis[1])});
    }
  }
  return coordinates;
}

// How far outside the hull a unit point may be that no facet has more than `above` below it. The
// hull holds a ball of radius `inradius`, and from its centre no point is farther than 2: what is
// above the facets by less is inside the hull blown up from there by above / inradius. Thin hulls
// have sharp edges, and a point above both faces of one may be far from it.
double OutsideBy(double above, double inradius) {
  const double sure = inradius - 2 * above;
  return sure > 0 ? 2 * above / sure : std::numeric_limits<double>::infinity();
}

// How far from a hull within `span` its points may be: they lie at both sides of it, and so do the
// vertices that were taken.
double OffSpan(const AffineSpan& span) { return 2 * span.thickness; }

// The hull of unit points that span two or three dimensions; indices into `unit`.
absl::Status BuildFromQhull(const std::vector<Vec3d>& unit, const AffineSpan& span,
                            const HullLimits& limits, ConvexHull* hull) {
  QuickhullLimits quick;
  quick.cancel = limits.cancel;
  quick.max_vertices = limits.max_vertices + limits.max_vertices / 4;
  quick.max_merge_work = kMaxMergeWork;
  std::vector<double> coordinates = Coordinates(unit, span);
  Quickhull found = RunQuickhull(coordinates, span.dimension, /*merge=*/true, quick);
  double max_simplified = kMaxSimplified;
  if (found.end == QuickhullEnd::kTooMuchMerging) {
    std::vector<double>().swap(coordinates);
    found = HullOfMovedPoints(unit, quick);
    max_simplified = std::numeric_limits<double>::infinity();
  }
  if (found.end == QuickhullEnd::kCancelled) return CancelledHull();
  if (found.end == QuickhullEnd::kTooManyVertices) return TooManyVertices(0, limits);
  const double outside = OutsideBy(found.max_outside, span.inradius);
  const double max_deviation = unit.size() <= kFewPoints ? kMaxDeviation : kLargestDeviation;
  // Of the corners that qhull found alone: other points may be a little inside, and a walk along
  // edges would end at them.
  if (found.end == QuickhullEnd::kDone) {
    hull->faces =
        span.dimension == 2 ? PolygonFan(unit, found.vertices, span) : std::move(found.faces);
  }
  // A set too thin for qhull, or one that it simplified beyond rounding, keeps all its points:
  // supports need no faces, an unreduced hull is slower, not wrong.
  if (found.end != QuickhullEnd::kDone || found.max_outside > max_simplified ||
      outside > max_deviation) {
    hull->vertices.resize(unit.size());
    std::iota(hull->vertices.begin(), hull->vertices.end(), 0);
  } else {
    hull->vertices = std::move(found.vertices);
    hull->deviation = hull->vertices.size() < unit.size() ? outside : 0;
  }
  if (span.dimension == 2 && hull->vertices.size() < unit.size()) {
    hull->deviation += OffSpan(span);
  }
  return absl::OkStatus();
}

// Ascending indices of the points on the boundary of a hull of unit points.
std::vector<uint32_t> BoundaryOf(const std::vector<Vec3d>& unit, const ConvexHull& hull,
                                 const std::atomic<bool>* cancel) {
  std::vector<uint32_t> boundary;
  if (hull.dimension < 3 || hull.faces.empty()) {
    boundary.resize(unit.size());
    std::iota(boundary.begin(), boundary.end(), 0);
    return boundary;
  }
  boundary = hull.vertices;
  FindNearPlanes(unit, OthersThan(hull.vertices, unit.size()), PlanesOf(unit, hull.faces, 1.0),
                 {0, kOnBoundary + hull.deviation}, cancel, &boundary);
  std::sort(boundary.begin(), boundary.end());
  return boundary;
}

}  // namespace

absl::StatusOr<ConvexHull> BuildConvexHull(const Vec3d* points, size_t count,
                                           const HullLimits& limits) {
  if (count == 0) return absl::InvalidArgumentError("vertices: must not be empty");
  if (count > std::numeric_limits<int32_t>::max() / 3) {  // qhull counts coordinates in int
    return absl::InvalidArgumentError("vertices: too many");
  }
  const std::vector<uint32_t> distinct = DistinctPoints(points, count, limits.cancel);
  if (IsSet(limits.cancel)) return CancelledHull();

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
  if (distinct.size() > 1 && extent < kSmallest) return OnePoint(points, distinct);
  if (extent > 0) {
    for (Vec3d& p : unit) p = p * (1 / extent);
  }

  ConvexHull hull;
  const AffineSpan span = SpanOf(unit, 1.0);
  hull.dimension = span.dimension;
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
    hull.deviation = unit.size() > hull.vertices.size() ? OffSpan(span) : 0;
  } else if (absl::Status status = BuildFromQhull(unit, span, limits, &hull); !status.ok()) {
    return status;
  }
  const auto size = static_cast<int64_t>(hull.vertices.size());
  if (size > limits.max_vertices) return TooManyVertices(size, limits);

  if (hull.dimension == 3) {
    hull.volume = OrientFacesAndMeasure(unit, hull.vertices, hull.faces) * extent * extent * extent;
  }
  hull.boundary = BoundaryOf(unit, hull, limits.cancel);
  if (IsSet(limits.cancel)) return CancelledHull();
  hull.deviation *= extent;

  // Faces refer to hull vertices, hull vertices to the input.
  std::vector<uint32_t> position(unit.size(), 0);
  for (size_t k = 0; k < hull.vertices.size(); ++k) position[hull.vertices[k]] = k;
  for (auto& face : hull.faces) {
    for (uint32_t& v : face) v = position[v];
  }
  for (uint32_t& v : hull.vertices) v = distinct[v];
  for (uint32_t& v : hull.boundary) v = distinct[v];
  return hull;
}

}  // namespace farpoint
