#include <gmock/gmock.h>
#include <grpcpp/client_context.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/support/byte_buffer.h>

#include "tests/server/forwarding_backend.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

TEST(ServerInfo, NamesWhatAnswersAndEveryLimit) {
  TestServer server;
  const v1::GetServerInfoResponse info = ServerInfoOf(server);
  EXPECT_THAT(info.version(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
  EXPECT_FALSE(info.build().empty());
  EXPECT_EQ(info.backend(), "cpu");
  EXPECT_FALSE(info.instruction_set().empty());
  ASSERT_EQ(info.devices_size(), 1);
  EXPECT_EQ(info.devices(0).concurrency(), 2);
  EXPECT_GT(info.start_time().seconds(), 1'600'000'000);
  // A limit that is forgotten reads as 0.
  const google::protobuf::Descriptor* limits = v1::Limits::descriptor();
  for (int i = 0; i < limits->field_count(); ++i) {
    EXPECT_TRUE(v1::Limits::GetReflection()->HasField(info.limits(), limits->field(i)))
        << limits->field(i)->name();
  }
  EXPECT_EQ(info.limits().max_message_bytes(), 16 << 20);
}

TEST(ServerInfo, TellsOfFields) {
  FakeBackend backend;
  ServerOptions options;
  options.field_memory = 77'777;
  TestServer server(options, std::make_unique<Forwarding>(backend));
  const v1::GetServerInfoResponse info = ServerInfoOf(server);
  EXPECT_EQ(info.residents().field_bytes(), backend.field_bytes());
  EXPECT_EQ(info.limits().field_memory_bytes(), 77'777);
  EXPECT_EQ(info.limits().max_field_resolution(), 1024);
}

TEST(ServerInfo, CountsFromZero) {
  TestServer server;
  v1::GetServerInfoResponse info = ServerInfoOf(server);
  EXPECT_EQ(info.counters().calls(), 0);
  EXPECT_EQ(info.counters().pairs(), 0);
  EXPECT_EQ(info.counters().geometries(), 0);
  EXPECT_EQ(info.counters().bytes(), 0);
  EXPECT_EQ(info.residents().geometries(), 0);

  const std::string id = server.Upload(BoxShape(1, 1, 1));
  server.Upload(BoxShape(1, 1, 1));
  v1::DistanceRequest request;
  *request.mutable_batch() = RowOf({id, id}, {0, 2});
  for (int i = 0; i < 5; ++i) AddPair(*request.mutable_batch(), 0, 1);
  v1::DistanceResponse response;
  grpc::ClientContext context;
  ASSERT_TRUE(server.stubs().collision->Distance(&context, request, &response).ok());
  request.mutable_batch()->mutable_index_pairs()->set_a(0, 7);
  v1::DistanceResponse refused;
  grpc::ClientContext refused_context;
  ASSERT_FALSE(server.stubs().collision->Distance(&refused_context, request, &refused).ok());

  info = ServerInfoOf(server);
  EXPECT_EQ(info.counters().calls(), 4);
  EXPECT_EQ(info.counters().pairs(), 5);
  EXPECT_EQ(info.counters().geometries(), 1);
  EXPECT_GT(info.counters().bytes(),
            static_cast<int64_t>(2 * request.ByteSizeLong() + response.ByteSizeLong()));
  EXPECT_EQ(info.residents().geometries(), 1);
  EXPECT_GT(info.residents().bytes(), 0);
}

TEST(Health, ServesEveryService) {
  TestServer server;
  for (const std::string service :
       {"", "farpoint.v1.GeometryService", "farpoint.v1.CollisionService",
        "farpoint.v1.ServerService", "farpoint.devices"}) {
    EXPECT_EQ(HealthOf(server, service), "SERVING") << service;
  }
  EXPECT_EQ(HealthOf(server, "x"), "NOT_FOUND");
}

TEST(Reflection, IsThere) {
  TestServer server;
  grpc::GenericStub stub(server.channel());
  grpc::ClientContext context;
  grpc::CompletionQueue queue;
  auto call = stub.PrepareCall(
      &context, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  void* tag = nullptr;
  bool ok = false;
  const auto next = [&] {
    queue.Next(&tag, &ok);
    ASSERT_TRUE(ok);
  };
  call->StartCall(nullptr);
  next();
  const grpc::Slice slice("\x3a\x01*", 3);  // list_services: "*"
  call->Write(grpc::ByteBuffer(&slice, 1), nullptr);
  next();
  grpc::ByteBuffer answer;
  call->Read(&answer, nullptr);
  next();
  std::vector<grpc::Slice> slices;
  ASSERT_TRUE(answer.Dump(&slices).ok());
  std::string text;
  for (const grpc::Slice& s : slices) {
    text.append(reinterpret_cast<const char*>(s.begin()), s.size());
  }
  for (const char* service : {"farpoint.v1.GeometryService", "farpoint.v1.CollisionService",
                              "farpoint.v1.ServerService", "grpc.health.v1.Health"}) {
    EXPECT_THAT(text, testing::HasSubstr(service));
  }
  call->WritesDone(nullptr);
  next();
  grpc::Status status;
  call->Finish(&status, nullptr);
  next();
  EXPECT_TRUE(status.ok());
}

}  // namespace
}  // namespace farpoint
