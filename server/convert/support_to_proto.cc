#include "server/convert/support_to_proto.h"

#include "absl/strings/str_cat.h"
#include "server/residency/refusal.h"

namespace farpoint {
namespace {

// `Points` is v1::SupportPoints or v1::SupportPointsF32. Coordinates are within 1e16, far inside
// the range of a float.
template <class Number, class Points>
void AddPoints(absl::Span<const SupportAnswer> answers, Points* out) {
  out->mutable_point_xyz()->Reserve(3 * static_cast<int>(answers.size()));
  for (const SupportAnswer& answer : answers) {
    for (double c : {answer.point.x, answer.point.y, answer.point.z}) {
      out->add_point_xyz(static_cast<Number>(c));
    }
  }
}

}  // namespace

int64_t SupportBytes(int64_t directions, const v1::SupportRequest& request) {
  constexpr int64_t kOverhead = 64;  // tags and lengths
  const int64_t width = request.precision() == v1::PRECISION_FLOAT32 ? 4 : 8;
  return kOverhead + directions * (3 * width + 4 + (request.tie_count() ? 4 : 0));
}

absl::Status CheckSupportBytes(int64_t directions, const v1::SupportRequest& request,
                               int64_t limit) {
  const int64_t bytes = SupportBytes(directions, request);
  if (bytes <= limit) return absl::OkStatus();
  return FieldError("directions",
                    absl::StrCat("the answer may take ", bytes, " bytes, at most ", limit,
                                 " in one message: ask about fewer directions"));
}

void SupportToProto(absl::Span<const SupportAnswer> answers, const v1::SupportRequest& request,
                    v1::SupportResponse* out) {
  out->set_direction_count(static_cast<uint32_t>(answers.size()));
  if (request.precision() == v1::PRECISION_FLOAT32) {
    AddPoints<float>(answers, out->mutable_points_f32());
  } else {
    AddPoints<double>(answers, out->mutable_points_f64());
  }
  out->mutable_vertex_index()->Reserve(static_cast<int>(answers.size()));
  if (request.tie_count()) out->mutable_tie_count()->Reserve(static_cast<int>(answers.size()));
  for (const SupportAnswer& answer : answers) {
    out->add_vertex_index(static_cast<uint32_t>(answer.vertex_index));
    if (request.tie_count()) out->add_tie_count(answer.tie_count);
  }
}

}  // namespace farpoint
