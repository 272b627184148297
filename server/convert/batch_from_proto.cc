#include "server/convert/batch_from_proto.h"

#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/residency/refusal.h"
#include "src/shape/validate.h"

namespace farpoint {
namespace {

std::string At(absl::string_view field, int64_t index) {
  return absl::StrCat(field, "[", index, "]");
}

absl::Status WrongLength(absl::string_view field, int64_t length, int64_t expected,
                         absl::string_view why) {
  return FieldError(field,
                    absl::StrCat("must have ", expected, " entries, ", why, ", has ", length));
}

absl::Status AboveLimit(absl::string_view field, absl::string_view what, int64_t count,
                        int64_t limit) {
  return FieldError(field, absl::StrCat(count, " ", what, ", at most ", limit, " in one call"));
}

// Of the pairs alone: their number comes first, as a request without any says nothing else.
absl::Status CheckPairCount(const v1::PairBatch& batch, const RequestLimits& limits) {
  // An empty batch and none at all look alike here, and miss the same.
  if (!batch.has_objects() && batch.pairs_case() == v1::PairBatch::PAIRS_NOT_SET) {
    return FieldError("batch", "required: objects, and pairs of them");
  }
  if (batch.has_product()) {
    if (batch.product().a().empty()) return FieldError("batch.product.a", "must not be empty");
    if (batch.product().b().empty()) return FieldError("batch.product.b", "must not be empty");
  } else {
    const int64_t a = batch.index_pairs().a_size(), b = batch.index_pairs().b_size();
    if (a == 0 && b == 0) return FieldError("batch.pairs", "must not be empty");
    if (a != b) return WrongLength("batch.index_pairs.b", b, a, "as many as `a`");
  }
  const int64_t pairs = PairCount(batch);
  if (pairs > limits.max_pairs) return AboveLimit("batch.pairs", "pairs", pairs, limits.max_pairs);
  return absl::OkStatus();
}

absl::Status ReadIndices(absl::string_view field,
                         const google::protobuf::RepeatedField<uint32_t>& indices, int64_t count,
                         absl::string_view of_what, std::vector<uint32_t>* out) {
  out->assign(indices.begin(), indices.end());
  for (size_t i = 0; i < out->size(); ++i) {
    if ((*out)[i] >= count) {
      return FieldError(
          At(field, static_cast<int64_t>(i)),
          absl::StrCat("must be below ", count, ", the number of ", of_what, ", is ", (*out)[i]));
    }
  }
  return absl::OkStatus();
}

// Numbers in an array of poses: the first that is not finite is named by its own index.
template <class Numbers>
absl::Status CheckFinite(absl::string_view field, const Numbers& numbers, int per_object) {
  for (int i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i])) {
      return FieldError(At(field, i), absl::StrCat("must be finite, is ", numbers[i], " (object ",
                                                   i / per_object, ")"));
    }
  }
  return absl::OkStatus();
}

// `PosesMessage` is v1::Poses or v1::PosesF32, `field` its path.
template <class PosesMessage>
absl::Status ReadPoses(absl::string_view field, const PosesMessage& in, int64_t objects,
                       std::vector<Pose>* out) {
  const std::string position = absl::StrCat(field, ".position_xyz");
  const std::string orientation = absl::StrCat(field, ".orientation_xyzw");
  const auto& p = in.position_xyz();
  const auto& q = in.orientation_xyzw();
  if (p.size() != 3 * objects) return WrongLength(position, p.size(), 3 * objects, "3 an object");
  if (q.size() != 4 * objects) {
    return WrongLength(orientation, q.size(), 4 * objects, "4 an object");
  }
  if (absl::Status status = CheckFinite(position, p, 3); !status.ok()) return status;
  if (absl::Status status = CheckFinite(orientation, q, 4); !status.ok()) return status;
  out->reserve(objects);
  for (int i = 0; i < objects; ++i) {
    const Pose pose{{p[3 * i], p[3 * i + 1], p[3 * i + 2]},
                    {q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]}};
    if (absl::Status status = ValidatePosition(pose.position); !status.ok()) {
      return FieldError(At(position, int64_t{3} * i),
                        absl::StrCat(status.message(), " (object ", i, ")"));
    }
    if (absl::Status status = ValidateOrientation(pose.orientation); !status.ok()) {
      return FieldError(At(orientation, int64_t{4} * i),
                        absl::StrCat(status.message(), "; within ", kQuaternionNormTolerance,
                                     " of 1 is accepted (object ", i, ")"));
    }
    out->push_back(pose);
  }
  return absl::OkStatus();
}

absl::Status ReadPadding(const v1::Objects& in, Batch* out) {
  const int64_t objects = in.geometry_index_size();
  if (in.padding_size() != 0 && in.padding_size() != objects) {
    return WrongLength("batch.objects.padding", in.padding_size(), objects,
                       "one an object, or none");
  }
  out->padding.assign(in.padding().begin(), in.padding().end());
  for (size_t i = 0; i < out->padding.size(); ++i) {
    if (!ValidateSize("", out->padding[i]).ok()) {
      return FieldError(
          At("batch.objects.padding", static_cast<int64_t>(i)),
          absl::StrCat("must be finite, >= 0 and <= ", kMaxCoordinate, ", is ", out->padding[i]));
    }
  }
  return absl::OkStatus();
}

absl::Status ReadObjects(const v1::PairBatch& batch, const RequestLimits& limits, Batch* out) {
  if (!batch.has_objects()) return FieldError("batch.world", "required");
  const v1::Objects& in = batch.objects();
  const int64_t objects = in.geometry_index_size();
  if (in.geometry_ids().empty()) {
    return FieldError("batch.objects.geometry_ids", "must not be empty");
  }
  if (in.geometry_ids_size() > limits.max_objects) {
    return AboveLimit("batch.objects.geometry_ids", "geometry ids", in.geometry_ids_size(),
                      limits.max_objects);
  }
  if (objects == 0) return FieldError("batch.objects.geometry_index", "must not be empty");
  if (objects > limits.max_objects) {
    return AboveLimit("batch.objects.geometry_index", "objects", objects, limits.max_objects);
  }
  absl::Status status = ReadIndices("batch.objects.geometry_index", in.geometry_index(),
                                    in.geometry_ids_size(), "geometry ids", &out->object_geometry);
  if (!status.ok()) return status;
  switch (in.poses_case()) {
    case v1::Objects::kPosesF64:
      status = ReadPoses("batch.objects.poses_f64", in.poses_f64(), objects, &out->poses);
      break;
    case v1::Objects::kPosesF32:
      status = ReadPoses("batch.objects.poses_f32", in.poses_f32(), objects, &out->poses);
      break;
    case v1::Objects::POSES_NOT_SET:
      status = FieldError("batch.objects.poses", "required");
      break;
  }
  return status.ok() ? ReadPadding(in, out) : status;
}

absl::Status ReadIndexPairs(const v1::IndexPairs& in, int64_t objects, Batch* out) {
  absl::Status status =
      ReadIndices("batch.index_pairs.a", in.a(), objects, "objects", &out->pair_a);
  return status.ok() ? ReadIndices("batch.index_pairs.b", in.b(), objects, "objects", &out->pair_b)
                     : status;
}

absl::Status ReadProduct(const v1::GroupProduct& in, int64_t objects, Batch* out) {
  std::vector<uint32_t> group_a, group_b;
  absl::Status status = ReadIndices("batch.product.a", in.a(), objects, "objects", &group_a);
  if (status.ok()) status = ReadIndices("batch.product.b", in.b(), objects, "objects", &group_b);
  if (!status.ok()) return status;
  out->pair_a.reserve(group_a.size() * group_b.size());
  out->pair_b.reserve(group_a.size() * group_b.size());
  for (uint32_t a : group_a) {
    out->pair_a.insert(out->pair_a.end(), group_b.size(), a);
    out->pair_b.insert(out->pair_b.end(), group_b.begin(), group_b.end());
  }
  return absl::OkStatus();
}

}  // namespace

int64_t PairCount(const v1::PairBatch& batch) {
  // Arrays of a message have less than 2^31 entries, so the product stays below 2^62.
  if (batch.has_product()) {
    return int64_t{batch.product().a_size()} * int64_t{batch.product().b_size()};
  }
  return batch.index_pairs().a_size();
}

absl::StatusOr<std::unique_ptr<Batch>> BatchFromProto(const v1::PairBatch& batch,
                                                      const RequestLimits& limits) {
  auto out = std::make_unique<Batch>();
  absl::Status status = CheckPairCount(batch, limits);
  if (status.ok()) status = ReadObjects(batch, limits, out.get());
  const int64_t objects = batch.objects().geometry_index_size();
  if (status.ok()) {
    status = batch.has_product() ? ReadProduct(batch.product(), objects, out.get())
                                 : ReadIndexPairs(batch.index_pairs(), objects, out.get());
  }
  if (!status.ok()) return status;
  return out;
}

}  // namespace farpoint
