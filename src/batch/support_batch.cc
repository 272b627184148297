#include "src/batch/support_batch.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "src/shape/validate.h"

namespace farpoint {

absl::Status ValidateDirection(const Vec3d& direction) {
  const auto [x, y, z] = direction;
  const bool in_range = std::abs(x) <= kMaxCoordinate && std::abs(y) <= kMaxCoordinate &&
                        std::abs(z) <= kMaxCoordinate;  // false for a NaN
  if (!in_range) {
    return absl::InvalidArgumentError(
        absl::StrCat("must be finite and of a magnitude of at most ", kMaxCoordinate));
  }
  // Shorter ones have squares that leave float64.
  constexpr double kShortest = 1e-150;
  if (std::abs(x) < kShortest && std::abs(y) < kShortest && std::abs(z) < kShortest) {
    return absl::InvalidArgumentError(
        absl::StrCat("must not be zero, nor shorter than ", kShortest));
  }
  return absl::OkStatus();
}

absl::Status Validate(const SupportBatch& batch) {
  for (size_t g = 0; g < batch.geometries.size(); ++g) {
    if (batch.geometries[g]->core_kind() == CoreKind::kHalfspace) {
      return absl::InvalidArgumentError(
          absl::StrCat("geometries[", g, "]: a halfspace has no farthest point"));
    }
  }
  if (batch.directions.empty()) return absl::InvalidArgumentError("directions: there are none");
  if (batch.direction_geometry.size() != batch.directions.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("direction_geometry: has ", batch.direction_geometry.size(),
                     " entries, directions has ", batch.directions.size()));
  }
  for (size_t i = 0; i < batch.directions.size(); ++i) {
    if (batch.direction_geometry[i] >= batch.geometries.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("direction_geometry[", i, "]: index ", batch.direction_geometry[i],
                       " is out of range, there are ", batch.geometries.size()));
    }
    const absl::Status status = ValidateDirection(batch.directions[i]);
    if (!status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("directions[", i, "]: ", status.message()));
    }
  }
  if (!(batch.tie_tolerance >= 0 && std::isfinite(batch.tie_tolerance))) {
    return absl::InvalidArgumentError(
        absl::StrCat("tie_tolerance: must be finite and >= 0, is ", batch.tie_tolerance));
  }
  return ValidateField(batch.field, batch.field_resolution);
}

}  // namespace farpoint
