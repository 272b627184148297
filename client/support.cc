#include "client/support.h"

#include <algorithm>

#include "client/batch_place.h"
#include "client/client_impl.h"
#include "client/wire.h"

namespace farpoint {

using client::Part;
using client::RetryPolicy;

absl::StatusOr<SupportPoints> Client::Support(const SupportQuestions& questions,
                                              const SupportOptions& options,
                                              const CallOptions& call) {
  SupportPoints points;
  if (questions.directions.empty()) return points;
  client::Resize(questions.directions.size(), options, &points);
  const auto& connection = impl_->connection();
  absl::Status status = impl_->AskParts(
      questions.geometry_ids, client::SplitDirections(questions, connection.limits, options),
      client::DirectionFieldInWhole, call, [&](const Part& part, const RetryPolicy& policy) {
        v1::SupportRequest request;
        v1::SupportResponse response;
        client::WriteSupport(questions, part, options, &request);
        absl::Status called =
            connection.Call(policy, *connection.collision, &v1::CollisionService::Stub::Support,
                            request, &response);
        return called.ok() ? client::ReadSupport(response, part, options, &points) : called;
      });
  if (!status.ok()) return status;
  return points;
}

}  // namespace farpoint
