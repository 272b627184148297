// Farthest points through the client.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "client/error.h"
#include "client/wire.h"
#include "tests/client/scripted_server.h"
#include "tests/client/server_and_client.h"

namespace farpoint {
namespace {

using testing::HasSubstr;

SupportQuestions RandomDirections(const std::vector<std::string>& ids, size_t n) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  SupportQuestions questions{ids, {}, {}};
  for (size_t i = 0; i < n; ++i) {
    questions.geometry_index.push_back(static_cast<uint32_t>(i * i % ids.size()));
    questions.directions.push_back({normal(random), normal(random), normal(random)});
  }
  return questions;
}

// The server's answer in as many words: the direction itself as the point.
void Echo(const v1::SupportRequest& request, v1::SupportResponse* response) {
  const auto& xyz = request.directions_f64().direction_xyz();
  *response->mutable_points_f64()->mutable_point_xyz() = xyz;
  response->set_direction_count(static_cast<uint32_t>(xyz.size() / 3));
  for (int i = 0; i < xyz.size() / 3; ++i) response->add_vertex_index(9);
}

TEST(Support, SplittingKeepsBitsAndOrder) {
  RequestLimits few, bytes;
  few.max_pairs = 17;
  bytes.max_message_bytes = 2048;
  const auto server = StartServer(), small = StartServer(few), narrow = StartServer(bytes);
  const std::vector<Shape> shapes = {Box{{0.1, 0.2, 0.3}}, Box{{3, 2, 1}},
                                     Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
  SupportPoints first;
  for (const auto& s : {server.get(), small.get(), narrow.get()}) {
    Client client = ConnectTo(s->addresses()[0]);
    const auto ids = client.Upload(shapes);
    ASSERT_TRUE(ids.ok());
    std::vector<size_t> progress;
    const CallOptions call{.progress = [&](size_t done, size_t total) {
      EXPECT_EQ(total, 500u);
      progress.push_back(done);
    }};
    const SupportQuestions questions = RandomDirections(*ids, 500);
    const auto points = client.Support(questions, {.tie_count = true}, call);
    ASSERT_TRUE(points.ok()) << points.status();
    EXPECT_EQ(progress.back(), 500u);
    EXPECT_EQ(progress.size() > 1, s != server.get());
    if (first.size() == 0) first = *points;
    ExpectSameBits(points->point, first.point);
    EXPECT_EQ(points->vertex_index, first.vertex_index);
    EXPECT_EQ(points->tie_count, first.tie_count);
    for (size_t i = 0; i < 500; ++i) {
      if (questions.geometry_index[i] != 1) continue;
      const Vec3d& d = questions.directions[i];
      EXPECT_EQ(points->point[i].x, std::copysign(1.5, d.x));
      EXPECT_EQ(points->point[i].z, std::copysign(0.5, d.z));
    }
  }
}

TEST(Support, OneGeometryNeedsNoIndexAndFloat32IsWidened) {
  const auto server = StartServer();
  Client client = ConnectTo(server->addresses()[0]);
  const auto id = client.Upload(Box{{0.2, 0.4, 0.6}});
  ASSERT_TRUE(id.ok());
  const SupportQuestions questions{{*id}, {}, {{1, 1, 1}, {-1, 1, 1}}};
  const auto wide = client.Support(questions);
  ASSERT_TRUE(wide.ok()) << wide.status();
  EXPECT_EQ(wide->point[1].x, -0.1);
  EXPECT_TRUE(wide->tie_count.empty());
  const auto narrow = client.Support(questions, {.precision = Precision::kFloat32});
  ASSERT_TRUE(narrow.ok()) << narrow.status();
  EXPECT_EQ(narrow->point[1].x, -0.1f);
  EXPECT_EQ(narrow->vertex_index, wide->vertex_index);
  EXPECT_EQ(client.Support({{*id}, {}, {}})->size(), 0u);
}

TEST(Support, LostGeometryIsUploadedAgainOnce) {
  RequestLimits few;
  few.max_pairs = 4;
  const auto server = StartServer(few);
  Client client = ConnectTo(server->addresses()[0]), other = ConnectTo(server->addresses()[0]);
  const auto ids = client.Upload({Box{{1, 1, 1}}, Box{{2, 2, 2}}});
  ASSERT_TRUE(ids.ok());
  ASSERT_TRUE(*other.DeleteGeometry((*ids)[1]));
  const auto points = client.Support(RandomDirections(*ids, 10));
  EXPECT_TRUE(points.ok()) << points.status();
  ASSERT_TRUE(*other.DeleteGeometry((*ids)[1]));
  EXPECT_EQ(other.Support(RandomDirections(*ids, 10)).status().code(), absl::StatusCode::kNotFound);
}

TEST(Support, RefusalsNameTheDirectionInTheWhole) {
  RequestLimits few;
  few.max_pairs = 4;
  for (const RequestLimits& limits : {RequestLimits(), few}) {
    const auto server = StartServer(limits);
    Client client = ConnectTo(server->addresses()[0]);
    const auto ids = client.Upload({Box{{1, 1, 1}}, Box{{2, 2, 2}}});
    SupportQuestions questions = RandomDirections(*ids, 10);
    const auto field = [&] {
      const absl::Status status = client.Support(questions).status();
      const auto violations = FieldViolations(status);
      if (violations.empty()) return status.ToString();
      EXPECT_THAT(std::string(status.message()), HasSubstr(violations[0].field));
      return violations[0].field;
    };
    questions.geometry_index[9] = 2;
    EXPECT_EQ(field(), "geometry_index[9]");
    questions.geometry_index[9] = 1;
    questions.directions[7] = {0, 0, 0};
    EXPECT_EQ(field(), "directions_f64.direction_xyz[21]");
    EXPECT_THAT(std::string(client.Support(questions).status().message()),
                HasSubstr("(direction 7)"));
    questions.directions[7] = {0, 0, 1};
    for (size_t indices : {9, 11}) {
      questions.geometry_index.resize(indices);
      EXPECT_EQ(field(), "geometry_index") << indices;
    }
  }
}

TEST(Support, ALyingAnswerIsRefused) {
  ScriptedServer server;
  std::function<void(v1::SupportResponse*)> lie;
  server.on_support = [&lie](const v1::SupportRequest* request, v1::SupportResponse* response) {
    Echo(*request, response);
    lie(response);
    return grpc::Status::OK;
  };
  Client client = ConnectTo(server.address());
  const SupportQuestions questions{{"sha256-0"}, {}, {{1, 2, 3}, {4, 5, 6}}};
  lie = [](auto*) {};
  const auto honest = client.Support(questions);
  ASSERT_TRUE(honest.ok()) << honest.status();
  EXPECT_EQ(honest->point[1].z, 6);
  const std::function<void(v1::SupportResponse*)> lies[] = {
      [](auto* r) { r->Clear(); },
      [](auto* r) { r->set_direction_count(3); },
      [](auto* r) { r->clear_points(); },
      [](auto* r) { r->mutable_points_f32(); },
      [](auto* r) { r->mutable_points_f64()->add_point_xyz(1); },
      [](auto* r) { r->add_vertex_index(1); },
      [](auto* r) { r->clear_vertex_index(); },
      [](auto* r) { r->add_tie_count(1); },
  };
  for (const auto& each : lies) {
    lie = each;
    const absl::Status status = client.Support(questions).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("malformed"));
  }
}

TEST(SplitDirections, KeepsToEveryLimit) {
  ServerLimits limits;
  limits.max_message_bytes = 3000;
  limits.max_pairs = limits.max_pairs_in_flight = limits.max_bytes_in_flight = 1 << 30;
  const SupportQuestions questions =
      RandomDirections({"sha256-" + std::string(64, 'a'), "sha256-" + std::string(64, 'b')}, 1000);
  for (const SupportOptions& options : {SupportOptions{.field = SupportField::kLatLong,
                                       .field_resolution = 1024,
                                       .tie_tolerance = 1,
                                       .tie_count = true},
                                        SupportOptions{.precision = Precision::kFloat32}}) {
    size_t next = 0;
    for (const client::Part& part : client::SplitDirections(questions, limits, options)) {
      EXPECT_EQ(part.begin, next);
      next = part.end;
      v1::SupportRequest request;
      client::WriteSupport(questions, part, options, &request);
      EXPECT_LE(request.ByteSizeLong(), 3000u);
      EXPECT_EQ(request.directions_f64().direction_xyz_size(), 3 * int(part.end - part.begin));
      EXPECT_GT(part.end - part.begin, 60u) << "nor are parts smaller than they need be";
    }
    EXPECT_EQ(next, 1000u);
  }
  limits.max_message_bytes = 10;  // nothing fits: one at a time, for the server to refuse
  EXPECT_EQ(client::SplitDirections(questions, limits, {}).size(), 1000u);
}

}  // namespace
}  // namespace farpoint
