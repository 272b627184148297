// Farpoint: the client.
//
//   #include "client/client.h"
//
//   auto client = farpoint::Client::Connect("127.0.0.1:50051");  // or "unix:/run/farpoint.sock"
//   auto cup = client->Upload(farpoint::Cylinder{.radius = 0.04, .length = 0.1});
//   auto shelf = client->Upload(farpoint::Box{.size = {1, 0.3, 0.02}});
//   farpoint::Questions questions;
//   uint32_t a = questions.AddObject(*cup, {.position = {0, 0, 0.2}});
//   uint32_t b = questions.AddObject(*shelf, {});
//   questions.AddPair(a, b);
//   auto answers = client->Distance(questions);
//   answers->distance[0];  // 0.14, within ± answers->error_bound[0]
//
// Shapes stay with the server and are asked about by id. A batch of any size may be asked: it is
// split by the server's limits, the parts are asked a few at a time, and answers keep the order.
// A mesh that is too large for one message is sent in chunks. Equal pairs give equal bits however
// they are split. An empty batch is answered here. Besides the answers of all pairs, which the
// caller gets, the parts under way are all that takes memory.
//
// Errors are absl::Status; the message names field and index as the server did (client/error.h).
//   kInvalidArgument    the server refused a value, or a message is over the server's limit
//                       (refused here, before it is sent, with size and limit)
//   kNotFound           no such geometry. In a question, geometries that this client has
//                       uploaded are uploaded once more and the question is asked again first
//   kResourceExhausted  the server is full; waited for when the server says that waiting helps
//   kUnavailable        no server, or one whose devices are lost, after a few attempts
//   kDeadlineExceeded   CallOptions::deadline, or ConnectOptions::connect_timeout, has passed
//   kInternal           the answer does not have the form that the contract promises, or the
//                       server failed to compute it
// Every call is idempotent by the contract, so each may be attempted again.

#ifndef FARPOINT_CLIENT_CLIENT_H_
#define FARPOINT_CLIENT_CLIENT_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "client/answers.h"
#include "client/questions.h"
#include "client/reports.h"
#include "client/support.h"
#include "src/shape/shape.h"

namespace farpoint {

struct ConnectOptions {
  /// How long Connect may take.
  absl::Duration connect_timeout = absl::Seconds(10);
  /// How long any other call may take, all parts and attempts together, unless it says otherwise.
  absl::Duration deadline = absl::Seconds(60);
  /// Parts of one batch, or uploads, that are under way at the same time. The server's limits may
  /// allow fewer.
  int max_calls_in_flight = 4;
  /// Attempts at a call while the server is unavailable. Waits that the server asks for do not
  /// count; the deadline ends those.
  int max_attempts = 5;
  /// Keep uploaded shapes in memory, to upload them again when the server has lost them.
  bool keep_shapes = true;
};

struct CallOptions {
  /// Unset: ConnectOptions::deadline.
  std::optional<absl::Duration> deadline = std::nullopt;
  /// Called as parts are answered, from any thread but never at the same time: pairs (or
  /// directions, or shapes) done, and all.
  std::function<void(size_t done, size_t total)> progress = nullptr;
};

struct UploadOptions {
  /// How long the server shall keep the shapes, at most 100 years. Unset: until deleted; a lease
  /// that someone else took on a resident shape is then renewed to the longest there is.
  std::optional<absl::Duration> ttl = std::nullopt;
};

/// Thread-safe.
class Client {
 public:
  /// `address` is HOST:PORT or unix:PATH. Asks the server for its limits, so that a server that
  /// cannot be reached is reported here, as kUnavailable naming the address; one that does not
  /// answer within `connect_timeout` as kDeadlineExceeded.
  static absl::StatusOr<Client> Connect(const std::string& address,
                                        const ConnectOptions& options = {});
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;
  ~Client();

  /// Makes shapes resident and returns their ids, in order. Only what the server lacks is sent.
  /// Equal shapes are sent once. A refusal names the shape: "shapes[17].box.size[1]: …".
  absl::StatusOr<std::vector<std::string>> Upload(absl::Span<const Shape> shapes,
                                                  const UploadOptions& upload = {},
                                                  const CallOptions& call = {});
  /// One shape.
  absl::StatusOr<std::string> Upload(const Shape& shape, const UploadOptions& upload = {},
                                     const CallOptions& call = {});

  /// Makes a mesh resident and reports what became of it. With `triangles`, which are no part of
  /// the shape nor of its id, the server looks how far the mesh was from convex, see MeshReport;
  /// for that the mesh is sent even if it is resident. A refusal names the field:
  /// "mesh.triangles[7]: …".
  absl::StatusOr<MeshReport> UploadMesh(const Mesh& mesh,
                                        absl::Span<const MeshTriangle> triangles = {},
                                        const UploadOptions& upload = {},
                                        const CallOptions& call = {});

  /// The signed distance of every pair.
  absl::StatusOr<DistanceAnswers> Distance(const Questions& questions,
                                           const QueryOptions& query = {},
                                           const CallOptions& call = {});
  /// The pairs that are not proven apart.
  absl::StatusOr<PenetrationAnswers> Penetration(const Questions& questions,
                                                 const QueryOptions& query = {},
                                                 const CallOptions& call = {});
  /// Whether each pair is closer than `margin` (metres, of either sign). Of `query` only what
  /// says how to solve matters: a state has neither points nor precision.
  absl::StatusOr<CollideAnswers> Collide(const Questions& questions, double margin = 0,
                                         const QueryOptions& query = {},
                                         const CallOptions& call = {});

  /// The farthest point of a shape in every direction. Split, kept in order and asked again like
  /// pairs.
  absl::StatusOr<SupportPoints> Support(const SupportQuestions& questions,
                                        const SupportOptions& options = {},
                                        const CallOptions& call = {});

  absl::StatusOr<GeometryReport> GetGeometry(absl::string_view id, const CallOptions& call = {});
  /// All geometries, by ascending id.
  absl::StatusOr<std::vector<GeometryReport>> ListGeometries(const CallOptions& call = {});
  /// Whether there was such a geometry; deleting what is not there is no error. A shape that was
  /// kept to be uploaded again is forgotten.
  absl::StatusOr<bool> DeleteGeometry(absl::string_view id, const CallOptions& call = {});

  absl::StatusOr<ServerInfo> GetServerInfo(const CallOptions& call = {});
  /// Whether the server says that it serves (grpc.health.v1).
  absl::StatusOr<bool> IsServing(const CallOptions& call = {});
  /// The same of one service: "farpoint.v1.CollisionService", or "farpoint.devices", which serves
  /// as long as no device is lost. kNotFound for one that the server does not know.
  absl::StatusOr<bool> IsServing(absl::string_view service, const CallOptions& call = {});

  /// As the server said when the connection was made.
  const ServerLimits& limits() const;

 private:
  class Impl;
  explicit Client(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace farpoint

#endif  // FARPOINT_CLIENT_CLIENT_H_
