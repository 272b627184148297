// Farpoint: the latitude-longitude support field of Genesis World.
//
// For each of resolution × resolution directions it keeps the farthest vertex; a query looks at the
// four around its direction and takes the best:
//
//   θ = i / resolution · 2π − π,  φ = j / resolution · π,
//   d = (sin φ cos θ, sin φ sin θ, cos φ),  cell = i · resolution + j.
//
// Ties go to the lowest index when the table is made, to the first of the four in a query. i wraps
// round, j is clamped to the last row; so the table has no row of its own for the pole φ = π. It is
// approximate: between two directions of the grid another vertex may be farther. What a solver
// finds with it must be proven otherwise.
//
// Fields of several geometries are packed into flat arrays, so that a device holds all of them:
//
//   LatLongFields fields({&cup, &shelf}, 180);
//   int32_t vertex;
//   Vec3f p = scalar::LatLongSupport(fields.view(1), direction, &vertex);   // of the shelf

#ifndef FARPOINT_SRC_SUPPORT_LAT_LONG_H_
#define FARPOINT_SRC_SUPPORT_LAT_LONG_H_

#include <cmath>
#include <cstdint>
#include <vector>

#include "src/isa.h"
#include "src/math/lane.h"
#include "src/math/vec3.h"

namespace farpoint {

class Geometry;

/// A trivially copyable view of one geometry's field, host or device.
struct LatLongView {
  int32_t resolution = 0;
  const Vec3f* support_v = nullptr;       // of all geometries; in units of Geometry::core_radius
  const uint32_t* support_vid = nullptr;  // of all geometries; see LatLongFields
  uint32_t cell_start = 0;                // where this geometry begins
};

/// What a query finds.
struct LatLongAnswer {
  uint32_t cell;  // into support_v and support_vid
  /// Distinct vertices among the four whose height is less than the best by at most `tie_tolerance`
  /// of the best's magnitude.
  int32_t ties;
};

class LatLongFields {
 public:
  /// Whether a geometry has a field: its core has three vertices or more.
  static bool Has(const Geometry& geometry);

  /// Of geometries that have one, in order; `resolution` from 2 to kMaxFieldResolution.
  LatLongFields(const std::vector<const Geometry*>& geometries, int32_t resolution);

  /// Room for the field of one geometry, to be filled column by column before it is used.
  explicit LatLongFields(int32_t resolution);
  /// Column i < resolution of the field of `geometry`, of which the room is. Columns may be filled
  /// at the same time by several threads. Work: some vertices of the hull for each of `resolution`
  /// directions, and where several tie all those on its boundary that are no corners.
  void FillColumn(const Geometry& geometry, int32_t i) { FillColumn(geometry, 0, i); }

  LatLongView view(size_t geometry) const {
    return {resolution_, support_v_.data(), support_vid_.data(), support_cell_start_[geometry]};
  }

  /// What the fields of one geometry take.
  static int64_t Bytes(int32_t resolution) {
    return static_cast<int64_t>(sizeof(LatLongFields) + sizeof(uint32_t)) +
           int64_t{resolution} * resolution *
               static_cast<int64_t>(sizeof(Vec3f) + sizeof(uint32_t));
  }

 private:
  void FillColumn(const Geometry& geometry, size_t place, int32_t i);

  int32_t resolution_;
  std::vector<Vec3f> support_v_;  // resolution² a geometry: the winner about the core's origin,
                                  // divided by the core's radius
  std::vector<uint32_t> support_vid_;         // its index in the order given (a box: its corner)
  std::vector<uint32_t> support_cell_start_;  // g
};

namespace FARPOINT_ISA {

/// The four cells around a direction, in the order of the published query: (⌊i⌋, ⌊j⌋), (⌈i⌉, ⌊j⌋),
/// (⌊i⌋, ⌈j⌉), (⌈i⌉, ⌈j⌉). `direction` ≠ 0, of any length.
template <class T>
FARPOINT_HD void LatLongCells(int32_t resolution, const Vec3<T>& direction, int32_t cell[4]) {
  constexpr T kPi = T(3.14159265358979323846);
  const T cosine = direction.z / Sqrt(Dot(direction, direction));
  const T theta = std::atan2(direction.y, direction.x);
  const T phi = std::acos(Min(Max(cosine, T(-1)), T(1)));
  const T column = (theta + kPi) / kPi / T(2) * T(resolution);
  const T row = phi / kPi * T(resolution);
  for (int k = 0; k < 4; ++k) {
    const T i = k % 2 == 0 ? std::floor(column) : std::ceil(column);
    const T j = k / 2 == 0 ? std::floor(row) : std::ceil(row);
    // Compared before the conversion, so that no value, not even a NaN, leaves the table.
    const int32_t wrapped = i >= T(0) && i < T(resolution) ? static_cast<int32_t>(i) : 0;
    const int32_t clamped = j < T(resolution) ? static_cast<int32_t>(j) : resolution - 1;
    cell[k] = wrapped * resolution + clamped;
  }
}

/// The published query. `vertex_of(cell)` is the cell's vertex in the precision of the query.
template <class T, class VertexOf>
FARPOINT_HD LatLongAnswer QueryLatLong(const LatLongView& field, const Vec3<T>& direction,
                                       T tie_tolerance, const VertexOf& vertex_of) {
  int32_t cell[4];
  LatLongCells(field.resolution, direction, cell);
  T height[4], best = T(0);
  LatLongAnswer answer{0, 0};
  for (int k = 0; k < 4; ++k) {
    cell[k] += static_cast<int32_t>(field.cell_start);
    height[k] = Dot(vertex_of(cell[k]), direction);
    const bool better = k == 0 || height[k] > best;
    best = better ? height[k] : best;
    answer.cell = better ? static_cast<uint32_t>(cell[k]) : answer.cell;
  }
  const T least = best - tie_tolerance * Abs(best);
  for (int k = 0; k < 4; ++k) {
    bool counts = height[k] >= least;
    for (int other = 0; other < k; ++other) {
      counts = counts && !(height[other] >= least &&
                           field.support_vid[cell[other]] == field.support_vid[cell[k]]);
    }
    answer.ties += counts ? 1 : 0;
  }
  return answer;
}

/// The query for a solver, in units of the core's radius about its origin: where vertices tie, the
/// direction is perturbed (a little along ±x, ±y and ±z, in eight ways) until one wins, so that
/// the choice does not depend on rounding. `vertex`: the index of support_vid.
inline FARPOINT_HD Vec3f LatLongSupport(const LatLongView& field, const Vec3f& direction,
                                        int32_t* vertex) {
  const auto vertex_of = [&](int32_t cell) { return field.support_v[cell]; };
  LatLongAnswer answer = QueryLatLong(field, direction, 0.0f, vertex_of);
  if (answer.ties > 1) {
    // More than float32 rounding, less than the width of any cell.
    const float step = 1e-5f * Sqrt(Dot(direction, direction));
    for (int way = 0; way < 8; ++way) {
      const Vec3f perturbed{direction.x + (way & 1 ? step : -step),
                            direction.y + (way & 2 ? step : -step),
                            direction.z + (way & 4 ? step : -step)};
      const LatLongAnswer again = QueryLatLong(field, perturbed, 0.0f, vertex_of);
      if (again.ties > 1) continue;
      answer = again;
      break;
    }
  }
  *vertex = static_cast<int32_t>(field.support_vid[answer.cell]);
  return field.support_v[answer.cell];
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_LAT_LONG_H_
