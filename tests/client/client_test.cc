// The client against a real server, and what it does when one misbehaves.

#include "client/client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "client/error.h"
#include "tests/client/scripted_server.h"
#include "tests/client/server_and_client.h"

namespace farpoint {
namespace {

using testing::HasSubstr;

std::vector<Shape> SomeShapes() {
  return {Sphere{0.1},
          Box{{0.1, 0.2, 0.3}},
          Cylinder{0.05, 0.2},
          Capsule{0.05, 0.2},
          Ellipsoid{{0.1, 0.2, 0.05}},
          Cone{0.1, 0.2},
          Point{},
          Segment{{{{0, 0, 0}, {0.1, 0, 0}}}},
          Mesh{{{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}}};
}

Questions RandomQuestions(const std::vector<std::string>& ids, size_t objects, size_t pairs) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> place(-0.4, 0.4);
  Questions questions;
  for (size_t k = 0; k < objects; ++k) {
    Quaternion q{normal(random), normal(random), normal(random), normal(random)};
    const double norm = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    q = {q.x / norm, q.y / norm, q.z / norm, q.w / norm};
    questions.AddObject(ids[k % ids.size()], {{place(random), place(random), place(random)}, q},
                        k % 3 * 0.01);
  }
  std::uniform_int_distribution<uint32_t> object(0, static_cast<uint32_t>(objects - 1));
  for (size_t i = 0; i < pairs; ++i) questions.AddPair(object(random), object(random));
  return questions;
}

TEST(Client, AnswersTheExampleOfItsHeader) {
  const auto server = StartServer();
  Client client = ConnectTo(server->addresses()[0]);
  const auto cup = client.Upload(Cylinder{.radius = 0.04, .length = 0.1});
  const auto shelf = client.Upload(Box{.size = {1, 0.3, 0.02}});
  ASSERT_TRUE(cup.ok() && shelf.ok());
  Questions questions;
  const uint32_t a = questions.AddObject(*cup, {.position = {0, 0, 0.2}});
  questions.AddPair(a, questions.AddObject(*shelf, {}));
  const auto answers = client.Distance(questions);
  ASSERT_TRUE(answers.ok()) << answers.status();
  EXPECT_EQ(answers->status[0], PairStatus::kOk);
  EXPECT_NEAR(answers->distance[0], 0.14, answers->error_bound[0] + 1e-15);
  EXPECT_LT(answers->error_bound[0], 1e-9);
  EXPECT_NEAR(answers->normal[0].z, -1, 1e-9);
  const auto collide = client.Collide(questions, 0.15);
  ASSERT_TRUE(collide.ok());
  EXPECT_EQ(collide->state[0], CollisionState::kColliding);
}

TEST(Client, SplittingGivesTheSameBits) {
  RequestLimits small;
  small.max_pairs = 37;
  small.max_objects = 50;
  const auto one = StartServer(), many = StartServer(small);
  Client whole = ConnectTo(one->addresses()[0]), split = ConnectTo(many->addresses()[0]);
  const auto ids = whole.Upload(SomeShapes());
  ASSERT_TRUE(ids.ok()) << ids.status();
  ASSERT_TRUE(split.Upload(SomeShapes()).ok());
  const Questions questions = RandomQuestions(*ids, 120, 600);
  const QueryOptions query{.iterations = true};

  const auto a = whole.Distance(questions, query), b = split.Distance(questions, query);
  ASSERT_TRUE(a.ok() && b.ok()) << a.status() << b.status();
  ASSERT_EQ(a->size(), 600u);
  ExpectSameBits(*a, *b);

  const auto c = whole.Penetration(questions, query), d = split.Penetration(questions, query);
  ASSERT_TRUE(c.ok() && d.ok()) << c.status() << d.status();
  EXPECT_EQ(c->pairs_asked, 600u);
  EXPECT_EQ(d->pairs_asked, 600u);
  EXPECT_GT(c->pair.size(), 20u);
  EXPECT_EQ(c->pair, d->pair);
  ExpectSameBits(c->answers, d->answers);

  const auto e = whole.Collide(questions, 0.01), f = split.Collide(questions, 0.01);
  ASSERT_TRUE(e.ok() && f.ok()) << e.status() << f.status();
  EXPECT_EQ(e->state, f->state);
}

TEST(Client, ASmallMessageLimitSplitsToo) {
  RequestLimits small;
  small.max_message_bytes = 4096;
  const auto one = StartServer(), many = StartServer(small);
  Client whole = ConnectTo(one->addresses()[0]), split = ConnectTo(many->addresses()[0]);
  const auto ids = whole.Upload(SomeShapes());
  ASSERT_TRUE(ids.ok() && split.Upload(SomeShapes()).ok());
  const Questions questions = RandomQuestions(*ids, 120, 600);
  const auto a = whole.Distance(questions), b = split.Distance(questions);
  ASSERT_TRUE(a.ok() && b.ok()) << a.status() << b.status();
  ExpectSameBits(*a, *b);
}

TEST(Client, ReportsProgressToTheEnd) {
  RequestLimits small;
  small.max_pairs = 10;
  const auto server = StartServer(small);
  Client client = ConnectTo(server->addresses()[0]);
  const auto ids = client.Upload(SomeShapes());
  ASSERT_TRUE(ids.ok());
  std::vector<size_t> done;
  const CallOptions call{.progress = [&](size_t n, size_t total) {
    EXPECT_EQ(total, 95u);
    done.push_back(n);
  }};
  ASSERT_TRUE(client.Distance(RandomQuestions(*ids, 20, 95), {}, call).ok());
  EXPECT_EQ(done.size(), 10u);
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(done.back(), 95u);
}

TEST(Client, RefusalsNameFieldAndIndexInTheWholeBatch) {
  RequestLimits small;
  small.max_pairs = 10;
  for (const RequestLimits& limits : {RequestLimits(), small}) {
    const auto server = StartServer(limits);
    Client client = ConnectTo(server->addresses()[0]);
    const auto ids = client.Upload(SomeShapes());
    ASSERT_TRUE(ids.ok());
    Questions questions = RandomQuestions(*ids, 20, 40);
    const uint32_t bad = questions.AddObject(
        (*ids)[0], {.position = {0, std::numeric_limits<double>::quiet_NaN(), 0}});
    ASSERT_EQ(bad, 20u);
    questions.AddPair(0, bad);
    const auto answers = client.Distance(questions);
    EXPECT_EQ(answers.status().code(), absl::StatusCode::kInvalidArgument);
    const auto violations = FieldViolations(answers.status());
    ASSERT_EQ(violations.size(), 1u);
    EXPECT_EQ(violations[0].field, "batch.objects.poses_f64.position_xyz[61]");
    EXPECT_THAT(std::string(answers.status().message()), HasSubstr("position_xyz[61]"));
    EXPECT_THAT(std::string(answers.status().message()), HasSubstr("(object 20)"));
  }
}

TEST(Client, AnEmptyBatchIsAnsweredWithoutACall) {
  ScriptedServer server;
  Client client = ConnectTo(server.address());
  const auto distance = client.Distance(Questions());
  ASSERT_TRUE(distance.ok());
  EXPECT_EQ(distance->size(), 0u);
  EXPECT_EQ(client.Collide(Questions())->size(), 0u);
  EXPECT_EQ(client.Penetration(Questions())->pair.size(), 0u);
  EXPECT_TRUE(client.Upload(absl::Span<const Shape>())->empty());
  EXPECT_EQ(server.distance_calls + server.find_calls, 0);
}

TEST(Upload, SendsOnlyWhatIsMissingAndEqualShapesOnce) {
  const auto server = StartServer();
  Client client = ConnectTo(server->addresses()[0]);
  ASSERT_TRUE(client.Upload(Sphere{1}).ok());
  const auto ids = client.Upload({Sphere{1}, Sphere{2}, Box{{1, 1, 1}}, Sphere{2}});
  ASSERT_TRUE(ids.ok()) << ids.status();
  ASSERT_EQ(ids->size(), 4u);
  EXPECT_EQ((*ids)[1], (*ids)[3]);
  const auto info = client.GetServerInfo();
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->counters.geometries, 3);
  EXPECT_EQ(info->residents.geometries, 3);
  // Find and create; find and two creates. Server information is not counted.
  EXPECT_EQ(info->counters.calls, 5);
}

TEST(Upload, RefusalNamesTheShape) {
  const auto server = StartServer();
  Client client = ConnectTo(server->addresses()[0]);
  const auto ids = client.Upload({Sphere{1}, Box{{1, -2, 1}}});
  EXPECT_EQ(ids.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(ids.status().message()), HasSubstr("shapes[1].box.size[1]"));
  ASSERT_EQ(FieldViolations(ids.status()).size(), 1u);
  EXPECT_EQ(FieldViolations(ids.status())[0].field, "shapes[1].box.size[1]");
  EXPECT_THAT(std::string(client.Upload(Mesh{}).status().message()), HasSubstr("shapes[0].mesh"));
}

// Of either precision, with and without triangles, against a server of small messages.
TEST(Upload, AMeshOverTheLimitIsSentInChunks) {
  RequestLimits small;
  small.max_message_bytes = 4096;
  const auto server = StartServer(small);
  Client client = ConnectTo(server->addresses()[0]);
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (const bool float32 : {false, true}) {
    Mesh mesh;
    for (int i = 0; i < 2'000; ++i) {
      Vec3d v{normal(random), normal(random), normal(random)};
      if (float32) v = {float(v.x), float(v.y), float(v.z)};
      mesh.vertices.push_back(v);
    }
    const auto id = client.Upload(mesh);
    ASSERT_TRUE(id.ok()) << id.status();
    EXPECT_EQ(client.GetGeometry(*id)->vertices_given, 2'000);
    std::vector<MeshTriangle> triangles;
    for (uint32_t i = 2; i < 2'000; ++i) triangles.push_back({0, i - 1, i});
    const auto report = client.UploadMesh(mesh, triangles);
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(report->geometry.id, *id);
    EXPECT_FALSE(report->created);
    ASSERT_TRUE(report->non_convexity.has_value());
    EXPECT_GT(*report->non_convexity, 0.5);
    triangles[7][1] = 2'000;
    EXPECT_THAT(std::string(client.UploadMesh(mesh, triangles).status().message()),
                HasSubstr("mesh.triangles[22]: must be below 2000"));
    mesh.vertices[1'234].y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(std::string(client.Upload(mesh).status().message()),
                HasSubstr("shapes[0].mesh.vertices[1234]"));
  }
}

TEST(Upload, AMeshWithTrianglesTellsHowFarFromConvexItWas) {
  const auto server = StartServer();
  Client client = ConnectTo(server->addresses()[0]);
  const Mesh mesh{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}, {1, 1, 0.5}}};
  auto report = client.UploadMesh(mesh);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_TRUE(report->created);
  EXPECT_FALSE(report->non_convexity.has_value());
  report = client.UploadMesh(mesh, {{0, 1, 4}});
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_NEAR(report->non_convexity.value_or(-1), 0.5, 1e-12);
}

TEST(Upload, AsksForMoreIdsThanOneCallTakesInSeveral) {
  ScriptedServer server;
  server.limits.set_max_ids(4);
  server.all_missing = true;
  Client client = ConnectTo(server.address());
  std::vector<Shape> shapes;
  for (int i = 1; i <= 10; ++i) shapes.push_back(Sphere{double(i)});
  ASSERT_TRUE(client.Upload(shapes).ok());
  EXPECT_EQ(server.find_calls, 3);
  EXPECT_EQ(server.create_calls, 10);
}

TEST(LostGeometry, IsUploadedAgainOnce) {
  const auto server = StartServer();
  Client client = ConnectTo(server->addresses()[0]), other = ConnectTo(server->addresses()[0]);
  const auto ids = client.Upload(SomeShapes());
  ASSERT_TRUE(ids.ok());
  const Questions questions = RandomQuestions(*ids, 30, 50);
  const auto before = client.Distance(questions);
  for (const std::string& id : {(*ids)[0], (*ids)[3]}) ASSERT_TRUE(*other.DeleteGeometry(id));
  const auto after = client.Distance(questions);
  ASSERT_TRUE(after.ok()) << after.status();
  ExpectSameBits(*before, *after);
}

TEST(LostGeometry, IsNotFoundWhenTheClientHasNotKeptIt) {
  const auto server = StartServer();
  Client client = ConnectTo(server->addresses()[0], {.keep_shapes = false});
  const auto ids = client.Upload(SomeShapes());
  ASSERT_TRUE(ids.ok());
  ASSERT_TRUE(*client.DeleteGeometry((*ids)[2]));
  EXPECT_FALSE(*client.DeleteGeometry((*ids)[2]));
  const auto answers = client.Distance(RandomQuestions(*ids, 30, 50));
  EXPECT_EQ(answers.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(ErrorReason(answers.status()), "GEOMETRY_NOT_FOUND");
}

TEST(LostGeometry, DeletedByThisClientStaysDeleted) {
  const auto server = StartServer();
  Client client = ConnectTo(server->addresses()[0]);
  const auto ids = client.Upload(SomeShapes());
  ASSERT_TRUE(*client.DeleteGeometry((*ids)[2]));
  EXPECT_EQ(client.Distance(RandomQuestions(*ids, 30, 50)).status().code(),
            absl::StatusCode::kNotFound);
}

TEST(LostGeometry, LostForeverIsReportedAfterOneMoreAttempt) {
  ScriptedServer server;
  server.all_missing = true;
  server.on_distance = [](auto*, auto*, auto*) {
    return ErrorWithReason(grpc::StatusCode::NOT_FOUND, "GEOMETRY_NOT_FOUND");
  };
  Client client = ConnectTo(server.address());
  const auto id = client.Upload(Sphere{1});
  ASSERT_TRUE(id.ok());
  Questions questions;
  questions.AddPair(questions.AddObject(*id, {}), questions.AddObject(*id, {}));
  EXPECT_EQ(client.Distance(questions).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(server.distance_calls, 2);
  EXPECT_EQ(server.create_calls, 2);
}

TEST(BadAnswer, IsRefusedThroughTheClient) {
  ScriptedServer server;
  server.on_distance = [](auto*, auto* request, auto* response) {
    ScriptedServer::AnswerAllOk(*request, response);
    response->mutable_answers_f64()->mutable_distance()->RemoveLast();
    return grpc::Status::OK;
  };
  server.on_collide = [](auto*, auto*) { return grpc::Status::OK; };
  server.on_penetration = [](auto*, auto*) { return grpc::Status::OK; };
  Client client = ConnectTo(server.address());
  Questions questions;
  questions.AddPair(questions.AddObject("sha256-0", {}), 0);
  for (const absl::Status& status :
       {client.Distance(questions).status(), client.Collide(questions).status(),
        client.Penetration(questions).status()}) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("malformed"));
  }
}

TEST(Reports, ListGetDeleteInfoHealth) {
  RequestLimits limits;
  limits.max_page_size = 3;
  const auto server = StartServer(limits);
  Client client = ConnectTo(server->addresses()[0]);
  const auto ids = client.Upload(SomeShapes(), {.ttl = absl::Hours(1)});
  ASSERT_TRUE(ids.ok()) << ids.status();
  const auto list = client.ListGeometries();
  ASSERT_TRUE(list.ok());
  ASSERT_EQ(list->size(), SomeShapes().size());
  for (size_t i = 1; i < list->size(); ++i) EXPECT_LT((*list)[i - 1].id, (*list)[i].id);
  const auto mesh = client.GetGeometry(ids->back());
  ASSERT_TRUE(mesh.ok());
  EXPECT_EQ(mesh->kind, "mesh");
  EXPECT_EQ(mesh->vertices_given, 4);
  EXPECT_EQ(mesh->hull_vertices, 4);
  EXPECT_NEAR(mesh->volume, 1e-3 / 6, 1e-12);
  EXPECT_LT(mesh->expire_time, absl::Now() + absl::Hours(2));
  EXPECT_EQ(client.GetGeometry("sha256-0").status().code(), absl::StatusCode::kNotFound);
  // Uploaded again without a ttl, it is no longer somebody's for an hour only.
  ASSERT_TRUE(client.Upload(SomeShapes()).ok());
  EXPECT_GT(client.GetGeometry(ids->back())->expire_time, absl::Now() + absl::Hours(24 * 365));
  const auto info = client.GetServerInfo();
  ASSERT_TRUE(info.ok());
  EXPECT_EQ(info->backend, "cpu");
  EXPECT_EQ(info->limits.max_page_size, 3);
  EXPECT_GE(info->devices.size(), 1u);
  const auto serving = client.IsServing();
  ASSERT_TRUE(serving.ok()) << serving.status();
  EXPECT_TRUE(*serving);
  EXPECT_EQ(client.IsServing("farpoint.devices").value_or(false), true);
  EXPECT_EQ(client.IsServing("farpoint.device").status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace farpoint
