#include "src/support/support_query.h"

#include <cmath>

#include "src/support/minkowski_difference.h"
#include "src/support/shape_vertices.h"

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::Norm;
using scalar::operator*;
using scalar::operator+;

// The place in `vertices` of the farthest, the lowest of those that tie.
size_t Scan(const ShapeVertices& vertices, const Vec3d& direction) {
  size_t best = 0;
  for (size_t i = 1; i < vertices.size(); ++i) {
    if (Dot(vertices.point(i), direction) > Dot(vertices.point(best), direction)) best = i;
  }
  return best;
}

uint32_t CountTies(const ShapeVertices& vertices, const Vec3d& direction, double tie_tolerance) {
  const double best = Dot(vertices.point(Scan(vertices, direction)), direction);
  const double least = best - tie_tolerance * std::abs(best);
  uint32_t count = 0;
  for (size_t i = 0; i < vertices.size(); ++i) {
    count += Dot(vertices.point(i), direction) >= least;
  }
  return count;
}

// What is found on a vertex core: an index as in ShapeVertices, and where it is.
struct Found {
  Vec3d point;
  uint32_t index;
  uint32_t ties;
};

Found OnVertices(const Geometry& geometry, const ShapeVertices& vertices, const Vec3d& direction,
                 const SupportQuery& query) {
  if (query.field == SupportField::kLatLong && query.lat_long != nullptr) {
    const LatLongView field = query.lat_long->view(0);
    const auto vertex_of = [&](int32_t cell) { return vertices.at_index(field.support_vid[cell]); };
    const LatLongAnswer answer =
        scalar::QueryLatLong(field, direction, query.tie_tolerance, vertex_of);
    const uint32_t index = field.support_vid[answer.cell];
    return {vertices.at_index(index), index, static_cast<uint32_t>(answer.ties)};
  }
  const uint32_t ties = query.count_ties ? CountTies(vertices, direction, query.tie_tolerance) : 0;
  if (query.field == SupportField::kScan) {
    const size_t i = Scan(vertices, direction);
    return {vertices.point(i), vertices.index(i), ties};
  }
  const CoreView<double> core = scalar::MakeCoreView(geometry, query.field);
  int32_t vertex = -1;
  scalar::CoreSupport(core, direction, &vertex);
  const uint32_t index =
      vertices.given() ? geometry.given_index()[vertex] : static_cast<uint32_t>(vertex);
  return {vertices.at_index(index), index, ties};
}

}  // namespace

SupportAnswer FindSupport(const Geometry& geometry, const Vec3d& direction,
                          const SupportQuery& query) {
  SupportAnswer answer{{}, -1, query.count_ties ? 1u : 0u};
  if (geometry.core_kind() == CoreKind::kVertices) {
    const ShapeVertices vertices = VerticesOf(geometry);
    const Found found = OnVertices(geometry, vertices, direction, query);
    answer.point = found.point;
    if (vertices.given()) {
      answer.vertex_index = found.index;
      if (query.count_ties) answer.tie_count = found.ties;
    }
  } else {
    int32_t vertex = -1;
    answer.point =
        scalar::CoreSupport(scalar::MakeCoreView(geometry, query.field), direction, &vertex) +
        geometry.core_origin();
  }
  if (geometry.swept_radius() > 0) {
    // Unit first: a small radius over a long direction is 0.
    answer.point = answer.point + direction * (1 / Norm(direction)) * geometry.swept_radius();
  }
  return answer;
}

}  // namespace farpoint
