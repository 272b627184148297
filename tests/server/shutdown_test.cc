#include <gmock/gmock.h>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <unistd.h>

#include "src/batch/cpu/cpu_backend.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

absl::StatusOr<std::unique_ptr<Server>> StartOn(std::vector<std::string> listen) {
  ServerOptions options;
  options.listen = std::move(listen);
  return Server::Start(options, MakeCpuBackend({.threads = 1}));
}

std::string SocketPath(const std::string& name) {
  return testing::TempDir() + "farpoint_" + std::to_string(getpid()) + "_" + name;
}

bool Serves(const std::string& address) {
  Stubs stubs(ChannelTo(address));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(10));
  v1::GetServerInfoResponse info;
  return stubs.server->GetServerInfo(&context, {}, &info).ok();
}

TEST(Listening, ServesOnAllAddressesAtOnce) {
  const std::string path = SocketPath("all");
  const auto server = StartOn({"127.0.0.1:0", "unix:" + path, "localhost:0"});
  ASSERT_TRUE(server.ok()) << server.status();
  ASSERT_EQ((*server)->addresses().size(), 3u);
  for (const std::string& address : (*server)->addresses()) EXPECT_TRUE(Serves(address)) << address;
  (*server)->Shutdown();
  (*server)->Shutdown();
  unlink((path + ".lock").c_str());
}

TEST(Listening, ATcpAddressBelongsToOneServer) {
  const auto first = StartOn({"127.0.0.1:0"});
  ASSERT_TRUE(first.ok());
  const std::string address = (*first)->addresses()[0];
  const std::string port = address.substr(address.rfind(':') + 1);
  for (const std::string& second : {address, "localhost:" + port, "0.0.0.0:" + port}) {
    const absl::Status status = StartOn({"127.0.0.1:0", second}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr("'" + second + "'"));
  }
  EXPECT_TRUE(Serves(address));
}

TEST(Listening, AUnixSocketBelongsToOneServerAndIsFreeAfterIt) {
  const std::string path = SocketPath("one");
  for (int round = 0; round < 2; ++round) {
    const auto first = StartOn({"unix:" + path});
    ASSERT_TRUE(first.ok()) << first.status();
    const absl::Status status = StartOn({"unix:" + path}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr(path));
    EXPECT_TRUE(Serves("unix:" + path));
  }
  unlink((path + ".lock").c_str());
}

TEST(Listening, AddressesThatAreNoneAreNamed) {
  for (const std::string address : {"", "50051", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000",
                                    "::1:50051", ":50051", "unix:", "nowhere.invalid:1"}) {
    const absl::Status status = StartOn({address}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), testing::HasSubstr("'" + address + "'"));
  }
  EXPECT_EQ(StartOn({"unix:" + std::string(200, 'x')}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(Shutdown, DoesNotWaitForAnOpenConnection) {
  TestServer server;
  server.Upload(SphereShape(1));
  const auto begin = std::chrono::steady_clock::now();
  server.server().Shutdown();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  grpc::ClientContext context;
  v1::GetServerInfoResponse info;
  EXPECT_EQ(server.stubs().server->GetServerInfo(&context, {}, &info).error_code(),
            grpc::StatusCode::UNAVAILABLE);
}

// A watch of the health service never ends by itself.
TEST(Shutdown, DoesNotWaitForAHealthWatch) {
  TestServer server;
  grpc::GenericStub stub(server.channel());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(30));
  grpc::CompletionQueue queue;
  auto call = stub.PrepareCall(&context, "/grpc.health.v1.Health/Watch", &queue);
  void* tag = nullptr;
  bool ok = false;
  call->StartCall(nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok) && ok);
  const grpc::Slice whole("", 0);  // an empty request: the server as a whole
  call->Write(grpc::ByteBuffer(&whole, 1), nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok) && ok);
  const auto read = [&] {
    grpc::ByteBuffer buffer;
    call->Read(&buffer, nullptr);
    std::vector<grpc::Slice> slices;
    if (!queue.Next(&tag, &ok) || !ok || !buffer.Dump(&slices).ok()) return std::string();
    return std::string(reinterpret_cast<const char*>(slices[0].begin()), slices[0].size());
  };
  EXPECT_EQ(read(), "\x08\x01");  // SERVING
  const auto begin = std::chrono::steady_clock::now();
  server.server().Shutdown();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  EXPECT_EQ(read(), "\x08\x02");  // NOT_SERVING
  EXPECT_EQ(read(), "");
  grpc::Status status;
  call->Finish(&status, nullptr);
  ASSERT_TRUE(queue.Next(&tag, &ok));
  EXPECT_FALSE(status.ok());
}

}  // namespace
}  // namespace farpoint
