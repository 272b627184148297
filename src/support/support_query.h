// Farpoint: the farthest point of a geometry, as a client asks for it: the whole shape, in its
// local frame, and the vertex by its index in the order given.

#ifndef FARPOINT_SRC_SUPPORT_SUPPORT_QUERY_H_
#define FARPOINT_SRC_SUPPORT_SUPPORT_QUERY_H_

#include <cstdint>

#include "src/math/vec3.h"
#include "src/support/geometry.h"
#include "src/support/lat_long.h"
#include "src/support/support_field.h"

namespace farpoint {

struct SupportQuery {
  SupportField field = SupportField::kExactCells;
  /// The geometry's own fields for kLatLong; null where it has none.
  const LatLongFields* lat_long = nullptr;
  /// ≥ 0: vertices within this part of the best's magnitude count as tied.
  double tie_tolerance = 0;
  bool count_ties = false;
};

struct SupportAnswer {
  Vec3d point;  // local frame, metres; on the whole shape, its radius included
  /// In the order given, the lowest among coincident ones; −1 for a shape without vertices.
  int64_t vertex_index;
  /// How many distinct vertices tie: of the four looked at in a lat-long field, of all otherwise; 1
  /// for a shape without vertices; 0 unless asked for.
  uint32_t tie_count;
};

/// `direction` ≠ 0, local frame, of any length whose square float64 holds. Not for a halfspace.
/// Heights are compared in float64 on the vertices as given; a scan names the lowest of tied
/// indices, exact cells and hill climbing any of them.
SupportAnswer FindSupport(const Geometry& geometry, const Vec3d& direction,
                          const SupportQuery& query);

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_SUPPORT_QUERY_H_
