// Farpoint: the point of a core that is nearest to a given one.
//
// Closed forms for the curved cores; an ellipsoid's is a root of Σ (r_i q_i / (r_i² + t))² = 1, t ≥
// 0 (Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid", 2013).
// Vertex cores by GJK, which is exact for them.

#ifndef FARPOINT_SRC_NARROWPHASE_CORE_PROJECTION_H_
#define FARPOINT_SRC_NARROWPHASE_CORE_PROJECTION_H_

#include <cstdint>

#include "src/math/vec3.h"
#include "src/support/core_view.h"

namespace farpoint::FARPOINT_ISA {

/// The point of `core`, not a halfspace, nearest to `point`, both in the core's frame, metres;
/// `point` itself if it is inside a curved core, and something within `rounding` of it if inside a
/// vertex core. Adds the support queries made to `iterations`.
Vec3d NearestInCore(const CoreView<double>& core, const Vec3d& point, double rounding,
                    uint32_t* iterations);

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_CORE_PROJECTION_H_
