#include "server/mesh_upload.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "server/convert/geometry_to_proto.h"
#include "server/convert/options_from_proto.h"
#include "server/convert/shape_from_proto.h"
#include "server/grpc_status.h"
#include "server/residency/refusal.h"

namespace farpoint {
namespace {

absl::Status CheckCount(const char* field, int64_t count, int64_t least, int64_t most,
                        const char* limit) {
  if (count >= least && count <= most) return absl::OkStatus();
  return FieldError(
      field, absl::StrCat("must be from ", least, " to ", most, ", ", limit, ", is ", count));
}

}  // namespace

void SilenceGuard::Listen(absl::Duration most) {
  int64_t turn;
  {
    std::lock_guard<std::mutex> lock(watched_->mutex);
    turn = ++watched_->turn;
  }
  alarm_ = std::make_unique<grpc::Alarm>();
  alarm_->Set(absl::ToChronoTime(absl::Now() + most), [watched = watched_, turn](bool rang) {
    if (!rang) return;
    std::lock_guard<std::mutex> lock(watched->mutex);
    if (watched->context != nullptr && watched->turn == turn) watched->context->TryCancel();
  });
}

void SilenceGuard::Stop() {
  {
    std::lock_guard<std::mutex> lock(watched_->mutex);
    watched_->context = nullptr;
  }
  alarm_ = nullptr;
}

MeshUpload::MeshUpload(grpc::CallbackServerContext* context, CallCounters& counters,
                       const Registry& registry, UploadQueue& uploads,
                       v1::UploadGeometryResponse* response)
    : context_(context),
      counters_(counters),
      registry_(registry),
      uploads_(uploads),
      response_(response),
      silence_(context),
      end_(absl::Now() + uploads.max_time()) {
  ReadOn();
}

void MeshUpload::ReadOn() {
  silence_.Listen(std::min(uploads_.max_silence(), end_ - absl::Now()));
  StartRead(&message_);
}

void MeshUpload::OnReadDone(bool ok) {
  if (cancel_->load() || context_->IsCancelled()) {
    return End(absl::CancelledError("cancelled by the client"));
  }
  if (ok) {
    counters_.bytes += static_cast<int64_t>(message_.ByteSizeLong());
    if (absl::Status taken = Take(); !taken.ok()) return End(taken);
    // Not left to the alarm alone: a client that is quick would be ahead of it again and again.
    if (absl::Now() >= end_) {
      return End(absl::DeadlineExceededError(
          absl::StrCat("the upload has not arrived within max_upload_time = ",
                       absl::FormatDuration(uploads_.max_time()))));
    }
    return ReadOn();
  }
  if (absl::Status whole = CheckWhole(); !whole.ok()) return End(whole);
  Submit();
}

absl::Status MeshUpload::Take() {
  ++messages_;
  const bool first = messages_ == 1;
  if (first ? !message_.has_header() : !message_.has_chunk()) {
    return FieldError(first ? "header" : "chunk",
                      absl::StrCat("message ", messages_, ": required: ",
                                   first ? "the first message is the header"
                                         : "all messages but the first are chunks"));
  }
  return first ? TakeHeader(message_.header()) : TakeChunk(message_.chunk());
}

absl::Status MeshUpload::TakeHeader(const v1::UploadHeader& header) {
  const int64_t most = registry_.geometry_limits().max_vertices;
  const absl::StatusOr<std::optional<absl::Duration>> ttl =
      TtlFromProto(header.has_ttl(), header.ttl());
  if (!ttl.ok()) {
    const Refusal refusal = RefusalOf(ttl.status());
    return FieldError(absl::StrCat("header.", refusal.field), refusal.description);
  }
  for (const absl::Status& status :
       {CheckCount("header.vertex_count", header.vertex_count(), 1, most, "max_vertices"),
        CheckCount("header.triangle_count", header.triangle_count(), 0, 2 * most,
                   "twice max_vertices")}) {
    if (!status.ok()) return status;
  }
  const int64_t vertex_bytes = header.vertex_count() * static_cast<int64_t>(sizeof(Vec3d));
  if (absl::Status room = registry_.CheckRoom(vertex_bytes); !room.ok()) return room;
  const int64_t bytes =
      vertex_bytes + header.triangle_count() * static_cast<int64_t>(sizeof(MeshTriangle));
  if (absl::Status let_in = uploads_.Arrive(bytes); !let_in.ok()) return let_in;
  bytes_ = bytes;
  ttl_ = *ttl;
  vertex_count_ = header.vertex_count();
  triangle_count_ = header.triangle_count();
  mesh_.vertices.reserve(static_cast<size_t>(vertex_count_));
  triangles_.reserve(static_cast<size_t>(triangle_count_));
  return absl::OkStatus();
}

absl::Status MeshUpload::TakeChunk(const v1::MeshChunk& chunk) {
  const std::string where = absl::StrCat("message ", messages_, ": ");
  // It would be a sign of life that costs nothing and brings nothing.
  if (chunk.vertices().empty() && chunk.vertices_f32().empty() && chunk.triangles().empty()) {
    return FieldError("chunk", absl::StrCat(where, "is empty"));
  }
  // Before anything is appended, so that no chunk grows what was let in.
  const int64_t vertices = (int64_t{chunk.vertices_size()} + chunk.vertices_f32_size()) / 3,
                triangles = chunk.triangles_size() / 3;
  if (vertices > vertex_count_ - static_cast<int64_t>(mesh_.vertices.size())) {
    return FieldError("header.vertex_count", absl::StrCat(where, "there are more than the ",
                                                          vertex_count_, " vertices announced"));
  }
  if (triangles > triangle_count_ - static_cast<int64_t>(triangles_.size())) {
    return FieldError(
        "header.triangle_count",
        absl::StrCat(where, "there are more than the ", triangle_count_, " triangles announced"));
  }
  absl::Status status =
      AppendVertices("chunk.", where, chunk.vertices(), chunk.vertices_f32(), &mesh_.vertices);
  if (!status.ok()) return status;
  return AppendTriangles("chunk.", where, chunk.triangles(), vertex_count_, &triangles_);
}

absl::Status MeshUpload::CheckWhole() const {
  if (messages_ == 0) return FieldError("header", "required: the stream ended without a message");
  if (static_cast<int64_t>(mesh_.vertices.size()) != vertex_count_) {
    return FieldError("header.vertex_count",
                      absl::StrCat("is ", vertex_count_, ", but the stream ended after ",
                                   mesh_.vertices.size(), " vertices"));
  }
  if (static_cast<int64_t>(triangles_.size()) != triangle_count_) {
    return FieldError("header.triangle_count",
                      absl::StrCat("is ", triangle_count_, ", but the stream ended after ",
                                   triangles_.size(), " triangles"));
  }
  return absl::OkStatus();
}

void MeshUpload::Submit() {
  Upload upload{std::move(mesh_), ttl_, std::move(triangles_)};
  silence_.Stop();
  GiveBack();  // the queue counts it from here
  uploads_.Submit(std::move(upload), DeadlineOf(*context_), cancel_, principal_,
                  [this](absl::StatusOr<Uploaded> uploaded) {
                    if (!uploaded.ok()) return End(NameChunkField(uploaded.status()));
                    UploadedToProto(*std::move(uploaded), response_);
                    End(absl::OkStatus());
                  });
}

void MeshUpload::GiveBack() {
  if (bytes_ > 0) uploads_.Leave(std::exchange(bytes_, 0));
}

void MeshUpload::End(const absl::Status& status) {
  silence_.Stop();
  GiveBack();
  CountAnswer(status, *response_, *context_, counters_);
  Finish(ToGrpcStatus(status));
}

}  // namespace farpoint
