// Meshes in chunks, through a real channel: joined in order, refused by field, bounded.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <thread>

#include "src/geometry_id/geometry_id.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

using ::testing::HasSubstr;

constexpr auto kSoon = std::chrono::seconds(5);

v1::UploadGeometryRequest Header(int64_t vertices, int64_t triangles = 0) {
  v1::UploadGeometryRequest message;
  message.mutable_header()->set_vertex_count(vertices);
  message.mutable_header()->set_triangle_count(triangles);
  return message;
}

v1::UploadGeometryRequest Chunk(const std::vector<Vec3d>& vertices,
                                const std::vector<uint32_t>& triangles = {}) {
  v1::UploadGeometryRequest message;
  for (const Vec3d& v : vertices) {
    for (double c : {v.x, v.y, v.z}) message.mutable_chunk()->add_vertices(c);
  }
  for (uint32_t i : triangles) message.mutable_chunk()->add_triangles(i);
  if (!message.has_chunk()) message.mutable_chunk();
  return message;
}

const std::vector<Vec3d> kDented = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {1, 1, 0.5}};

class UploadGeometryTest : public testing::Test {
 protected:
  static ServerOptions Options() {
    ServerOptions options;
    options.geometry.max_vertices = 1'000;
    options.memory_limit = 1 << 20;
    options.uploads.max_bytes_arriving = 20'000;
    return options;
  }
  grpc::Status Send(const std::vector<v1::UploadGeometryRequest>& messages) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(30));
    response_.Clear();
    auto writer = server_.stubs().geometry->UploadGeometry(&context, &response_);
    for (const auto& message : messages) {
      if (!writer->Write(message)) break;  // the server has ended it
    }
    writer->WritesDone();
    return writer->Finish();
  }
  void ExpectRefused(const std::vector<v1::UploadGeometryRequest>& messages,
                     const std::string& field, const std::string& text = "") {
    const grpc::Status status = Send(messages);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << field;
    EXPECT_EQ(FieldOf(status), field);
    EXPECT_THAT(status.error_message(), HasSubstr(text));
  }

  TestServer server_{Options()};
  v1::UploadGeometryResponse response_;
};

TEST_F(UploadGeometryTest, JoinsChunksInOrderUnderTheIdOfTheWhole) {
  auto second = Chunk({}, {0, 1, 4});
  for (double c : {0., 0., 4., 1., 1., 0.5}) {
    second.mutable_chunk()->add_vertices_f32(static_cast<float>(c));
  }
  auto header = Header(5, 2);
  header.mutable_header()->mutable_ttl()->set_seconds(60);
  const grpc::Status status =
      Send({header, Chunk({kDented[0], kDented[1], kDented[2]}, {4, 2, 0}), second});
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response_.geometry().id(), GeometryId(Mesh{kDented}));
  EXPECT_TRUE(response_.created());
  EXPECT_EQ(response_.geometry().hull_vertices(), 4);
  EXPECT_TRUE(response_.geometry().has_expire_time());
  EXPECT_NEAR(response_.non_convexity(), 0.5, 1e-12);
  ASSERT_TRUE(Send({Header(5), Chunk(kDented)}).ok());
  EXPECT_FALSE(response_.created());
  EXPECT_FALSE(response_.has_non_convexity()) << "no triangles were given";
}

TEST_F(UploadGeometryTest, NamesWhatIsWrong) {
  const auto good = Chunk(kDented);
  ExpectRefused({}, "header", "without a message");
  ExpectRefused({good}, "header", "message 1");
  ExpectRefused({Header(5), Header(5)}, "chunk", "message 2");
  ExpectRefused({Header(5), v1::UploadGeometryRequest()}, "chunk", "message 2");
  ExpectRefused({Header(5), Chunk({}), good}, "chunk", "message 2");
  ExpectRefused({Header(5), good, Chunk({})}, "chunk", "message 3");
  ExpectRefused({Header(0)}, "header.vertex_count", "is 0");
  ExpectRefused({Header(1'001)}, "header.vertex_count", "max_vertices");
  ExpectRefused({Header(5, -1)}, "header.triangle_count", "is -1");
  ExpectRefused({Header(5, 2'001)}, "header.triangle_count", "2000");
  auto ttl = Header(5);
  ttl.mutable_header()->mutable_ttl()->set_seconds(-1);
  ExpectRefused({ttl}, "header.ttl");
  ExpectRefused({Header(6), good}, "header.vertex_count", "after 5 vertices");
  ExpectRefused({Header(4), good}, "header.vertex_count", "message 2");
  ExpectRefused({Header(5, 1), good}, "header.triangle_count", "after 0 triangles");
  ExpectRefused({Header(5), Chunk(kDented, {0, 1, 2})}, "header.triangle_count", "message 2");
  ExpectRefused({Header(5, 1), Chunk(kDented, {0, 1, 5})}, "chunk.triangles[2]", "below 5");
  ExpectRefused({Header(5, 2), Chunk(kDented, {0, 1})}, "chunk.triangles", "three numbers");
  auto partial = Chunk({{1, 2, 3}});
  partial.mutable_chunk()->add_vertices(1);
  ExpectRefused({Header(6), good, partial}, "chunk.vertices", "message 3");
  auto both = good;
  both.mutable_chunk()->add_vertices_f32(1);
  ExpectRefused({Header(5), both}, "chunk.vertices_f32", "message 2");
  v1::UploadGeometryRequest bad;
  for (int i = 0; i < 12; ++i) bad.mutable_chunk()->add_vertices_f32(1);
  bad.mutable_chunk()->add_vertices_f32(NAN);
  bad.mutable_chunk()->add_vertices_f32(1);
  bad.mutable_chunk()->add_vertices_f32(1);
  ExpectRefused({Header(5), bad}, "chunk.vertices_f32[12]", "message 2");
  EXPECT_TRUE(Send({Header(5), good}).ok()) << "it still serves";
}

TEST_F(UploadGeometryTest, OfUnaryMeshesWithTriangles) {
  v1::CreateGeometryRequest request;
  auto* mesh = request.mutable_shape()->mutable_mesh();
  for (const Vec3d& v : kDented) {
    for (double c : {v.x, v.y, v.z}) mesh->add_vertices(c);
  }
  const auto create = [&](v1::CreateGeometryResponse* response) {
    grpc::ClientContext context;
    return server_.stubs().geometry->CreateGeometry(&context, request, response);
  };
  v1::CreateGeometryResponse plain, measured, refused;
  ASSERT_TRUE(create(&plain).ok());
  EXPECT_FALSE(plain.has_non_convexity());
  for (uint32_t i : {0, 1, 4}) mesh->add_triangles(i);
  ASSERT_TRUE(create(&measured).ok());
  EXPECT_EQ(measured.geometry().id(), plain.geometry().id()) << "triangles are no part of the id";
  EXPECT_NEAR(measured.non_convexity(), 0.5, 1e-12);
  mesh->set_triangles(2, 5);
  EXPECT_EQ(FieldOf(create(&refused)), "shape.mesh.triangles[2]");
  mesh->add_triangles(0);
  EXPECT_EQ(FieldOf(create(&refused)), "shape.mesh.triangles");
}

// What is announced is bounded over all streams, and given back however a stream ends.
TEST_F(UploadGeometryTest, BoundsWhatArrivesAndForgetsClientsThatVanish) {
  for (int round = 0; round < 3; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    const auto soon = [&] { return std::chrono::steady_clock::now() - begin < kSoon; };
    // Nothing tells that the server has seen a header: if the second stream is ahead of the first,
    // it is the first that is refused, and both are tried again.
    std::unique_ptr<grpc::ClientContext> holder;
    v1::UploadGeometryResponse response;
    std::unique_ptr<grpc::ClientWriter<v1::UploadGeometryRequest>> writer;
    grpc::Status refused;
    do {
      if (writer != nullptr) {
        holder->TryCancel();
        writer->Finish();
      }
      holder = std::make_unique<grpc::ClientContext>();
      writer = server_.stubs().geometry->UploadGeometry(holder.get(), &response);
      writer->Write(Header(700));
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      refused = Send({Header(700), Chunk(kDented)});
    } while (refused.error_code() == grpc::StatusCode::INVALID_ARGUMENT && soon());
    EXPECT_EQ(refused.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    EXPECT_GE(RetryMillisecondsOf(refused), 1);
    EXPECT_TRUE(Send({Header(5), Chunk(kDented)}).ok()) << "there is room for a small one";
    holder->TryCancel();
    writer->Finish();
    grpc::Status after;
    do {
      after = Send({Header(700), Chunk(kDented)});
    } while (after.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED && soon());
    EXPECT_EQ(after.error_code(), grpc::StatusCode::INVALID_ARGUMENT) << "the room was given back";
  }
}

TEST_F(UploadGeometryTest, AsksForRoomBeforeTheDataArrives) {
  ServerOptions options;
  options.memory_limit = 10'000;
  TestServer small(options);
  grpc::ClientContext context;
  v1::UploadGeometryResponse response;
  auto writer = small.stubs().geometry->UploadGeometry(&context, &response);
  writer->Write(Header(1'000));
  const grpc::Status status = writer->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(InfoOf(status).reason(), "MEMORY_FULL");
}

TEST_F(UploadGeometryTest, EndsAStreamThatIsSilentForTooLong) {
  ServerOptions options = Options();
  options.uploads.max_silence = absl::Milliseconds(300);
  TestServer server(options);
  for (const bool header : {true, false}) {
    grpc::ClientContext context;
    v1::UploadGeometryResponse response;
    auto writer = server.stubs().geometry->UploadGeometry(&context, &response);
    if (header) {
      ASSERT_TRUE(writer->Write(Header(700)));
    }
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(writer->Finish().error_code(), grpc::StatusCode::CANCELLED);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, kSoon);
  }
}

// Each chunk is soon enough after the last, and each brings something.
TEST_F(UploadGeometryTest, EndsAStreamThatTakesTooLong) {
  ServerOptions options = Options();
  options.uploads.max_time = absl::Milliseconds(500);
  TestServer server(options);
  for (const auto pause : {std::chrono::milliseconds(20), std::chrono::milliseconds(60'000)}) {
    grpc::ClientContext context;
    v1::UploadGeometryResponse response;
    auto writer = server.stubs().geometry->UploadGeometry(&context, &response);
    ASSERT_TRUE(writer->Write(Header(700)));
    const auto begin = std::chrono::steady_clock::now();
    if (pause < kSoon) {
      while (writer->Write(Chunk({{0, 0, 0}}))) {
        ASSERT_LT(std::chrono::steady_clock::now() - begin, kSoon);
        std::this_thread::sleep_for(pause);
      }
    }
    const grpc::StatusCode code = writer->Finish().error_code();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, kSoon);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(400));
    EXPECT_TRUE(code == grpc::StatusCode::CANCELLED || code == grpc::StatusCode::DEADLINE_EXCEEDED)
        << code;
  }
}

TEST(UploadGeometryShutdown, DoesNotWaitForASilentStream) {
  TestServer server;
  grpc::ClientContext context;
  v1::UploadGeometryResponse response;
  auto writer = server.stubs().geometry->UploadGeometry(&context, &response);
  ASSERT_TRUE(writer->Write(Header(700)));
  const auto begin = std::chrono::steady_clock::now();
  server.server().Shutdown();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, kSoon);
  EXPECT_FALSE(writer->Finish().ok());
}

// Two hulls that take long, on both threads.
TEST(UploadGeometryShutdown, CancelsMonstrousBuildsAfterItsGrace) {
  ServerOptions options;
  options.geometry.max_hull_vertices = 1'000'000;
  options.shutdown_grace = absl::Milliseconds(500);
  options.limits.max_message_bytes = 64 << 20;
  TestServer server(options);
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::vector<std::thread> clients;
  std::atomic<int> failed{0};
  for (int i = 0; i < 2; ++i) {
    std::vector<Vec3d> ball;
    while (ball.size() < 500'000) {
      const Vec3d v{normal(random), normal(random), normal(random)};
      const double s = 1 / scalar::Norm(v);
      ball.push_back({v.x * s, v.y * s, v.z * s});
    }
    clients.emplace_back([&server, &failed, chunk = Chunk(ball)] {
      grpc::ClientContext context;
      v1::UploadGeometryResponse response;
      auto writer = server.stubs().geometry->UploadGeometry(&context, &response);
      writer->Write(Header(500'000));
      writer->Write(chunk);
      writer->WritesDone();
      failed += !writer->Finish().ok();
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(700));  // under way
  const auto begin = std::chrono::steady_clock::now();
  server.server().Shutdown();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(3'500));
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(failed, 2);
}

}  // namespace
}  // namespace farpoint
