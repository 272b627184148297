// Farpoint: one mesh that arrives in chunks.
//
// gRPC asks of a reactor that it never waits and that it is finished exactly once; see
// unary_call.h. Here a read is always under way until the end: when the call is cancelled, or the
// server shuts down, or the client vanishes or is silent or slow for too long, that read fails,
// and the reactor ends. Once the mesh is whole the upload queue ends it.

#ifndef FARPOINT_SERVER_MESH_UPLOAD_H_
#define FARPOINT_SERVER_MESH_UPLOAD_H_

#include <grpcpp/alarm.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "farpoint/v1/geometry_service.pb.h"
#include "server/residency/principal.h"
#include "server/residency/upload_queue.h"
#include "server/unary_call.h"

namespace farpoint {

/// Cancels a call from which too little comes in time.
class SilenceGuard {
 public:
  explicit SilenceGuard(grpc::CallbackServerContext* context) : watched_(new Watched{context}) {}
  ~SilenceGuard() { Stop(); }

  /// From now on there are `most` until the next Listen or Stop.
  void Listen(absl::Duration most);
  /// The context may be gone after this.
  void Stop();

 private:
  // Shared with alarms, which may ring once more when this is gone.
  struct Watched {
    grpc::CallbackServerContext* context;
    int64_t turn = 0;  // of the alarm that counts
    std::mutex mutex = {};
  };
  const std::shared_ptr<Watched> watched_;
  std::unique_ptr<grpc::Alarm> alarm_;
};

/// Deletes itself when gRPC is done with it. All must outlive it; context and response do.
class MeshUpload final : public grpc::ServerReadReactor<v1::UploadGeometryRequest> {
 public:
  MeshUpload(grpc::CallbackServerContext* context, CallCounters& counters, const Registry& registry,
             UploadQueue& uploads, v1::UploadGeometryResponse* response);

 private:
  void OnReadDone(bool ok) override;
  void OnCancel() override { cancel_->store(true); }
  void OnDone() override { delete this; }

  // Takes in `message_`, the `messages_`-th.
  absl::Status Take();
  absl::Status TakeHeader(const v1::UploadHeader& header);
  absl::Status TakeChunk(const v1::MeshChunk& chunk);
  absl::Status CheckWhole() const;
  // Reads on, until the client is silent for too long or its time is up.
  void ReadOn();
  // Hands the mesh to the upload queue.
  void Submit();
  void GiveBack();
  void End(const absl::Status& status);

  grpc::CallbackServerContext* const context_;
  CallCounters& counters_;
  const Registry& registry_;
  UploadQueue& uploads_;
  v1::UploadGeometryResponse* const response_;
  const std::shared_ptr<CancelFlag> cancel_ = std::make_shared<CancelFlag>(false);
  const Principal principal_;
  SilenceGuard silence_;
  const absl::Time end_;  // it must have arrived by then

  v1::UploadGeometryRequest message_;
  int64_t messages_ = 0;
  int64_t vertex_count_ = 0, triangle_count_ = 0;  // announced
  int64_t bytes_ = 0;                              // that the upload queue let in
  std::optional<absl::Duration> ttl_;
  Mesh mesh_;
  std::vector<MeshTriangle> triangles_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_MESH_UPLOAD_H_
