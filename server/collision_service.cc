#include "server/collision_service.h"

#include <cmath>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/convert/answers_to_proto.h"
#include "server/convert/batch_from_proto.h"
#include "server/convert/options_from_proto.h"
#include "server/residency/refusal.h"

namespace farpoint {
namespace {

// OK if `options` are known and the answer about `batch` fits into a message.
absl::Status CheckResults(const v1::PairBatch& batch, const v1::ResultOptions& options,
                          bool with_index, int64_t limit) {
  absl::Status status = CheckResultOptions(options);
  return status.ok() ? CheckAnswerBytes(batch.index_pairs().a_size(), options, with_index, limit)
                     : status;
}

// The least distance that proves `distance > margin`: no pair need be followed farther. None for a
// negative margin.
absl::StatusOr<SolverOptions> CollideOptions(double margin) {
  if (!std::isfinite(margin)) {
    return FieldError("margin", absl::StrCat("must be finite, is ", margin));
  }
  SolverOptions options;
  const double beyond = std::nextafter(margin, std::numeric_limits<double>::infinity());
  if (margin >= 0 && std::isfinite(beyond)) options.max_distance = beyond;
  return options;
}

// Penetration answers overlaps only: a pair is done with once it is proven apart.
absl::StatusOr<SolverOptions> PenetrationOptions(const v1::SolverOptions& options) {
  absl::StatusOr<SolverOptions> out = SolverOptionsFromProto(options);
  if (out.ok()) out->max_distance = std::numeric_limits<double>::min();
  return out;
}

}  // namespace

grpc::ServerUnaryReactor* CollisionService::Distance(Context* context,
                                                     const v1::DistanceRequest* request,
                                                     v1::DistanceResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  Answer(call, request->batch(), SolverOptionsFromProto(request->solver()),
         CheckResults(request->batch(), request->results(), false, limits_.max_message_bytes),
         [request, response](const Answers& answers) {
           DistanceToProto(answers.pairs, request->results(), response);
         });
  return call;
}

grpc::ServerUnaryReactor* CollisionService::Penetration(Context* context,
                                                        const v1::PenetrationRequest* request,
                                                        v1::PenetrationResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  Answer(call, request->batch(), PenetrationOptions(request->solver()),
         CheckResults(request->batch(), request->results(), true, limits_.max_message_bytes),
         [request, response](const Answers& answers) {
           PenetrationToProto(answers.pairs, request->results(), response);
         });
  return call;
}

grpc::ServerUnaryReactor* CollisionService::Collide(Context* context,
                                                    const v1::CollideRequest* request,
                                                    v1::CollideResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  Answer(call, request->batch(), CollideOptions(request->margin()), absl::OkStatus(),
         [request, response](const Answers& answers) {
           CollideToProto(answers.pairs, request->margin(), response);
         });
  return call;
}

void CollisionService::Answer(UnaryCall* call, const v1::PairBatch& in,
                              const absl::StatusOr<SolverOptions>& options,
                              const absl::Status& results, Write write) {
  absl::StatusOr<std::unique_ptr<Batch>> batch = BatchFromProto(in, limits_);
  if (!batch.ok()) return call->End(batch.status());
  if (!options.ok()) return call->End(options.status());
  if (!results.ok()) return call->End(results);
  absl::StatusOr<std::vector<GeometryPtr>> pins =
      registry_.Pin(call->principal().tenant,
                    {in.objects().geometry_ids().begin(), in.objects().geometry_ids().end()});
  if (!pins.ok()) return call->End(pins.status());
  (*batch)->geometries = *std::move(pins);
  (*batch)->options = *options;
  dispatcher_.Submit(*std::move(batch), call->deadline(), call->cancel(), call->principal(),
                     [call, write = std::move(write)](const absl::StatusOr<Answers>& answers) {
                       if (answers.ok()) write(*answers);
                       call->End(answers.status());
                     });
}

}  // namespace farpoint
