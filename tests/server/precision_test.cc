// Width of what is asked and width of what is answered do not depend on each other, in any
// method.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <random>

#include "tests/server/test_server.h"

namespace farpoint {
namespace {

using Stub = v1::CollisionService::Stub;

class PrecisionTest : public testing::Test {
 protected:
  PrecisionTest() {
    // Numbers that float32 holds, near enough for a third of the pairs to overlap.
    std::mt19937 random(5);
    std::uniform_real_distribution<float> place(-1, 1), turn(0, 3);
    const std::string ids[] = {server_.Upload(BoxShape(0.7, 0.5, 0.3)),
                               server_.Upload(SphereShape(0.3))};
    wide_ = RowOf({ids[0], ids[1]}, {0, 0});
    v1::Objects& objects = *wide_.mutable_objects();
    objects.clear_geometry_index();
    v1::Poses& poses = *objects.mutable_poses_f64();
    poses.Clear();
    v1::PosesF32 narrow;
    for (uint32_t i = 0; i < 20; ++i) {
      objects.add_geometry_index(i % 2);
      const float angle = turn(random);
      for (float p : {place(random), place(random), place(random)}) {
        poses.add_position_xyz(p);
        narrow.add_position_xyz(p);
      }
      for (float q : {0.0f, 0.0f, std::sin(angle), std::cos(angle)}) {
        poses.add_orientation_xyzw(q);
        narrow.add_orientation_xyzw(q);
      }
    }
    for (uint32_t i = 0; i < 20; ++i) {
      for (uint32_t j = 0; j < i; ++j) AddPair(wide_, i, j);
    }
    narrow_ = wide_;
    *narrow_.mutable_objects()->mutable_poses_f32() = narrow;
  }

  template <class Request, class Response>
  Response Ask(grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
               const Request& request) {
    grpc::ClientContext context;
    Response response;
    const grpc::Status status =
        (server_.stubs().collision.get()->*method)(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  template <class Request>
  static Request With(const v1::PairBatch& batch, v1::Precision precision) {
    Request request;
    *request.mutable_batch() = batch;
    request.mutable_results()->set_precision(precision);
    request.mutable_results()->set_witness_points(true);
    return request;
  }

  // Equal answers from poses of either width, and in float32 bounds that still hold.
  template <class Request, class Response>
  void Check(grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*)) {
    const Response f64 = Ask(method, With<Request>(wide_, v1::PRECISION_FLOAT64));
    const Response f32 = Ask(method, With<Request>(wide_, v1::PRECISION_FLOAT32));
    EXPECT_EQ(Ask(method, With<Request>(narrow_, v1::PRECISION_FLOAT64)).SerializeAsString(),
              f64.SerializeAsString());
    EXPECT_EQ(Ask(method, With<Request>(narrow_, v1::PRECISION_FLOAT32)).SerializeAsString(),
              f32.SerializeAsString());
    const v1::Answers& a = f64.answers_f64();
    const v1::AnswersF32& b = f32.answers_f32();
    ASSERT_GT(a.distance_size(), 10);
    ASSERT_EQ(a.distance_size(), b.distance_size());
    ASSERT_EQ(b.point_a_xyz_size(), 3 * b.distance_size());
    for (int i = 0; i < a.distance_size(); ++i) {
      const double d = b.distance(i), e = b.error_bound(i);
      EXPECT_LE(d - e, a.distance(i) - a.error_bound(i));
      EXPECT_GE(d + e, a.distance(i) + a.error_bound(i));
      EXPECT_EQ(b.point_a_xyz(3 * i), static_cast<float>(a.point_a_xyz(3 * i)));
    }
  }

  TestServer server_;
  v1::PairBatch wide_, narrow_;
};

TEST_F(PrecisionTest, Distance) { Check(&Stub::Distance); }
TEST_F(PrecisionTest, Penetration) { Check(&Stub::Penetration); }

TEST_F(PrecisionTest, Collide) {
  v1::CollideRequest wide, narrow;
  *wide.mutable_batch() = wide_;
  *narrow.mutable_batch() = narrow_;
  const v1::CollideResponse states = Ask(&Stub::Collide, wide);
  EXPECT_EQ(Ask(&Stub::Collide, narrow).SerializeAsString(), states.SerializeAsString());
  EXPECT_THAT(states.state(), testing::Contains(v1::COLLISION_STATE_FREE));
  EXPECT_THAT(states.state(), testing::Contains(v1::COLLISION_STATE_COLLIDING));
}

TEST_F(PrecisionTest, Support) {
  v1::SupportRequest wide, narrow;
  wide.add_geometry_ids(wide_.objects().geometry_ids(0));
  narrow = wide;
  for (float d : {0.1f, 0.2f, 0.3f, -1.0f, 0.5f, 2.0f}) {
    wide.mutable_directions_f64()->add_direction_xyz(d);
    narrow.mutable_directions_f32()->add_direction_xyz(d);
  }
  const v1::SupportResponse f64 = Ask(&Stub::Support, wide);
  EXPECT_EQ(Ask(&Stub::Support, narrow).SerializeAsString(), f64.SerializeAsString());
  wide.set_precision(v1::PRECISION_FLOAT32);
  narrow.set_precision(v1::PRECISION_FLOAT32);
  const v1::SupportResponse f32 = Ask(&Stub::Support, wide);
  EXPECT_EQ(Ask(&Stub::Support, narrow).SerializeAsString(), f32.SerializeAsString());
  ASSERT_EQ(f64.points_f64().point_xyz_size(), 6);
  ASSERT_EQ(f32.points_f32().point_xyz_size(), 6);
  EXPECT_EQ(f64.points_f64().point_xyz(0), 0.35) << "a number that float32 rounds";
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(f32.points_f32().point_xyz(i), static_cast<float>(f64.points_f64().point_xyz(i)));
  }
}

}  // namespace
}  // namespace farpoint
