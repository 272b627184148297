#include "src/shape/validate.h"

#include <cmath>

#include "absl/strings/str_cat.h"

namespace farpoint {

absl::Status ValidateSize(absl::string_view field, double value) {
  if (value >= 0 && value <= kMaxCoordinate) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(field, ": must be finite, >= 0 and <= ", kMaxCoordinate, ", is ", value));
}

absl::Status ValidateSizes(absl::string_view field, const Vec3d& value) {
  const double component[3] = {value.x, value.y, value.z};
  for (int i = 0; i < 3; ++i) {
    absl::Status status = ValidateSize(absl::StrCat(field, "[", i, "]"), component[i]);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status ValidateVertices(const Vec3d* vertices, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    for (double c : {vertices[i].x, vertices[i].y, vertices[i].z}) {
      if (!(std::abs(c) <= kMaxCoordinate)) {
        return absl::InvalidArgumentError(absl::StrCat(
            "vertices[", i, "]: must be finite and within +-", kMaxCoordinate, ", has ", c));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace farpoint
