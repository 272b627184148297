// Farpoint: the whole server, in a box.
//
//   ServerOptions options;
//   options.listen = {"127.0.0.1:0"};
//   ASSIGN_OR_RETURN(std::unique_ptr<Server> server, Server::Start(options, MakeCpuBackend({})));
//   server->addresses();  // {"127.0.0.1:43211"}
//   server->Shutdown();
//
// Serves farpoint.v1, grpc.health.v1 and reflection, without encryption or keys so far.

#ifndef FARPOINT_SERVER_SERVER_H_
#define FARPOINT_SERVER_SERVER_H_

#include <grpcpp/server.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/collision_service.h"
#include "server/device_watch.h"
#include "server/geometry_service.h"
#include "server/path_lock.h"
#include "server/residency/clock.h"
#include "server/residency/dispatcher.h"
#include "server/residency/registry.h"
#include "server/residency/upload_queue.h"
#include "server/server_options.h"
#include "server/server_service.h"
#include "src/batch/backend.h"

namespace farpoint {

class Server {
 public:
  /// Serves once this returns. `InvalidArgument` for an address that is none, `AlreadyExists` and
  /// `FailedPrecondition` for one that cannot be had, each naming it. `clock` must outlive the
  /// server.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerOptions& options,
                                                       std::unique_ptr<Backend> backend,
                                                       const Clock& clock = SystemClock());
  ~Server();

  /// Where it serves, in the order of the options, ports known: "127.0.0.1:43211", "[::1]:43211",
  /// "unix:PATH".
  const std::vector<std::string>& addresses() const { return addresses_; }

  /// Reports NOT_SERVING, refuses new work (`Unavailable`), waits for calls that run, at most
  /// `shutdown_grace`, cancels what is left and returns when the last has ended. Thread-safe and
  /// idempotent.
  void Shutdown();

 private:
  Server(const ServerOptions& options, std::unique_ptr<Backend> backend, const Clock& clock);
  absl::Status Listen();

  const ServerOptions options_;
  const Clock& clock_;
  // Destroyed in reverse: nobody outlives what it uses.
  const std::unique_ptr<Backend> backend_;
  DeviceWatch devices_;
  Registry registry_;
  Dispatcher dispatcher_;
  UploadQueue uploads_;
  CallCounters counters_;
  GeometryService geometry_service_;
  CollisionService collision_service_;
  ServerService server_service_;
  std::vector<PathLock> path_locks_;
  std::vector<std::string> addresses_;
  std::mutex shutdown_mutex_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_SERVER_H_
