#include "server/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server_builder.h>

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/listen_address.h"
#include "server/residency/memory_store.h"

namespace farpoint {
namespace {

// After the work is done, for answers to reach the wire and for streams that never end (health
// watches).
constexpr absl::Duration kFlush = absl::Seconds(2);

void SetTransportOptions(const ServerOptions& options, grpc::ServerBuilder& builder) {
  builder.SetMaxReceiveMessageSize(static_cast<int>(options.limits.max_message_bytes));
  builder.SetMaxSendMessageSize(static_cast<int>(options.limits.max_message_bytes));
  // Otherwise a second server shares the port without an error.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, options.max_concurrent_streams);
  // Dead peers are noticed within 40 s; clients may ask for a sign of life every 10 s, also between
  // calls.
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 30'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 1);
  builder.AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 9'000);
  grpc::ResourceQuota quota("farpoint");
  quota.Resize(static_cast<size_t>(options.transport_memory));
  builder.SetResourceQuota(quota);
}

}  // namespace

Server::Server(const ServerOptions& options, std::unique_ptr<Backend> backend, const Clock& clock)
    : options_(options),
      clock_(clock),
      backend_(std::move(backend)),
      devices_(*backend_),
      registry_(std::make_unique<MemoryStore>(options.memory_limit), options.geometry, clock),
      // After every batch: one that lost a device may have been answered by another.
      dispatcher_(*backend_, options.dispatcher, clock, [this] { devices_.Look(); }),
      uploads_(registry_, options.uploads, clock),
      geometry_service_(options_.limits, registry_, uploads_, counters_),
      collision_service_(options_.limits, registry_, dispatcher_, counters_),
      server_service_(options_, *backend_, devices_, registry_, dispatcher_, counters_,
                      clock.Now()) {}

Server::~Server() { Shutdown(); }

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerOptions& options,
                                                      std::unique_ptr<Backend> backend,
                                                      const Clock& clock) {
  std::unique_ptr<Server> server(new Server(options, std::move(backend), clock));
  if (absl::Status listening = server->Listen(); !listening.ok()) return listening;
  return server;
}

absl::Status Server::Listen() {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  SetTransportOptions(options_, builder);

  std::vector<ListenAddress> addresses;
  std::vector<int> ports(options_.listen.size(), 0);
  for (const std::string& text : options_.listen) {
    absl::StatusOr<ListenAddress> address = ParseListenAddress(text);
    if (!address.ok()) return address.status();
    if (!address->path.empty()) {
      absl::StatusOr<PathLock> lock = PathLock::Acquire(address->path);
      if (!lock.ok()) {
        return absl::Status(lock.status().code(), absl::StrCat("cannot listen on '", text,
                                                               "': ", lock.status().message()));
      }
      path_locks_.push_back(*std::move(lock));
    }
    builder.AddListeningPort(address->Uri(address->port), grpc::InsecureServerCredentials(),
                             &ports[addresses.size()]);
    addresses.push_back(*std::move(address));
  }
  builder.RegisterService(&geometry_service_);
  builder.RegisterService(&collision_service_);
  builder.RegisterService(&server_service_);
  server_ = builder.BuildAndStart();
  if (server_ == nullptr) {
    // gRPC binds in order and stops at the first that fails, whose port stays 0.
    const size_t failed = std::find(ports.begin(), ports.end(), 0) - ports.begin();
    return absl::FailedPreconditionError(
        failed < ports.size() ? absl::StrCat("cannot listen on '", options_.listen[failed],
                                             "': the address is taken or not ours")
                              : std::string("cannot start the gRPC server"));
  }
  for (size_t i = 0; i < addresses.size(); ++i) addresses_.push_back(addresses[i].Uri(ports[i]));
  grpc::HealthCheckServiceInterface* health = server_->GetHealthCheckService();
  health->SetServingStatus(v1::GeometryService::service_full_name(), true);
  health->SetServingStatus(v1::CollisionService::service_full_name(), true);
  health->SetServingStatus(v1::ServerService::service_full_name(), true);
  devices_.ReportTo(health);
  return absl::OkStatus();
}

void Server::Shutdown() {
  std::lock_guard<std::mutex> lock(shutdown_mutex_);
  if (server_ == nullptr) return;
  const absl::Time deadline = clock_.Now() + options_.shutdown_grace;
  server_->GetHealthCheckService()->SetServingStatus(false);
  dispatcher_.Drain();
  uploads_.Drain();
  dispatcher_.AwaitIdle(deadline);
  if (!uploads_.AwaitIdle(deadline)) {
    uploads_.CancelAll();
    uploads_.AwaitIdle(clock_.Now() + kFlush);
  }
  // gRPC's time is the system's, whatever our clock.
  server_->Shutdown(std::chrono::system_clock::now() + absl::ToChronoMilliseconds(kFlush));
  devices_.ReportTo(nullptr);
  server_ = nullptr;
}

}  // namespace farpoint
