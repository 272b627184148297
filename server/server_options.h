// Farpoint: everything that a server can be told. The flags of farpointd fill it; tests fill it
// themselves.

#ifndef FARPOINT_SERVER_SERVER_OPTIONS_H_
#define FARPOINT_SERVER_SERVER_OPTIONS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "server/residency/dispatcher.h"
#include "server/residency/upload_queue.h"
#include "src/support/geometry.h"

namespace farpoint {

/// What one call may ask for. All > 0.
struct RequestLimits {
  int64_t max_message_bytes = 16 << 20;  // of a request, and of an answer
  int64_t max_pairs = 100'000;           // and directions
  int64_t max_objects = 200'000;         // and geometry ids of a batch
  int64_t max_ids = 100'000;             // of FindMissingGeometries
  int64_t max_page_size = 1000;          // of ListGeometries
};

struct ServerOptions {
  /// Each HOST:PORT or unix:PATH; see listen_address.h.
  std::vector<std::string> listen = {"127.0.0.1:50051"};
  RequestLimits limits;
  GeometryLimits geometry;
  DispatcherLimits dispatcher;
  UploadQueueOptions uploads;
  /// Bytes of all resident geometries.
  int64_t memory_limit = int64_t{4} << 30;
  /// Bytes of all lat-long fields that the backend keeps. Reported here, and kept by the backend,
  /// which whoever starts the server makes.
  int64_t field_memory = int64_t{1} << 30;
  /// Calls that one connection may have open. The transport buffers whole messages before any
  /// handler runs, so this times max_message_bytes is what a connection can take.
  int max_concurrent_streams = 16;
  /// Bytes that the transport may use for all connections.
  int64_t transport_memory = int64_t{1} << 30;
  /// How long Shutdown waits for calls that run before it cancels them.
  absl::Duration shutdown_grace = absl::Seconds(10);
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_SERVER_OPTIONS_H_
