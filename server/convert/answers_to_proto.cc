#include "server/convert/answers_to_proto.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "server/residency/refusal.h"

namespace farpoint {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kMaxFloat = std::numeric_limits<float>::max();

// The nearest float, and for numbers beyond their range the last one.
float Nearest(double value) {
  if (std::isinf(value)) return static_cast<float>(value);
  return static_cast<float>(
      std::clamp(value, -static_cast<double>(kMaxFloat), static_cast<double>(kMaxFloat)));
}

float RoundUp(double value) {
  const float nearest = Nearest(value);
  return nearest < value ? std::nextafter(nearest, kInfinity) : nearest;
}

float RoundDown(double value) {
  const float nearest = Nearest(value);
  return nearest > value ? std::nextafter(nearest, -kInfinity) : nearest;
}

// How much of a message one answer adds to.
template <class T>
void AddVector(const Vec3d& v, google::protobuf::RepeatedField<T>* out) {
  if constexpr (std::is_same_v<T, double>) {
    out->Add(v.x), out->Add(v.y), out->Add(v.z);
  } else {
    // NaN stays NaN: the status says that there is no point.
    for (double c : {v.x, v.y, v.z}) out->Add(std::isnan(c) ? static_cast<T>(c) : Nearest(c));
  }
}

void AddDistance(const PairAnswer& answer, v1::Answers* out) {
  out->add_distance(answer.distance);
  out->add_error_bound(answer.error_bound);
}
void AddDistance(const PairAnswer& answer, v1::AnswersF32* out) {
  const DistanceF32 rounded = RoundToF32(answer);
  out->add_distance(rounded.distance);
  out->add_error_bound(rounded.error_bound);
}

template <class AnswersMessage>
void AddArrays(absl::Span<const PairAnswer> answers, const v1::ResultOptions& options,
               AnswersMessage* out) {
  const int count = static_cast<int>(answers.size());
  out->mutable_distance()->Reserve(count);
  out->mutable_error_bound()->Reserve(count);
  if (options.witness_points()) out->mutable_point_a_xyz()->Reserve(3 * count);
  if (options.witness_points()) out->mutable_point_b_xyz()->Reserve(3 * count);
  if (options.normals()) out->mutable_normal_xyz()->Reserve(3 * count);
  for (const PairAnswer& answer : answers) {
    AddDistance(answer, out);
    if (options.witness_points()) {
      AddVector(answer.point_a, out->mutable_point_a_xyz());
      AddVector(answer.point_b, out->mutable_point_b_xyz());
    }
    if (options.normals()) AddVector(answer.normal, out->mutable_normal_xyz());
  }
}

// What DistanceResponse and PenetrationResponse share.
template <class Response>
void AddAnswers(absl::Span<const PairAnswer> answers, const v1::ResultOptions& options,
                Response* out) {
  if (options.precision() == v1::PRECISION_FLOAT32) {
    AddArrays(answers, options, out->mutable_answers_f32());
  } else {
    AddArrays(answers, options, out->mutable_answers_f64());
  }
  std::string& status = *out->mutable_status();
  status.reserve(answers.size());
  if (options.iterations()) out->mutable_iterations()->Reserve(static_cast<int>(answers.size()));
  for (const PairAnswer& answer : answers) {
    status.push_back(static_cast<char>(answer.status));
    if (options.iterations()) out->add_iterations(answer.iterations);
  }
}

}  // namespace

int64_t AnswerBytes(int64_t pairs, const v1::ResultOptions& options, bool with_index) {
  constexpr int64_t kOverhead = 128;  // tags and lengths
  const int64_t width = options.precision() == v1::PRECISION_FLOAT32 ? 4 : 8;
  const int64_t numbers = 2 + (options.witness_points() ? 6 : 0) + (options.normals() ? 3 : 0);
  return kOverhead +
         pairs * (numbers * width + 1 + (options.iterations() ? 4 : 0) + (with_index ? 4 : 0));
}

absl::Status CheckAnswerBytes(int64_t pairs, const v1::ResultOptions& options, bool with_index,
                              int64_t limit) {
  const int64_t bytes = AnswerBytes(pairs, options, with_index);
  if (bytes <= limit) return absl::OkStatus();
  return FieldError("results",
                    absl::StrCat("the answer may take ", bytes, " bytes, at most ", limit,
                                 " in one message: ask for less, or about fewer pairs"));
}

absl::Status CheckCollideBytes(int64_t pairs, int64_t limit) {
  constexpr int64_t kOverhead = 32;  // tags and lengths
  if (pairs + kOverhead <= limit) return absl::OkStatus();
  return FieldError("batch.pairs", absl::StrCat("the answer may take ", pairs + kOverhead,
                                                " bytes, at most ", limit, " in one message"));
}

void DistanceToProto(absl::Span<const PairAnswer> answers, const v1::ResultOptions& options,
                     v1::DistanceResponse* out) {
  out->set_pair_count(static_cast<uint32_t>(answers.size()));
  AddAnswers(answers, options, out);
}

void PenetrationToProto(absl::Span<const PairAnswer> answers, const v1::ResultOptions& options,
                        v1::PenetrationResponse* out) {
  out->set_pair_count(static_cast<uint32_t>(answers.size()));
  std::vector<PairAnswer> overlapping;
  for (size_t i = 0; i < answers.size(); ++i) {
    // Compared, not subtracted: no rounding.
    if (answers[i].distance > answers[i].error_bound) continue;
    out->add_overlapping_pair(static_cast<uint32_t>(i));
    overlapping.push_back(answers[i]);
  }
  AddAnswers<v1::PenetrationResponse>(overlapping, options, out);
}

void CollideToProto(absl::Span<const PairAnswer> answers, double margin, v1::CollideResponse* out) {
  out->set_pair_count(static_cast<uint32_t>(answers.size()));
  std::string& state = *out->mutable_state();
  state.reserve(answers.size());
  for (const PairAnswer& answer : answers) {
    state.push_back(static_cast<char>(StateOf(answer, margin)));
  }
}

DistanceF32 RoundToF32(const PairAnswer& answer) {
  if (answer.status == PairStatus::kBeyondMaxDistance || std::isinf(answer.distance)) {
    return {RoundDown(answer.distance), RoundUp(answer.error_bound)};
  }
  const float distance = Nearest(answer.distance);
  // The sum is rounded by less than its last bit, which the step up covers.
  const double rounding = std::abs(answer.distance - static_cast<double>(distance));
  const double bound =
      rounding == 0 ? answer.error_bound : std::nextafter(answer.error_bound + rounding, HUGE_VAL);
  return {distance, RoundUp(bound)};
}

}  // namespace farpoint
