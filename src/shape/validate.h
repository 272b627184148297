// Farpoint: the checks that every shape's parameters share.

#ifndef FARPOINT_SRC_SHAPE_VALIDATE_H_
#define FARPOINT_SRC_SHAPE_VALIDATE_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "src/math/vec3.h"

namespace farpoint {

/// The largest magnitude of any size, offset or vertex coordinate, in metres. Beyond it products of
/// four lengths leave the range in which float64 arithmetic is exact to rounding.
inline constexpr double kMaxCoordinate = 1e15;

/// `InvalidArgument` unless `value` is finite, ≥ 0 and ≤ `kMaxCoordinate`. The message begins with
/// `field`.
absl::Status ValidateSize(absl::string_view field, double value);

/// `InvalidArgument` unless all three components are; the message names `field` and the component.
absl::Status ValidateSizes(absl::string_view field, const Vec3d& value);

/// `InvalidArgument` unless every coordinate is finite and within ±`kMaxCoordinate`; the message
/// begins with `vertices[i]`.
absl::Status ValidateVertices(const Vec3d* vertices, size_t count);

}  // namespace farpoint

#endif  // FARPOINT_SRC_SHAPE_VALIDATE_H_
