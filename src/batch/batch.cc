#include "src/batch/batch.h"

#include <cmath>

#include "absl/strings/str_cat.h"

namespace farpoint {
namespace {

absl::Status WrongLength(absl::string_view field, size_t length, absl::string_view other,
                         size_t expected) {
  return absl::InvalidArgumentError(
      absl::StrCat(field, ": has ", length, " entries, ", other, " has ", expected));
}

absl::Status OutOfRange(absl::string_view field, size_t i, uint32_t index, size_t count) {
  return absl::InvalidArgumentError(
      absl::StrCat(field, "[", i, "]: index ", index, " is out of range, there are ", count));
}

absl::Status Prefixed(const std::string& prefix, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(prefix, status.message()));
}

absl::Status ValidateObjects(const Batch& batch) {
  const size_t objects = batch.object_geometry.size();
  if (batch.poses.size() != objects) {
    return WrongLength("poses", batch.poses.size(), "object_geometry", objects);
  }
  if (!batch.padding.empty() && batch.padding.size() != objects) {
    return WrongLength("padding", batch.padding.size(), "object_geometry", objects);
  }
  for (size_t i = 0; i < objects; ++i) {
    if (batch.object_geometry[i] >= batch.geometries.size()) {
      return OutOfRange("object_geometry", i, batch.object_geometry[i], batch.geometries.size());
    }
    absl::Status status = ValidatePosition(batch.poses[i].position);
    if (!status.ok()) return Prefixed(absl::StrCat("poses[", i, "].position: "), status);
    status = ValidateOrientation(batch.poses[i].orientation);
    if (!status.ok()) return Prefixed(absl::StrCat("poses[", i, "].orientation: "), status);
  }
  for (size_t i = 0; i < batch.padding.size(); ++i) {
    absl::Status status = ValidateSize(absl::StrCat("padding[", i, "]"), batch.padding[i]);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status ValidatePairs(const Batch& batch) {
  const size_t objects = batch.object_geometry.size();
  if (batch.pair_b.size() != batch.pair_a.size()) {
    return WrongLength("pair_b", batch.pair_b.size(), "pair_a", batch.pair_a.size());
  }
  if (batch.pair_a.empty()) return absl::InvalidArgumentError("pairs: there are none");
  for (size_t i = 0; i < batch.pair_a.size(); ++i) {
    if (batch.pair_a[i] >= objects) return OutOfRange("pair_a", i, batch.pair_a[i], objects);
    if (batch.pair_b[i] >= objects) return OutOfRange("pair_b", i, batch.pair_b[i], objects);
  }
  return absl::OkStatus();
}

absl::Status ValidateOptions(const SolverOptions& options) {
  if (options.max_distance &&
      !(*options.max_distance >= 0 && std::isfinite(*options.max_distance))) {
    return absl::InvalidArgumentError(
        absl::StrCat("options.max_distance: must be finite and >= 0, is ", *options.max_distance));
  }
  if (options.tolerance && !(*options.tolerance > 0 && std::isfinite(*options.tolerance))) {
    return absl::InvalidArgumentError(
        absl::StrCat("options.tolerance: must be finite and > 0, is ", *options.tolerance));
  }
  if (options.overlap < OverlapMode::kExactDepth || options.overlap > OverlapMode::kSignOnly) {
    return absl::InvalidArgumentError("options.overlap: must be a mode that is known");
  }
  if (options.gjk < GjkVariant::kPlain || options.gjk > GjkVariant::kPolyak) {
    return absl::InvalidArgumentError("options.gjk: must be a variant that is known");
  }
  const absl::Status field = ValidateField(options.field, options.field_resolution);
  if (!field.ok()) return Prefixed("options.", field);
  return absl::OkStatus();
}

}  // namespace

absl::Status Validate(const Batch& batch) {
  absl::Status status = ValidateObjects(batch);
  if (status.ok()) status = ValidatePairs(batch);
  if (status.ok()) status = ValidateOptions(batch.options);
  return status;
}

}  // namespace farpoint
