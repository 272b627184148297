#include "server/convert/support_from_proto.h"

#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/convert/options_from_proto.h"
#include "server/convert/support_to_proto.h"
#include "server/residency/refusal.h"

namespace farpoint {
namespace {

absl::Status CheckCounts(const v1::SupportRequest& in, absl::string_view field, int64_t numbers,
                         const RequestLimits& limits) {
  if (numbers == 0) return FieldError(field, "must not be empty");
  if (numbers % 3 != 0) {
    return FieldError(field, absl::StrCat("must have 3 entries a direction, has ", numbers));
  }
  const int64_t n = numbers / 3, ids = in.geometry_ids_size(), indices = in.geometry_index_size();
  if (n > limits.max_pairs) {
    return FieldError(field,
                      absl::StrCat(n, " directions, at most ", limits.max_pairs, " in one call"));
  }
  if (ids == 0) return FieldError("geometry_ids", "must not be empty");
  if (ids > limits.max_objects) {
    return FieldError("geometry_ids", absl::StrCat(ids, " geometry ids, at most ",
                                                   limits.max_objects, " in one call"));
  }
  if (indices != n && !(indices == 0 && ids == 1)) {
    return FieldError("geometry_index",
                      absl::StrCat("must have ", n,
                                   " entries, one a direction, or none if there is one geometry "
                                   "id, has ",
                                   indices));
  }
  return absl::OkStatus();
}

absl::Status ReadGeometryIndex(const v1::SupportRequest& in, size_t n, SupportBatch* out) {
  out->direction_geometry.assign(in.geometry_index().begin(), in.geometry_index().end());
  if (out->direction_geometry.empty()) out->direction_geometry.resize(n, 0);
  const auto ids = static_cast<uint32_t>(in.geometry_ids_size());
  for (size_t i = 0; i < n; ++i) {
    if (out->direction_geometry[i] >= ids) {
      return FieldError(absl::StrCat("geometry_index[", i, "]"),
                        absl::StrCat("must be below ", ids, ", the number of geometry ids, is ",
                                     out->direction_geometry[i]));
    }
  }
  return absl::OkStatus();
}

// `Numbers` is an array of doubles or floats, three a direction. A number that is not finite is
// named by its own index, a direction that is too short or too long by that of its x.
template <class Numbers>
absl::Status ReadDirections(absl::string_view field, const Numbers& xyz, SupportBatch* out) {
  out->directions.reserve(xyz.size() / 3);
  for (int i = 0; i < xyz.size(); i += 3) {
    for (int c = i; c < i + 3; ++c) {
      if (!std::isfinite(xyz[c])) {
        return FieldError(absl::StrCat(field, "[", c, "]"),
                          absl::StrCat("must be finite, is ", xyz[c], " (direction ", i / 3, ")"));
      }
    }
    const Vec3d direction{xyz[i], xyz[i + 1], xyz[i + 2]};
    if (absl::Status valid = ValidateDirection(direction); !valid.ok()) {
      return FieldError(absl::StrCat(field, "[", i, "]"),
                        absl::StrCat(valid.message(), " (direction ", i / 3, ")"));
    }
    out->directions.push_back(direction);
  }
  return absl::OkStatus();
}

absl::Status ReadOptions(const v1::SupportRequest& in, SupportBatch* out) {
  absl::Status status = SupportFieldFromProto("", in.field(), in.field_resolution(), &out->field,
                                              &out->field_resolution);
  if (!status.ok()) return status;
  if (!(in.tie_tolerance() >= 0 && std::isfinite(in.tie_tolerance()))) {
    return FieldError("tie_tolerance",
                      absl::StrCat("must be finite and >= 0, is ", in.tie_tolerance()));
  }
  out->tie_tolerance = in.tie_tolerance();
  out->count_ties = in.tie_count();
  return CheckPrecision("precision", in.precision());
}

}  // namespace

absl::StatusOr<std::unique_ptr<SupportBatch>> SupportBatchFromProto(
    const v1::SupportRequest& request, const RequestLimits& limits) {
  constexpr char kF64[] = "directions_f64.direction_xyz", kF32[] = "directions_f32.direction_xyz";
  if (request.directions_case() == v1::SupportRequest::DIRECTIONS_NOT_SET) {
    return FieldError("directions", "required");
  }
  const bool wide = request.has_directions_f64();
  const int64_t numbers = wide ? request.directions_f64().direction_xyz_size()
                               : request.directions_f32().direction_xyz_size();
  auto out = std::make_unique<SupportBatch>();
  absl::Status status = CheckCounts(request, wide ? kF64 : kF32, numbers, limits);
  if (status.ok()) status = ReadOptions(request, out.get());
  if (status.ok()) status = CheckSupportBytes(numbers / 3, request, limits.max_message_bytes);
  if (status.ok()) status = ReadGeometryIndex(request, numbers / 3, out.get());
  if (status.ok()) {
    status = wide ? ReadDirections(kF64, request.directions_f64().direction_xyz(), out.get())
                  : ReadDirections(kF32, request.directions_f32().direction_xyz(), out.get());
  }
  if (!status.ok()) return status;
  return out;
}

absl::Status CheckSupportGeometries(const SupportBatch& batch) {
  for (size_t i = 0; i < batch.geometries.size(); ++i) {
    if (batch.geometries[i]->core_kind() == CoreKind::kHalfspace) {
      return FieldError(absl::StrCat("geometry_ids[", i, "]"),
                        "must not be a halfspace: it has no farthest point");
    }
  }
  return absl::OkStatus();
}

}  // namespace farpoint
