// Farpoint tests: a server in this process, asked through a real channel; and short ways to say
// requests and to read errors.

#ifndef FARPOINT_TESTS_SERVER_TEST_SERVER_H_
#define FARPOINT_TESTS_SERVER_TEST_SERVER_H_

#include <grpcpp/channel.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "farpoint/v1/collision_service.grpc.pb.h"
#include "farpoint/v1/geometry_service.grpc.pb.h"
#include "farpoint/v1/server_service.grpc.pb.h"
#include "google/rpc/error_details.pb.h"
#include "server/server.h"

namespace farpoint {

/// The three services of one server.
struct Stubs {
  explicit Stubs(const std::shared_ptr<grpc::Channel>& channel);

  std::unique_ptr<v1::GeometryService::Stub> geometry;
  std::unique_ptr<v1::CollisionService::Stub> collision;
  std::unique_ptr<v1::ServerService::Stub> server;
};

/// A channel of its own connection, for messages of any size.
std::shared_ptr<grpc::Channel> ChannelTo(const std::string& address);

/// A server on a free port of the loopback interface; with the CPU backend, unless another is
/// given.
class TestServer {
 public:
  explicit TestServer(ServerOptions options = {}, std::unique_ptr<Backend> backend = nullptr,
                      const Clock& clock = SystemClock());

  Server& server() { return *server_; }
  const std::string& address() const { return server_->addresses()[0]; }
  const std::shared_ptr<grpc::Channel>& channel() const { return channel_; }
  Stubs& stubs() { return *stubs_; }

  /// Uploads and returns the id; the test fails if that does.
  std::string Upload(const v1::Shape& shape);

 private:
  std::unique_ptr<Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<Stubs> stubs_;
};

/// What the server says of itself; the test fails if it does not.
v1::GetServerInfoResponse ServerInfoOf(TestServer& server);

/// What grpc.health.v1 says of a service, "" for the whole server: "SERVING", "NOT_SERVING", or
/// "NOT_FOUND" for one that it does not know.
std::string HealthOf(TestServer& server, const std::string& service);

v1::Shape SphereShape(double radius);
v1::Shape BoxShape(double x, double y, double z);

/// Objects of `ids`, one each, in a row along x at the given places, unrotated; without pairs.
v1::PairBatch RowOf(const std::vector<std::string>& ids, const std::vector<double>& places);
void AddPair(v1::PairBatch& batch, uint32_t a, uint32_t b);

/// The field of the first violation of an INVALID_ARGUMENT with BadRequest; "" and a test failure
/// without.
std::string FieldOf(const grpc::Status& status);
/// The ErrorInfo of an error; empty without.
google::rpc::ErrorInfo InfoOf(const grpc::Status& status);
/// The RetryInfo of an error in milliseconds; −1 without.
int64_t RetryMillisecondsOf(const grpc::Status& status);

}  // namespace farpoint

#endif  // FARPOINT_TESTS_SERVER_TEST_SERVER_H_
