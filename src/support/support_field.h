// Farpoint: the ways to look up the farthest vertex of a core along a direction.

#ifndef FARPOINT_SRC_SUPPORT_SUPPORT_FIELD_H_
#define FARPOINT_SRC_SUPPORT_SUPPORT_FIELD_H_

#include <cstdint>

#include "absl/status/status.h"

namespace farpoint {

/// Numbers are those of the wire; 0 is never used. Round cores have a formula, and no field matters
/// to them.
enum class SupportField : uint8_t {
  kExactCells = 1,    // exact_cells.h; a scan for small hulls
  kLatLong = 2,       // lat_long.h; approximate
  kScan = 3,          // every vertex
  kHillClimbing = 4,  // along the hull's edges, from a hint (hull_graph.h)
};

/// Of a lat-long field: cells along either axis.
inline constexpr int32_t kDefaultFieldResolution = 180, kMaxFieldResolution = 1024;

/// OK, or `InvalidArgument` beginning with "field" or "field_resolution". The resolution matters to
/// a lat-long field only, and must be in range whatever the field.
absl::Status ValidateField(SupportField field, int32_t resolution);

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_SUPPORT_FIELD_H_
