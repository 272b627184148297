// Products through the client, and answers that come in the ways that options ask for.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "client/error.h"
#include "tests/client/scripted_server.h"
#include "tests/client/server_and_client.h"

namespace farpoint {
namespace {

// A row of spheres and boxes, of which neighbours overlap.
Questions Row(const std::vector<std::string>& ids, uint32_t objects) {
  Questions questions;
  for (uint32_t k = 0; k < objects; ++k) {
    questions.AddObject(ids[k % ids.size()], {.position = {0.3 * k, 0.01 * (k % 7), 0.1}});
  }
  return questions;
}
std::vector<uint32_t> Range(uint32_t begin, uint32_t end) {
  std::vector<uint32_t> range(end - begin);
  std::iota(range.begin(), range.end(), begin);
  return range;
}

TEST(Product, OfAMillionPairsGivesTheBitsOfSmallCalls) {
  const auto server = StartServer();
  Client client = ConnectTo(server->addresses()[0]);
  const auto ids = client.Upload({Sphere{0.25}, Box{{0.4, 0.3, 0.2}}});
  ASSERT_TRUE(ids.ok());
  Questions questions = Row(*ids, 1000);
  const std::vector<uint32_t> all = Range(0, 1000);
  questions.AddGroupProduct(all, all);
  ASSERT_EQ(questions.pairs(), 1'000'000u);
  ASSERT_GT(questions.pairs(), static_cast<size_t>(client.limits().max_pairs));
  const QueryOptions query{
      .max_distance = 0.5, .witness_points = false, .normals = false, .iterations = true};
  const auto answers = client.Distance(questions, query);
  ASSERT_TRUE(answers.ok()) << answers.status();
  ASSERT_EQ(answers->size(), 1'000'000u);

  DistanceAnswers sample, alone;
  size_t near = 0;
  for (size_t i = 0; i < 1'000'000; i += 7919) {
    // Every other one a pair of neighbours: most pairs are far apart.
    const size_t pair = i % 2 == 0 ? i : i / 1000 * 1001;
    const auto [a, b] = questions.PairAt(pair);
    ASSERT_EQ(a * 1000u + b, pair);
    Questions small = Row(*ids, 1000);
    small.AddPair(a, b);
    const auto one = client.Distance(small, query);
    ASSERT_TRUE(one.ok());
    near += one->status[0] == PairStatus::kOk;
    alone.distance.push_back(one->distance[0]);
    alone.error_bound.push_back(one->error_bound[0]);
    alone.status.push_back(one->status[0]);
    alone.iterations.push_back(one->iterations[0]);
    sample.distance.push_back(answers->distance[pair]);
    sample.error_bound.push_back(answers->error_bound[pair]);
    sample.status.push_back(answers->status[pair]);
    sample.iterations.push_back(answers->iterations[pair]);
  }
  EXPECT_GT(near, 50u);
  ExpectSameBits(sample, alone);
}

TEST(Product, SplitOrNotAloneOrNotTheAnswersAreTheSame) {
  RequestLimits few_pairs, few_objects;
  few_pairs.max_pairs = 13;
  few_objects.max_objects = 9;
  const auto server = StartServer(), small = StartServer(few_pairs),
             narrow = StartServer(few_objects);
  DistanceAnswers first;
  std::vector<size_t> overlapping;
  for (const auto& s : {server.get(), small.get(), narrow.get()}) {
    Client client = ConnectTo(s->addresses()[0]);
    const auto ids = client.Upload({Sphere{0.25}, Box{{0.4, 0.3, 0.2}}});
    ASSERT_TRUE(ids.ok());
    Questions product = Row(*ids, 40), mixed = Row(*ids, 40), pairs = Row(*ids, 40);
    product.AddGroupProduct(Range(3, 8), Range(0, 40));
    mixed.AddGroupProduct(Range(3, 7), Range(0, 40));
    for (uint32_t j = 0; j < 40; ++j) mixed.AddPair(7, j);
    for (uint32_t i = 3; i < 8; ++i) {
      for (uint32_t j = 0; j < 40; ++j) pairs.AddPair(i, j);
    }
    for (const Questions& questions : {product, mixed, pairs}) {
      const auto answers = client.Distance(questions, {.iterations = true});
      ASSERT_TRUE(answers.ok()) << answers.status();
      if (first.size() == 0) first = *answers;
      ExpectSameBits(*answers, first);
      const auto penetration = client.Penetration(questions);
      ASSERT_TRUE(penetration.ok()) << penetration.status();
      if (overlapping.empty()) overlapping = penetration->pair;
      EXPECT_GT(overlapping.size(), 5u);
      EXPECT_EQ(penetration->pair, overlapping);
    }
  }
}

TEST(Product, RefusalsNameRowOrColumnInTheWhole) {
  ScriptedServer server;
  server.limits.set_max_pairs(10);
  server.on_distance = [](auto*, auto* request, auto* response) {
    // The part with object 27 as its column is refused.
    const v1::PairBatch& batch = request->batch();
    for (int j = 0; j < batch.product().b_size(); ++j) {
      const int object = static_cast<int>(batch.product().b(j));
      if (batch.objects().poses_f64().position_xyz(3 * object) == 27) {
        return ErrorWithField("batch.product.b[" + std::to_string(j) + "]", "not that one");
      }
    }
    v1::DistanceRequest pairs = *request;
    for (int i = 0; i < batch.product().a_size() * batch.product().b_size(); ++i) {
      pairs.mutable_batch()->mutable_index_pairs()->add_a(0);
    }
    ScriptedServer::AnswerAllOk(pairs, response);
    return grpc::Status::OK;
  };
  Client client = ConnectTo(server.address());
  Questions questions;
  for (uint32_t k = 0; k < 30; ++k)
    questions.AddObject("sha256-0", {.position = {double(k), 0, 0}});
  questions.AddGroupProduct({0, 1}, Range(5, 30));
  const auto answers = client.Distance(questions);
  const auto violations = FieldViolations(answers.status());
  ASSERT_EQ(violations.size(), 1u) << answers.status();
  EXPECT_EQ(violations[0].field, "batch.product.b[22]");
}

TEST(Options, EveryWayIsAnsweredWithinItsBounds) {
  const auto server = StartServer();
  Client client = ConnectTo(server->addresses()[0]);
  std::vector<Vec3d> corners;
  for (double x : {-1.0, 1.0}) {
    for (double y : {-0.5, 0.5}) {
      for (double z : {-0.25, 0.25}) corners.push_back({x, y, z});
    }
  }
  const auto ids = client.Upload({Mesh{corners}, Sphere{0.5}});
  ASSERT_TRUE(ids.ok());
  Questions questions;
  const uint32_t slab = questions.AddObject((*ids)[0], {});
  for (double x : {3.0, 1.75, 0.25}) {
    questions.AddPair(slab, questions.AddObject((*ids)[1], {.position = {x, 0.125, 0}}));
  }
  for (const Precision precision : {Precision::kFloat64, Precision::kFloat32}) {
    for (const GjkVariant gjk : {GjkVariant::kPlain, GjkVariant::kNesterov, GjkVariant::kPolyak}) {
      for (const SupportField field : {SupportField::kExactCells, SupportField::kLatLong,
                                       SupportField::kScan, SupportField::kHillClimbing}) {
        const auto answers =
            client.Distance(questions, {.field = field, .gjk = gjk, .precision = precision});
        ASSERT_TRUE(answers.ok()) << answers.status();
        EXPECT_NEAR(answers->distance[0], 1.5, answers->error_bound[0]);
        EXPECT_NEAR(answers->distance[1], 0.25, answers->error_bound[1]);
        EXPECT_NEAR(answers->distance[2], -0.75, answers->error_bound[2]);
        if (field == SupportField::kLatLong) continue;  // approximate: its bounds may be wide
        EXPECT_LT(answers->error_bound[1], 1e-6);
        EXPECT_NEAR(answers->point_a[0].x, 1, 1e-6);
      }
    }
  }
  EXPECT_EQ(FieldViolations(client.Distance(questions, {.field_resolution = 90}).status())[0].field,
            "solver.field_resolution");
  const auto near = client.Collide(questions, 0.5, {.max_distance = 0.125});
  ASSERT_TRUE(near.ok()) << near.status();
  EXPECT_NE(near->state[0], CollisionState::kColliding) << "it may have been proven on the way";
  EXPECT_EQ(near->state[1], CollisionState::kUndecided) << "followed no farther than 0.125";
  EXPECT_EQ(near->state[2], CollisionState::kColliding);
}

}  // namespace
}  // namespace farpoint
