// What a request's options become for the backend, and what a backend's answers become.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <cmath>
#include <future>
#include <limits>

#include "server/convert/options_from_proto.h"
#include "tests/server/forwarding_backend.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(SolverOptionsFromProto, WhatIsUnsetHasItsDefault) {
  const absl::StatusOr<SolverOptions> options = SolverOptionsFromProto({});
  ASSERT_TRUE(options.ok());
  EXPECT_FALSE(options->max_distance.has_value());
  EXPECT_FALSE(options->tolerance.has_value());
  EXPECT_EQ(options->overlap, OverlapMode::kExactDepth);
  EXPECT_EQ(options->field, SupportField::kExactCells);
  EXPECT_EQ(options->field_resolution, 180);
  EXPECT_EQ(options->gjk, GjkVariant::kPlain);
}

TEST(SolverOptionsFromProto, EveryValueArrives) {
  const auto read = [](const auto& set) {
    v1::SolverOptions message;
    set(message);
    const absl::StatusOr<SolverOptions> options = SolverOptionsFromProto(message);
    EXPECT_TRUE(options.ok()) << options.status();
    return *options;
  };
  for (const auto& [wire, core] :
       {std::pair{v1::OVERLAP_MODE_EXACT_DEPTH, OverlapMode::kExactDepth},
        {v1::OVERLAP_MODE_ESTIMATED_DEPTH, OverlapMode::kEstimatedDepth},
        {v1::OVERLAP_MODE_SIGN_ONLY, OverlapMode::kSignOnly}}) {
    EXPECT_EQ(read([w = wire](auto& m) { m.set_overlap(w); }).overlap, core);
  }
  for (const auto& [wire, core] :
       {std::pair{v1::SUPPORT_FIELD_EXACT_CELLS, SupportField::kExactCells},
        {v1::SUPPORT_FIELD_LAT_LONG, SupportField::kLatLong},
        {v1::SUPPORT_FIELD_SCAN, SupportField::kScan},
        {v1::SUPPORT_FIELD_HILL_CLIMBING, SupportField::kHillClimbing}}) {
    EXPECT_EQ(read([w = wire](auto& m) { m.set_field(w); }).field, core);
  }
  for (const auto& [wire, core] : {std::pair{v1::GJK_VARIANT_PLAIN, GjkVariant::kPlain},
                                   {v1::GJK_VARIANT_NESTEROV, GjkVariant::kNesterov},
                                   {v1::GJK_VARIANT_POLYAK, GjkVariant::kPolyak}}) {
    EXPECT_EQ(read([w = wire](auto& m) { m.set_gjk_variant(w); }).gjk, core);
  }
  for (const auto& [asked, got] : {std::pair{0, 180}, {2, 2}, {1024, 1024}}) {
    const SolverOptions options = read([a = asked](auto& m) {
      m.set_field(v1::SUPPORT_FIELD_LAT_LONG);
      m.set_field_resolution(static_cast<uint32_t>(a));
    });
    EXPECT_EQ(options.field_resolution, got);
  }
}

// One pair of spheres, and a hand on what the backend is asked and answers.
class SolverOptionsTest : public testing::Test {
 protected:
  SolverOptionsTest() {
    const std::string id = server_.Upload(SphereShape(1));
    batch_ = RowOf({id, id}, {0, 3});
    AddPair(batch_, 0, 1);
  }

  // The answer to one pair, as the backend gives it; keeps what it was asked with.
  template <class Request, class Response>
  Response Ask(grpc::Status (v1::CollisionService::Stub::*method)(grpc::ClientContext*,
                                                                  const Request&, Response*),
               Request request, const PairAnswer& answer = {}) {
    *request.mutable_batch() = batch_;
    Response response;
    std::future<grpc::Status> status = std::async(std::launch::async, [&] {
      grpc::ClientContext context;
      return (server_.stubs().collision.get()->*method)(&context, request, &response);
    });
    FakeBackend::Call call = backend_.Take();
    asked_ = call.batch->options;
    call.done(Answers{{answer}});
    const grpc::Status ended = status.get();
    EXPECT_TRUE(ended.ok()) << ended.error_message();
    return response;
  }
  SolverOptions AskedByCollide(double margin, const v1::SolverOptions& solver = {}) {
    v1::CollideRequest request;
    request.set_margin(margin);
    *request.mutable_solver() = solver;
    Ask(&v1::CollisionService::Stub::Collide, request);
    return asked_;
  }

  FakeBackend backend_;
  TestServer server_{{}, std::make_unique<Forwarding>(backend_)};
  v1::PairBatch batch_;
  SolverOptions asked_;
};

TEST_F(SolverOptionsTest, CollideGoesJustBeyondTheMarginAndAsksForNoDepth) {
  EXPECT_EQ(AskedByCollide(0).max_distance, std::nextafter(0.0, 1.0));
  EXPECT_EQ(asked_.overlap, OverlapMode::kSignOnly);
  EXPECT_EQ(AskedByCollide(0.5).max_distance, std::nextafter(0.5, 1.0));
  EXPECT_FALSE(AskedByCollide(std::numeric_limits<double>::max()).max_distance.has_value());
  EXPECT_FALSE(AskedByCollide(-0.5).max_distance.has_value());
  EXPECT_EQ(asked_.overlap, OverlapMode::kExactDepth) << "a negative margin is about depth";
}

TEST_F(SolverOptionsTest, CollideTakesTheSmallerOfMaxDistanceAndMargin) {
  v1::SolverOptions solver;
  solver.set_max_distance(0.25);
  EXPECT_EQ(AskedByCollide(0.5, solver).max_distance, 0.25);
  EXPECT_EQ(AskedByCollide(0.125, solver).max_distance, std::nextafter(0.125, 1.0));
  EXPECT_EQ(AskedByCollide(-1, solver).max_distance, 0.25);
  EXPECT_EQ(AskedByCollide(std::numeric_limits<double>::max(), solver).max_distance, 0.25);
}

TEST_F(SolverOptionsTest, CollideHonoursWhatIsSaidAboutOverlapsAndPassesTheRest) {
  v1::SolverOptions solver;
  solver.set_overlap(v1::OVERLAP_MODE_ESTIMATED_DEPTH);
  solver.set_tolerance(1e-3);
  solver.set_field(v1::SUPPORT_FIELD_LAT_LONG);
  solver.set_field_resolution(64);
  solver.set_gjk_variant(v1::GJK_VARIANT_POLYAK);
  EXPECT_EQ(AskedByCollide(0, solver).overlap, OverlapMode::kEstimatedDepth);
  EXPECT_EQ(asked_.tolerance, 1e-3);
  EXPECT_EQ(asked_.field, SupportField::kLatLong);
  EXPECT_EQ(asked_.field_resolution, 64);
  EXPECT_EQ(asked_.gjk, GjkVariant::kPolyak);
  solver.set_overlap(v1::OVERLAP_MODE_SIGN_ONLY);
  EXPECT_EQ(AskedByCollide(-1, solver).overlap, OverlapMode::kSignOnly);
  solver.set_overlap(v1::OVERLAP_MODE_EXACT_DEPTH);
  EXPECT_EQ(AskedByCollide(1, solver).overlap, OverlapMode::kExactDepth);
}

TEST_F(SolverOptionsTest, CollideAndPenetrationRefuseWhatDistanceRefuses) {
  v1::CollideRequest collide;
  *collide.mutable_batch() = batch_;
  collide.mutable_solver()->set_field(static_cast<v1::SupportField>(9));
  v1::PenetrationRequest penetration;
  *penetration.mutable_batch() = batch_;
  penetration.mutable_solver()->set_max_distance(-1);
  grpc::ClientContext c1, c2, c3;
  v1::CollideResponse collided;
  v1::PenetrationResponse penetrated;
  v1::CollisionService::Stub& stub = *server_.stubs().collision;
  EXPECT_EQ(FieldOf(stub.Collide(&c1, collide, &collided)), "solver.field");
  collide.mutable_solver()->clear_field();
  collide.mutable_solver()->set_max_distance(kNaN);
  EXPECT_EQ(FieldOf(stub.Collide(&c2, collide, &collided)), "solver.max_distance");
  EXPECT_EQ(FieldOf(stub.Penetration(&c3, penetration, &penetrated)), "solver.max_distance");
}

TEST_F(SolverOptionsTest, PenetrationIsDoneWithAPairOnceItIsApart) {
  v1::PenetrationRequest request;
  request.mutable_solver()->set_max_distance(7);
  request.mutable_solver()->set_overlap(v1::OVERLAP_MODE_SIGN_ONLY);
  Ask(&v1::CollisionService::Stub::Penetration, request);
  EXPECT_EQ(asked_.max_distance, std::numeric_limits<double>::min());
  EXPECT_EQ(asked_.overlap, OverlapMode::kSignOnly);
}

TEST_F(SolverOptionsTest, AnOverlapWithoutDepthReachesTheWireAsItIs) {
  const Vec3d none{kNaN, kNaN, kNaN};
  const PairAnswer overlap{-kInf, 0, none, none, none, PairStatus::kDepthNotAsked, 5};
  using Stub = v1::CollisionService::Stub;
  const std::string status(1, v1::PAIR_STATUS_DEPTH_NOT_ASKED);
  v1::DistanceRequest distance;
  distance.mutable_results()->set_witness_points(true);
  distance.mutable_results()->set_normals(true);
  const v1::DistanceResponse wide = Ask(&Stub::Distance, distance, overlap);
  EXPECT_EQ(wide.status(), status);
  EXPECT_EQ(wide.answers_f64().distance(0), -kInf);
  EXPECT_EQ(wide.answers_f64().error_bound(0), 0);
  for (double c : wide.answers_f64().point_b_xyz()) EXPECT_TRUE(std::isnan(c));
  for (double c : wide.answers_f64().normal_xyz()) EXPECT_TRUE(std::isnan(c));
  distance.mutable_results()->set_precision(v1::PRECISION_FLOAT32);
  const v1::DistanceResponse narrow = Ask(&Stub::Distance, distance, overlap);
  EXPECT_EQ(narrow.status(), status);
  EXPECT_EQ(narrow.answers_f32().distance(0), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(narrow.answers_f32().error_bound(0), 0);
  for (float c : narrow.answers_f32().point_a_xyz()) EXPECT_TRUE(std::isnan(c));

  const v1::PenetrationResponse penetration =
      Ask(&Stub::Penetration, v1::PenetrationRequest(), overlap);
  EXPECT_EQ(penetration.overlapping_pair_size(), 1);
  EXPECT_EQ(penetration.status(), status);
  v1::CollideRequest collide;
  EXPECT_EQ(Ask(&Stub::Collide, collide, overlap).state()[0], v1::COLLISION_STATE_COLLIDING);
  collide.set_margin(-1e-9);
  EXPECT_EQ(Ask(&Stub::Collide, collide, overlap).state()[0], v1::COLLISION_STATE_UNDECIDED);
}

TEST_F(SolverOptionsTest, CollideOfAPairBeyondMaxDistanceButNotBeyondTheMarginIsUndecided) {
  const PairAnswer beyond{0.25, 0, {}, {}, {}, PairStatus::kBeyondMaxDistance, 5};
  v1::CollideRequest request;
  request.set_margin(0.5);
  request.mutable_solver()->set_max_distance(0.25);
  using Stub = v1::CollisionService::Stub;
  EXPECT_EQ(Ask(&Stub::Collide, request, beyond).state()[0], v1::COLLISION_STATE_UNDECIDED);
  request.set_margin(0.125);
  EXPECT_EQ(Ask(&Stub::Collide, request, beyond).state()[0], v1::COLLISION_STATE_FREE);
}

}  // namespace
}  // namespace farpoint
