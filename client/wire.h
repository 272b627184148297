// Farpoint client: between plain arrays and the messages of the contract. Not part of the public
// interface.

#ifndef FARPOINT_CLIENT_WIRE_H_
#define FARPOINT_CLIENT_WIRE_H_

#include <vector>

#include "absl/status/status.h"
#include "client/answers.h"
#include "client/questions.h"
#include "client/reports.h"
#include "client/split.h"
#include "client/support.h"
#include "farpoint/v1/batch.pb.h"
#include "farpoint/v1/collision_service.pb.h"
#include "farpoint/v1/geometry_service.pb.h"
#include "farpoint/v1/server_service.pb.h"
#include "src/shape/shape.h"

namespace farpoint::client {

/// Vertices that are all float32 numbers are sent as such, in half the bytes; the id is the same.
void WriteShape(const Shape& shape, v1::Shape* message);
bool AllFloat32(const std::vector<Vec3d>& vertices);

void WriteBatch(const Questions& questions, const Part& part, v1::PairBatch* message);
void WriteSolver(const QueryOptions& query, v1::SolverOptions* solver);
void WriteResults(const QueryOptions& query, v1::ResultOptions* results);

/// The bytes that one answer takes in a response, at most.
size_t AnswerBytes(const QueryOptions& query);

/// Arrays for n answers, those that `query` does not ask for left empty.
void Resize(size_t n, const QueryOptions& query, DistanceAnswers* answers);

// The readers refuse, with `Internal` naming array, length and announced length, an answer whose
// arrays do not have the announced length, that is about another number of pairs than asked, or
// in another precision. Any number may be NaN or infinite: what it means is up to the status.

/// Writes the part's answers into their place in `answers`, which has room for them.
absl::Status ReadDistance(const v1::DistanceResponse& response, const Part& part,
                          const QueryOptions& query, DistanceAnswers* answers);
/// Sets `answers` to the part's, with `pair` counted in the whole batch.
absl::Status ReadPenetration(const v1::PenetrationResponse& response, const Part& part,
                             const QueryOptions& query, PenetrationAnswers* answers);
absl::Status ReadCollide(const v1::CollideResponse& response, const Part& part,
                         CollideAnswers* answers);

/// Parts in order, all of whose messages are within the limits; one direction at least in each.
std::vector<Part> SplitDirections(const SupportQuestions& questions, const ServerLimits& limits,
                                  const SupportOptions& options);
void WriteSupport(const SupportQuestions& questions, const Part& part,
                  const SupportOptions& options, v1::SupportRequest* message);
/// Arrays for n points.
void Resize(size_t n, const SupportOptions& options, SupportPoints* points);
/// Writes the part's points into their place in `points`, which has room for them.
absl::Status ReadSupport(const v1::SupportResponse& response, const Part& part,
                         const SupportOptions& options, SupportPoints* points);

GeometryReport ReadGeometry(const v1::Geometry& message);
ServerInfo ReadServerInfo(const v1::GetServerInfoResponse& message);

}  // namespace farpoint::client

#endif  // FARPOINT_CLIENT_WIRE_H_
