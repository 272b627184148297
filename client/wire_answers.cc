#include <algorithm>

#include "absl/strings/str_cat.h"
#include "client/wire.h"

namespace farpoint::client {
namespace {

absl::Status CheckLength(absl::string_view array, size_t length, size_t announced) {
  if (length == announced) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("the server's answer is malformed: ", array, " has ",
                                          length, " entries, ", announced, " were announced"));
}

absl::Status CheckPairCount(size_t pair_count, const Part& part) {
  const size_t asked = part.end - part.begin;
  if (pair_count == asked) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("the server's answer is malformed: pair_count is ",
                                          pair_count, ", but ", asked, " pairs were asked about"));
}

// Of v1::Answers or v1::AnswersF32, called `name`.
template <class AnswersMessage>
absl::Status CheckArrays(absl::string_view name, const AnswersMessage& a, size_t m,
                         const QueryOptions& query) {
  const size_t points = query.witness_points ? 3 * m : 0;
  for (const auto& [array, length, announced] : {
           std::tuple{".distance", a.distance_size(), m},
           {".error_bound", a.error_bound_size(), m},
           {".point_a_xyz", a.point_a_xyz_size(), points},
           {".point_b_xyz", a.point_b_xyz_size(), points},
           {".normal_xyz", a.normal_xyz_size(), query.normals ? 3 * m : 0},
       }) {
    absl::Status status =
        CheckLength(absl::StrCat(name, array), static_cast<size_t>(length), announced);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

template <class Response>
absl::Status CheckAnswers(const Response& response, size_t m, const QueryOptions& query) {
  const bool wide = query.precision != Precision::kFloat32;
  if (!(wide ? response.has_answers_f64() : response.has_answers_f32())) {
    return absl::InternalError(absl::StrCat(
        "the server's answer is malformed: ", wide ? "answers_f64" : "answers_f32", " is not set"));
  }
  absl::Status status = wide ? CheckArrays("answers_f64", response.answers_f64(), m, query)
                             : CheckArrays("answers_f32", response.answers_f32(), m, query);
  if (status.ok()) status = CheckLength("status", response.status().size(), m);
  if (status.ok()) {
    status = CheckLength("iterations", static_cast<size_t>(response.iterations_size()),
                         query.iterations ? m : 0);
  }
  return status;
}

// Copies packed x, y, z to `target`, which is empty if they were not asked for.
template <class Number>
void CopyVectors(const google::protobuf::RepeatedField<Number>& xyz, size_t at,
                 std::vector<Vec3d>* target) {
  for (int i = 0; i < xyz.size(); i += 3) (*target)[at++] = {xyz[i], xyz[i + 1], xyz[i + 2]};
}

PairStatus ReadStatus(char byte) {
  const PairStatus status = static_cast<PairStatus>(byte);
  switch (status) {
    case PairStatus::kOk:
    case PairStatus::kBeyondMaxDistance:
    case PairStatus::kNotConverged:
    case PairStatus::kUnbounded:
    case PairStatus::kDepthNotAsked:
      return status;
  }
  return kUnproven;
}

CollisionState ReadState(char byte) {
  const CollisionState state = static_cast<CollisionState>(byte);
  const bool decided = state == CollisionState::kFree || state == CollisionState::kColliding;
  return decided ? state : CollisionState::kUndecided;
}

// The arrays have been checked.
template <class AnswersMessage>
void CopyArrays(const AnswersMessage& a, size_t at, DistanceAnswers* answers) {
  std::copy(a.distance().begin(), a.distance().end(), answers->distance.begin() + at);
  std::copy(a.error_bound().begin(), a.error_bound().end(), answers->error_bound.begin() + at);
  CopyVectors(a.point_a_xyz(), at, &answers->point_a);
  CopyVectors(a.point_b_xyz(), at, &answers->point_b);
  CopyVectors(a.normal_xyz(), at, &answers->normal);
}

template <class Response>
void CopyAnswers(const Response& response, size_t at, DistanceAnswers* answers) {
  if (response.has_answers_f32()) {
    CopyArrays(response.answers_f32(), at, answers);
  } else {
    CopyArrays(response.answers_f64(), at, answers);
  }
  std::transform(response.status().begin(), response.status().end(), answers->status.begin() + at,
                 ReadStatus);
  if (response.iterations_size() > 0) {
    std::copy(response.iterations().begin(), response.iterations().end(),
              answers->iterations.begin() + at);
  }
}

}  // namespace

size_t AnswerBytes(const QueryOptions& query) {
  const size_t width = query.precision == Precision::kFloat32 ? 4 : 8;
  const size_t numbers = 2 + (query.witness_points ? 6 : 0) + (query.normals ? 3 : 0);
  return 4 + numbers * width + 1 + (query.iterations ? 4 : 0);
}

void Resize(size_t n, const QueryOptions& query, DistanceAnswers* answers) {
  answers->distance.resize(n);
  answers->error_bound.resize(n);
  answers->status.resize(n, kUnproven);
  answers->point_a.resize(query.witness_points ? n : 0);
  answers->point_b.resize(query.witness_points ? n : 0);
  answers->normal.resize(query.normals ? n : 0);
  answers->iterations.resize(query.iterations ? n : 0);
}

absl::Status ReadDistance(const v1::DistanceResponse& response, const Part& part,
                          const QueryOptions& query, DistanceAnswers* answers) {
  absl::Status status = CheckPairCount(response.pair_count(), part);
  if (status.ok()) status = CheckAnswers(response, part.end - part.begin, query);
  if (status.ok()) CopyAnswers(response, part.begin, answers);
  return status;
}

absl::Status ReadPenetration(const v1::PenetrationResponse& response, const Part& part,
                             const QueryOptions& query, PenetrationAnswers* answers) {
  const size_t m = response.overlapping_pair_size();
  absl::Status status = CheckPairCount(response.pair_count(), part);
  if (status.ok()) status = CheckAnswers(response, m, query);
  if (!status.ok()) return status;
  answers->pairs_asked = part.end - part.begin;
  answers->pair.clear();
  for (size_t i = 0; i < m; ++i) {
    const size_t pair = response.overlapping_pair(static_cast<int>(i));
    if (pair >= answers->pairs_asked || (i > 0 && part.begin + pair <= answers->pair.back())) {
      return absl::InternalError(
          absl::StrCat("the server's answer is malformed: overlapping_pair[", i, "] is ", pair));
    }
    answers->pair.push_back(part.begin + pair);
  }
  Resize(m, query, &answers->answers);
  CopyAnswers(response, 0, &answers->answers);
  return absl::OkStatus();
}

absl::Status ReadCollide(const v1::CollideResponse& response, const Part& part,
                         CollideAnswers* answers) {
  absl::Status status = CheckPairCount(response.pair_count(), part);
  if (status.ok()) status = CheckLength("state", response.state().size(), response.pair_count());
  if (!status.ok()) return status;
  std::transform(response.state().begin(), response.state().end(),
                 answers->state.begin() + part.begin, ReadState);
  return absl::OkStatus();
}

}  // namespace farpoint::client
