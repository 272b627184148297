#include "server/collision_service.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/convert/answers_to_proto.h"
#include "server/convert/batch_from_proto.h"
#include "server/convert/options_from_proto.h"
#include "server/convert/support_from_proto.h"
#include "server/convert/support_to_proto.h"
#include "server/residency/refusal.h"

namespace farpoint {
namespace {

// What CheckAnswer looks at where the answers are Answers or AnswersF32.
std::function<absl::Status(int64_t)> CheckResults(const v1::ResultOptions& options, bool with_index,
                                                  int64_t limit) {
  return [&options, with_index, limit](int64_t pairs) {
    absl::Status status = CheckResultOptions(options);
    return status.ok() ? CheckAnswerBytes(pairs, options, with_index, limit) : status;
  };
}

// Collide asks on which side of the margin a pair is. No pair need be followed farther than the
// least distance that proves `distance > margin`, and none deeper than touching unless the margin
// is negative.
absl::StatusOr<SolverOptions> CollideOptions(const v1::SolverOptions& in, double margin) {
  if (!std::isfinite(margin)) {
    return FieldError("margin", absl::StrCat("must be finite, is ", margin));
  }
  absl::StatusOr<SolverOptions> options = SolverOptionsFromProto(in);
  if (!options.ok() || margin < 0) return options;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double beyond =
      std::min(std::nextafter(margin, kInfinity), options->max_distance.value_or(kInfinity));
  if (std::isfinite(beyond)) options->max_distance = beyond;
  if (in.overlap() == v1::OVERLAP_MODE_UNSPECIFIED) options->overlap = OverlapMode::kSignOnly;
  return options;
}

// Penetration answers overlaps only: a pair is done with once it is proven apart.
absl::StatusOr<SolverOptions> PenetrationOptions(const v1::SolverOptions& options) {
  absl::StatusOr<SolverOptions> out = SolverOptionsFromProto(options);
  if (out.ok()) out->max_distance = std::numeric_limits<double>::min();
  return out;
}

// A field error out of what the backend says of an option ("field_resolution: …"), with the path of
// the message that has it.
absl::Status NameOption(absl::string_view path, const absl::Status& status) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(status.message(), absl::MaxSplits(": ", 1));
  if (!absl::IsInvalidArgument(status) || !RefusalOf(status).field.empty()) return status;
  return FieldError(absl::StrCat(path, parts.first), parts.second);
}

}  // namespace

grpc::ServerUnaryReactor* CollisionService::Distance(Context* context,
                                                     const v1::DistanceRequest* request,
                                                     v1::DistanceResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  Answer(call, request->batch(), SolverOptionsFromProto(request->solver()),
         PartsFromProto(request->results()),
         CheckResults(request->results(), false, limits_.max_message_bytes),
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
         PartsFromProto(request->results()),
         CheckResults(request->results(), true, limits_.max_message_bytes),
         [request, response](const Answers& answers) {
           PenetrationToProto(answers.pairs, request->results(), response);
         });
  return call;
}

grpc::ServerUnaryReactor* CollisionService::Collide(Context* context,
                                                    const v1::CollideRequest* request,
                                                    v1::CollideResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  Answer(
      call, request->batch(), CollideOptions(request->solver(), request->margin()),
      AnswerParts{.points = false, .normal = false},
      [this](int64_t pairs) { return CheckCollideBytes(pairs, limits_.max_message_bytes); },
      [request, response](const Answers& answers) {
        CollideToProto(answers.pairs, request->margin(), response);
      });
  return call;
}

grpc::ServerUnaryReactor* CollisionService::Support(Context* context,
                                                    const v1::SupportRequest* request,
                                                    v1::SupportResponse* response) {
  auto* call = new UnaryCall(context, counters_, *request, response);
  // A reactor is returned in any case; the call may have ended by then.
  const auto submit = [&]() -> absl::Status {
    absl::StatusOr<std::unique_ptr<SupportBatch>> batch = SupportBatchFromProto(*request, limits_);
    if (!batch.ok()) return batch.status();
    absl::StatusOr<std::vector<GeometryPtr>> pins = Pin(*call, request->geometry_ids());
    if (!pins.ok()) return pins.status();
    (*batch)->geometries = *std::move(pins);
    if (absl::Status checked = CheckSupportGeometries(**batch); !checked.ok()) return checked;
    dispatcher_.Submit(*std::move(batch), call->deadline(), call->cancel(), call->principal(),
                       [call, request, response](const absl::StatusOr<SupportAnswers>& answers) {
                         if (answers.ok()) SupportToProto(answers->supports, *request, response);
                         call->End(NameOption("", answers.status()));
                       });
    return absl::OkStatus();
  };
  if (absl::Status submitted = submit(); !submitted.ok()) call->End(submitted);
  return call;
}

void CollisionService::Answer(UnaryCall* call, const v1::PairBatch& in,
                              const absl::StatusOr<SolverOptions>& options,
                              const AnswerParts& parts, const CheckAnswer& check, Write write) {
  absl::StatusOr<std::unique_ptr<Batch>> batch = BatchFromProto(in, limits_);
  if (!batch.ok()) return call->End(batch.status());
  if (!options.ok()) return call->End(options.status());
  absl::Status checked = check(static_cast<int64_t>((*batch)->pair_a.size()));
  if (!checked.ok()) return call->End(checked);
  absl::StatusOr<std::vector<GeometryPtr>> pins = Pin(*call, in.objects().geometry_ids());
  if (!pins.ok()) return call->End(pins.status());
  (*batch)->geometries = *std::move(pins);
  (*batch)->options = *options;
  (*batch)->parts = parts;
  dispatcher_.Submit(*std::move(batch), call->deadline(), call->cancel(), call->principal(),
                     [call, write = std::move(write)](const absl::StatusOr<Answers>& answers) {
                       if (answers.ok()) write(*answers);
                       call->End(NameOption("solver.", answers.status()));
                     });
}

absl::StatusOr<std::vector<GeometryPtr>> CollisionService::Pin(
    const UnaryCall& call, const google::protobuf::RepeatedPtrField<std::string>& ids) {
  return registry_.Pin(call.principal().tenant, {ids.begin(), ids.end()});
}

}  // namespace farpoint
