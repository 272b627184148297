#include <algorithm>
#include <mutex>

#include "client/batch_place.h"
#include "client/client_impl.h"
#include "client/parallel.h"
#include "client/status_details.h"
#include "client/wire.h"

namespace farpoint {

using client::Part;
using client::RetryPolicy;

int Client::Impl::CallsAtOnce(const std::vector<Part>& parts) const {
  size_t largest = 1;
  for (const Part& part : parts) largest = std::max(largest, part.end - part.begin);
  const ServerLimits& limits = connection_.limits;
  const int64_t allowed =
      std::min<int64_t>(limits.max_concurrent_streams > 0 ? limits.max_concurrent_streams : 1,
                        limits.max_pairs_in_flight / static_cast<int64_t>(largest));
  return static_cast<int>(
      std::clamp<int64_t>(allowed, 1, std::max(options_.max_calls_in_flight, 1)));
}

absl::Status Client::Impl::AskAll(const Questions& questions, size_t answer_bytes,
                                  const CallOptions& call, const AskPart& ask) {
  absl::StatusOr<std::vector<Part>> parts =
      client::Split(questions, connection_.limits, answer_bytes);
  if (!parts.ok()) return parts.status();
  return AskParts(questions.geometry_ids(), *parts, client::FieldInWhole, call, ask);
}

absl::Status Client::Impl::AskParts(const std::vector<std::string>& geometry_ids,
                                    const std::vector<Part>& parts, const NameInWhole& name,
                                    const CallOptions& call, const AskPart& ask) {
  const RetryPolicy policy = Policy(call);
  std::mutex progress_mutex;
  size_t done = 0;
  return client::RunInParallel(parts.size(), CallsAtOnce(parts), [&](size_t i) {
    const Part& part = parts[i];
    absl::Status status = ask(part, policy);
    if (client::IsGeometryNotFound(status)) {
      status = UploadAgain(geometry_ids, part, policy, status);
      if (status.ok()) status = ask(part, policy);
    }
    if (!status.ok()) {
      return client::RenameFields(status,
                                  [&](const std::string& field) { return name(field, part); });
    }
    std::lock_guard<std::mutex> lock(progress_mutex);
    done += part.end - part.begin;
    if (call.progress) call.progress(done, parts.back().end);
    return status;
  });
}

absl::StatusOr<DistanceAnswers> Client::Distance(const Questions& questions,
                                                 const QueryOptions& query,
                                                 const CallOptions& call) {
  DistanceAnswers answers;
  if (questions.pairs() == 0) return answers;
  client::Resize(questions.pairs(), query, &answers);
  const auto& connection = impl_->connection();
  absl::Status status = impl_->AskAll(
      questions, client::AnswerBytes(query), call,
      [&](const Part& part, const RetryPolicy& policy) {
        v1::DistanceRequest request;
        v1::DistanceResponse response;
        client::WriteBatch(questions, part, request.mutable_batch());
        client::WriteSolver(query, request.mutable_solver());
        client::WriteResults(query, request.mutable_results());
        absl::Status called =
            connection.Call(policy, *connection.collision, &v1::CollisionService::Stub::Distance,
                            request, &response);
        return called.ok() ? client::ReadDistance(response, part, query, &answers) : called;
      });
  if (!status.ok()) return status;
  return answers;
}

absl::StatusOr<CollideAnswers> Client::Collide(const Questions& questions, double margin,
                                               const QueryOptions& query, const CallOptions& call) {
  CollideAnswers answers;
  answers.state.resize(questions.pairs(), CollisionState::kUndecided);
  if (questions.pairs() == 0) return answers;
  const auto& connection = impl_->connection();
  absl::Status status = impl_->AskAll(
      questions, /*answer_bytes=*/1, call, [&](const Part& part, const RetryPolicy& policy) {
        v1::CollideRequest request;
        v1::CollideResponse response;
        client::WriteBatch(questions, part, request.mutable_batch());
        client::WriteSolver(query, request.mutable_solver());
        request.set_margin(margin);
        absl::Status called =
            connection.Call(policy, *connection.collision, &v1::CollisionService::Stub::Collide,
                            request, &response);
        return called.ok() ? client::ReadCollide(response, part, &answers) : called;
      });
  if (!status.ok()) return status;
  return answers;
}

namespace {

template <class T>
void Append(const std::vector<T>& from, std::vector<T>* to) {
  to->insert(to->end(), from.begin(), from.end());
}

// How many overlap is known only from the answer, so parts are kept apart until all are there.
PenetrationAnswers Join(std::vector<std::pair<size_t, PenetrationAnswers>> parts) {
  std::sort(parts.begin(), parts.end(),
            [](const auto& x, const auto& y) { return x.first < y.first; });
  PenetrationAnswers all;
  for (const auto& [begin, part] : parts) {
    all.pairs_asked += part.pairs_asked;
    Append(part.pair, &all.pair);
    Append(part.answers.distance, &all.answers.distance);
    Append(part.answers.error_bound, &all.answers.error_bound);
    Append(part.answers.status, &all.answers.status);
    Append(part.answers.point_a, &all.answers.point_a);
    Append(part.answers.point_b, &all.answers.point_b);
    Append(part.answers.normal, &all.answers.normal);
    Append(part.answers.iterations, &all.answers.iterations);
  }
  return all;
}

}  // namespace

absl::StatusOr<PenetrationAnswers> Client::Penetration(const Questions& questions,
                                                       const QueryOptions& query,
                                                       const CallOptions& call) {
  if (questions.pairs() == 0) return PenetrationAnswers();
  const auto& connection = impl_->connection();
  std::mutex mutex;
  std::vector<std::pair<size_t, PenetrationAnswers>> parts;
  absl::Status status =
      impl_->AskAll(questions, client::AnswerBytes(query), call,
                    [&](const Part& part, const RetryPolicy& policy) {
                      v1::PenetrationRequest request;
                      v1::PenetrationResponse response;
                      client::WriteBatch(questions, part, request.mutable_batch());
                      client::WriteSolver(query, request.mutable_solver());
                      client::WriteResults(query, request.mutable_results());
                      absl::Status called = connection.Call(
                          policy, *connection.collision, &v1::CollisionService::Stub::Penetration,
                          request, &response);
                      PenetrationAnswers answers;
                      if (called.ok())
                        called = client::ReadPenetration(response, part, query, &answers);
                      if (!called.ok()) return called;
                      std::lock_guard<std::mutex> lock(mutex);
                      parts.emplace_back(part.begin, std::move(answers));
                      return called;
                    });
  if (!status.ok()) return status;
  return Join(std::move(parts));
}

}  // namespace farpoint
