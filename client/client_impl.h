// Farpoint client: what a Client holds. Not part of the public interface.

#ifndef FARPOINT_CLIENT_CLIENT_IMPL_H_
#define FARPOINT_CLIENT_CLIENT_IMPL_H_

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "client/client.h"
#include "client/connection.h"
#include "client/split.h"

namespace farpoint {

class Client::Impl {
 public:
  Impl(client::Connection connection, const ConnectOptions& options)
      : connection_(std::move(connection)), options_(options) {}

  const client::Connection& connection() const { return connection_; }

  /// How to attempt the calls of one operation that begins now.
  client::RetryPolicy Policy(const CallOptions& call) const;

  // upload.cc
  absl::StatusOr<std::vector<std::string>> Upload(absl::Span<const Shape> shapes,
                                                  const UploadOptions& upload,
                                                  const CallOptions& call);
  absl::StatusOr<MeshReport> UploadMesh(const Mesh& mesh, absl::Span<const MeshTriangle> triangles,
                                        const UploadOptions& upload, const CallOptions& call);
  /// Drops a kept shape.
  void Forget(absl::string_view id);

  // query.cc
  using AskPart = std::function<absl::Status(const client::Part&, const client::RetryPolicy&)>;
  /// Splits the batch and asks all parts, a few at a time; lost geometries are uploaded again
  /// once.
  absl::Status AskAll(const Questions& questions, size_t answer_bytes, const CallOptions& call,
                      const AskPart& ask);
  /// What a refused field of a part is called in the whole.
  using NameInWhole = std::function<std::string(absl::string_view field, const client::Part&)>;
  /// Asks the parts, which are in order and about `geometry_ids`.
  absl::Status AskParts(const std::vector<std::string>& geometry_ids,
                        const std::vector<client::Part>& parts, const NameInWhole& name,
                        const CallOptions& call, const AskPart& ask);

 private:
  struct KeptShape {
    std::shared_ptr<const Shape> shape;
    UploadOptions upload;
  };
  /// A shape to upload and what a refusal calls it ("shapes[17]").
  struct Candidate {
    std::string id;
    const Shape* shape;
    UploadOptions upload;
    std::string name;
    absl::Span<const MeshTriangle> triangles = {};
  };

  absl::Status UploadMissing(const std::vector<Candidate>& candidates,
                             const client::RetryPolicy& policy,
                             const std::function<void(size_t, size_t)>& progress);
  absl::StatusOr<std::vector<std::string>> FindMissing(const std::vector<std::string>& ids,
                                                       const UploadOptions& upload,
                                                       const client::RetryPolicy& policy);
  absl::StatusOr<MeshReport> Create(const Candidate& candidate, const client::RetryPolicy& policy);
  void Keep(const Candidate& candidate);
  /// Uploads again what the server lacks of a part's geometries and this client has kept; `lost`
  /// otherwise.
  absl::Status UploadAgain(const std::vector<std::string>& geometry_ids, const client::Part& part,
                           const client::RetryPolicy& policy, const absl::Status& lost);
  int CallsAtOnce(const std::vector<client::Part>& parts) const;

  const client::Connection connection_;
  const ConnectOptions options_;
  std::mutex kept_mutex_;
  std::unordered_map<std::string, KeptShape> kept_;  // by id
};

}  // namespace farpoint

#endif  // FARPOINT_CLIENT_CLIENT_IMPL_H_
