// Farpoint: answers, to the wire.

#ifndef FARPOINT_SERVER_CONVERT_ANSWERS_TO_PROTO_H_
#define FARPOINT_SERVER_CONVERT_ANSWERS_TO_PROTO_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "farpoint/v1/collision_service.pb.h"
#include "src/narrowphase/answer.h"

namespace farpoint {

/// Bytes of an answer about `pairs` pairs, at most; known before any work. `with_index`: as in
/// PenetrationResponse.
int64_t AnswerBytes(int64_t pairs, const v1::ResultOptions& options, bool with_index);

/// OK, or a field error naming "results" when the answer may take more than `limit` bytes.
absl::Status CheckAnswerBytes(int64_t pairs, const v1::ResultOptions& options, bool with_index,
                              int64_t limit);

/// The same for a CollideResponse; the error names "batch.pairs", there being no `results`. Pairs
/// of a product can take more room in the answer than in the question.
absl::Status CheckCollideBytes(int64_t pairs, int64_t limit);

/// Every pair's answer, in order.
void DistanceToProto(absl::Span<const PairAnswer> answers, const v1::ResultOptions& options,
                     v1::DistanceResponse* out);

/// The answers of those pairs that are not proven apart: distance − error_bound ≤ 0.
void PenetrationToProto(absl::Span<const PairAnswer> answers, const v1::ResultOptions& options,
                        v1::PenetrationResponse* out);

/// Every pair's state against `margin`, in order.
void CollideToProto(absl::Span<const PairAnswer> answers, double margin, v1::CollideResponse* out);

/// An answer's two numbers in float32: everything that they prove in float64 they prove in
/// float32. `distance` is rounded to nearest and `error_bound` outward, that rounding included;
/// where the bound is one-sided `distance` is rounded down instead and `error_bound` is 0.
struct DistanceF32 {
  float distance;
  float error_bound;
};
DistanceF32 RoundToF32(const PairAnswer& answer);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_CONVERT_ANSWERS_TO_PROTO_H_
