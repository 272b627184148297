// Farpoint: a batch of pair questions, from the wire.

#ifndef FARPOINT_SERVER_CONVERT_BATCH_FROM_PROTO_H_
#define FARPOINT_SERVER_CONVERT_BATCH_FROM_PROTO_H_

#include <cstdint>
#include <memory>

#include "absl/status/statusor.h"
#include "farpoint/v1/batch.pb.h"
#include "server/server_options.h"
#include "src/batch/batch.h"

namespace farpoint {

/// How many pairs the batch asks about; only announced, nothing is checked.
int64_t PairCount(const v1::PairBatch& batch);

/// Everything but `geometries` and `options`, valid and within `limits`. Field errors name the
/// field and, for an element of an array, its index:
/// "batch.objects.poses_f64.orientation_xyzw[12]". Nothing is looked up: an error of form comes
/// before one of content. A product is expanded once its number of pairs is known to be within
/// the limit.
absl::StatusOr<std::unique_ptr<Batch>> BatchFromProto(const v1::PairBatch& batch,
                                                      const RequestLimits& limits);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_CONVERT_BATCH_FROM_PROTO_H_
