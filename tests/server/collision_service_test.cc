#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <cmath>

#include "tests/server/test_server.h"

namespace farpoint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Three unit boxes along x: 0 and 1 overlap by 0.25, 1 and 2 are 1 apart, 0 and 2 are 1.75 apart.
class CollisionServiceTest : public testing::Test {
 protected:
  CollisionServiceTest() {
    const std::string box = server_.Upload(BoxShape(1, 1, 1));
    batch_ = RowOf({box, box, box}, {0, 0.75, 2.75});
    AddPair(batch_, 0, 1);
    AddPair(batch_, 1, 2);
    AddPair(batch_, 0, 2);
  }

  v1::DistanceResponse Distance(const v1::DistanceRequest& request) {
    grpc::ClientContext context;
    v1::DistanceResponse response;
    const grpc::Status status = server_.stubs().collision->Distance(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  v1::DistanceRequest Request() {
    v1::DistanceRequest request;
    *request.mutable_batch() = batch_;
    return request;
  }
  v1::PenetrationResponse Penetration(const v1::PenetrationRequest& request) {
    grpc::ClientContext context;
    v1::PenetrationResponse response;
    const grpc::Status status =
        server_.stubs().collision->Penetration(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  std::vector<int> Collide(double margin) {
    grpc::ClientContext context;
    v1::CollideRequest request;
    *request.mutable_batch() = batch_;
    request.set_margin(margin);
    v1::CollideResponse response;
    const grpc::Status status = server_.stubs().collision->Collide(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    EXPECT_EQ(response.pair_count(), 3u);
    return {response.state().begin(), response.state().end()};
  }

  TestServer server_;
  v1::PairBatch batch_;
};

TEST_F(CollisionServiceTest, AnswersDistancesInOrderWithStatusAndBound) {
  const v1::DistanceResponse response = Distance(Request());
  EXPECT_EQ(response.pair_count(), 3u);
  const v1::Answers& answers = response.answers_f64();
  ASSERT_EQ(answers.distance_size(), 3);
  ASSERT_EQ(answers.error_bound_size(), 3);
  EXPECT_EQ(response.status(), std::string(3, v1::PAIR_STATUS_OK));
  const double truth[] = {-0.25, 1, 1.75};
  for (int i = 0; i < 3; ++i) {
    EXPECT_GE(answers.error_bound(i), 0);
    EXPECT_LE(answers.error_bound(i), 1e-9);
    EXPECT_NEAR(answers.distance(i), truth[i], answers.error_bound(i) + 1e-15);
  }
  EXPECT_THAT(answers.point_a_xyz(), IsEmpty());
  EXPECT_THAT(answers.point_b_xyz(), IsEmpty());
  EXPECT_THAT(answers.normal_xyz(), IsEmpty());
  EXPECT_THAT(response.iterations(), IsEmpty());
}

TEST_F(CollisionServiceTest, SendsWhatIsAskedFor) {
  v1::DistanceRequest request = Request();
  request.mutable_results()->set_witness_points(true);
  request.mutable_results()->set_normals(true);
  request.mutable_results()->set_iterations(true);
  const v1::DistanceResponse response = Distance(request);
  const v1::Answers& answers = response.answers_f64();
  ASSERT_EQ(answers.point_a_xyz_size(), 9);
  ASSERT_EQ(answers.point_b_xyz_size(), 9);
  ASSERT_EQ(answers.normal_xyz_size(), 9);
  EXPECT_EQ(response.iterations_size(), 3);
  EXPECT_NEAR(answers.normal_xyz(3), 1, 1e-12);
  for (int i = 0; i < 3; ++i) {
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(answers.point_b_xyz(3 * i + c) - answers.point_a_xyz(3 * i + c),
                  answers.distance(i) * answers.normal_xyz(3 * i + c), 1e-9);
    }
  }
}

TEST_F(CollisionServiceTest, AnswersInFloat32WithABoundThatStillHolds) {
  v1::DistanceRequest request = Request();
  request.mutable_batch()->mutable_objects()->mutable_poses_f64()->set_position_xyz(3, 0.7);
  request.mutable_results()->set_witness_points(true);
  request.mutable_results()->set_normals(true);
  const v1::DistanceResponse wide = Distance(request);
  request.mutable_results()->set_precision(v1::PRECISION_FLOAT32);
  const v1::DistanceResponse response = Distance(request);
  ASSERT_TRUE(response.has_answers_f32());
  const v1::AnswersF32& answers = response.answers_f32();
  ASSERT_EQ(answers.distance_size(), 3);
  EXPECT_EQ(answers.point_a_xyz_size(), 9);
  EXPECT_EQ(answers.point_b_xyz_size(), 9);
  EXPECT_EQ(answers.normal_xyz_size(), 9);
  for (int i = 0; i < 3; ++i) {
    const double d = answers.distance(i), e = answers.error_bound(i);
    EXPECT_LE(d - e, wide.answers_f64().distance(i) - wide.answers_f64().error_bound(i));
    EXPECT_GE(d + e, wide.answers_f64().distance(i) + wide.answers_f64().error_bound(i));
    EXPECT_LT(e, 1e-6);
  }
}

TEST_F(CollisionServiceTest, TakesPosesInFloat32) {
  v1::DistanceRequest request = Request();
  v1::PosesF32 poses;
  for (double p : batch_.objects().poses_f64().position_xyz()) {
    poses.add_position_xyz(static_cast<float>(p));
  }
  for (double q : batch_.objects().poses_f64().orientation_xyzw()) {
    poses.add_orientation_xyzw(static_cast<float>(q));
  }
  *request.mutable_batch()->mutable_objects()->mutable_poses_f32() = poses;
  // All numbers are exact in float32: the answers are equal to the last bit.
  EXPECT_EQ(Distance(request).SerializeAsString(), Distance(Request()).SerializeAsString());
}

TEST_F(CollisionServiceTest, PaddingGrowsObjects) {
  v1::DistanceRequest request = Request();
  for (double p : {0.25, 0., 0.5}) request.mutable_batch()->mutable_objects()->add_padding(p);
  const v1::DistanceResponse response = Distance(request);
  EXPECT_NEAR(response.answers_f64().distance(0), -0.5, 1e-9);
  EXPECT_NEAR(response.answers_f64().distance(1), 0.5, 1e-9);
  EXPECT_NEAR(response.answers_f64().distance(2), 1, 1e-9);
}

TEST_F(CollisionServiceTest, StopsBeyondMaxDistance) {
  v1::DistanceRequest request = Request();
  request.mutable_solver()->set_max_distance(0.5);
  const v1::DistanceResponse response = Distance(request);
  EXPECT_EQ(response.status()[0], v1::PAIR_STATUS_OK);
  for (int i : {1, 2}) {
    EXPECT_EQ(response.status()[i], v1::PAIR_STATUS_BEYOND_MAX_DISTANCE);
    EXPECT_GE(response.answers_f64().distance(i), 0.5);
    EXPECT_EQ(response.answers_f64().error_bound(i), 0);
  }
}

TEST_F(CollisionServiceTest, ReportsWhatDidNotReachTheTolerance) {
  v1::DistanceRequest request = Request();
  request.mutable_solver()->set_tolerance(1e-300);
  const v1::DistanceResponse response = Distance(request);
  for (int i = 0; i < 3; ++i) {
    const bool reached = response.answers_f64().error_bound(i) <= 1e-300;
    EXPECT_EQ(response.status()[i], reached ? v1::PAIR_STATUS_OK : v1::PAIR_STATUS_NOT_CONVERGED);
  }
}

TEST_F(CollisionServiceTest, PenetrationAnswersEveryPairThatIsNotProvenApart) {
  v1::PenetrationRequest request;
  *request.mutable_batch() = batch_;
  AddPair(*request.mutable_batch(), 1, 0);
  request.mutable_results()->set_normals(true);
  request.mutable_results()->set_iterations(true);
  request.mutable_solver()->set_max_distance(0);  // no effect
  const v1::PenetrationResponse response = Penetration(request);
  EXPECT_EQ(response.pair_count(), 4u);
  EXPECT_THAT(response.overlapping_pair(), ElementsAre(0, 3));
  EXPECT_EQ(response.status(), std::string(2, v1::PAIR_STATUS_OK));
  ASSERT_EQ(response.answers_f64().distance_size(), 2);
  EXPECT_EQ(response.answers_f64().error_bound_size(), 2);
  EXPECT_EQ(response.answers_f64().normal_xyz_size(), 6);
  EXPECT_EQ(response.iterations_size(), 2);
  EXPECT_NEAR(response.answers_f64().distance(0), -0.25, 1e-9);
  EXPECT_NEAR(response.answers_f64().distance(1), -0.25, 1e-9);
}

TEST_F(CollisionServiceTest, PenetrationOfNothingStillHasItsAnswers) {
  v1::PenetrationRequest request;
  *request.mutable_batch() = RowOf({batch_.objects().geometry_ids(0)}, {0});
  *request.mutable_batch() = batch_;
  request.mutable_batch()->clear_index_pairs();
  AddPair(*request.mutable_batch(), 0, 2);
  request.mutable_results()->set_precision(v1::PRECISION_FLOAT32);
  const v1::PenetrationResponse response = Penetration(request);
  EXPECT_EQ(response.pair_count(), 1u);
  EXPECT_THAT(response.overlapping_pair(), IsEmpty());
  EXPECT_TRUE(response.has_answers_f32());
  EXPECT_EQ(response.status(), "");
}

TEST_F(CollisionServiceTest, CollideProvesStatesAgainstTheMargin) {
  constexpr int kFree = v1::COLLISION_STATE_FREE, kColliding = v1::COLLISION_STATE_COLLIDING;
  EXPECT_THAT(Collide(0), ElementsAre(kColliding, kFree, kFree));
  EXPECT_THAT(Collide(1.5), ElementsAre(kColliding, kColliding, kFree));
  EXPECT_THAT(Collide(-0.125), ElementsAre(kColliding, kFree, kFree));
  EXPECT_THAT(Collide(-0.5), ElementsAre(kFree, kFree, kFree));
  EXPECT_THAT(Collide(1e300), ElementsAre(kColliding, kColliding, kColliding));
}

// Each distance of a fine row of boxes, against margins just beside it.
TEST_F(CollisionServiceTest, CollideAgreesWithDistance) {
  const v1::DistanceResponse distances = Distance(Request());
  for (int i = 0; i < 3; ++i) {
    const double d = distances.answers_f64().distance(i),
                 e = distances.answers_f64().error_bound(i);
    EXPECT_EQ(Collide(d - e - 1e-6)[i], v1::COLLISION_STATE_FREE);
    EXPECT_EQ(Collide(d + e + 1e-6)[i], v1::COLLISION_STATE_COLLIDING);
  }
}

TEST_F(CollisionServiceTest, TwoHalfspacesAreUnboundedAndUndecided) {
  v1::Shape floor;
  for (double n : {0., 0., 1.}) floor.mutable_halfspace()->add_normal(n);
  const std::string id = server_.Upload(floor);
  batch_ = RowOf({id, id}, {0, 1});
  for (int i = 0; i < 3; ++i) AddPair(batch_, 0, 1);
  for (const v1::Precision precision : {v1::PRECISION_FLOAT64, v1::PRECISION_FLOAT32}) {
    v1::DistanceRequest request = Request();
    request.mutable_results()->set_precision(precision);
    const v1::DistanceResponse response = Distance(request);
    EXPECT_EQ(response.status(), std::string(3, v1::PAIR_STATUS_UNBOUNDED));
    const double distance = precision == v1::PRECISION_FLOAT64 ? response.answers_f64().distance(0)
                                                               : response.answers_f32().distance(0);
    EXPECT_EQ(distance, -std::numeric_limits<double>::infinity());
  }
  EXPECT_THAT(Collide(0), ElementsAre(3, 3, 3));
}

TEST_F(CollisionServiceTest, AnAnswerThatWouldNotFitIsRefusedBeforeTheWork) {
  ServerOptions options;
  options.limits.max_message_bytes = 64 * 1024;
  TestServer server(options);
  const std::string id = server.Upload(SphereShape(1));
  v1::DistanceRequest request;
  *request.mutable_batch() = RowOf({id, id}, {0, 3});
  for (int i = 0; i < 3000; ++i) AddPair(*request.mutable_batch(), 0, 1);
  const auto ask = [&] {
    grpc::ClientContext context;
    v1::DistanceResponse response;
    return server.stubs().collision->Distance(&context, request, &response);
  };
  EXPECT_TRUE(ask().ok());
  request.mutable_results()->set_witness_points(true);
  EXPECT_EQ(FieldOf(ask()), "results");
  request.mutable_results()->set_witness_points(false);
  EXPECT_TRUE(ask().ok());
}

}  // namespace
}  // namespace farpoint
