// What is written for each shape, and which answers are refused.

#include "client/wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "server/convert/shape_from_proto.h"
#include "src/geometry_id/geometry_id.h"

namespace farpoint {
namespace {

using testing::HasSubstr;

TEST(WireShape, EveryShapeArrivesWithItsId) {
  const Vec3d v{0.1, -2, 1e-7};
  const Shape shapes[] = {Sphere{0.1},
                          Ellipsoid{{0.1, 0.2, 0.3}},
                          Box{{1, 2, 3}},
                          Capsule{0.1, 0.3},
                          Cylinder{0.1, 0.3},
                          Cone{0.1, 0.3},
                          Halfspace{{0, 0.6, 0.8}, -0.25},
                          Point{{v}},
                          Segment{{v, {1, 2, 3}}},
                          Triangle{{v, {1, 2, 3}, {4, 5, 6}}},
                          Prism{{v, v, v, {1, 2, 3}, {4, 5, 6}, {-0.0, 0, 0}}},
                          Mesh{{v, {1, 2, 3}}},
                          Mesh{{{0.5, 0.25, 1}, {1, 2, 3}}}};
  for (const Shape& shape : shapes) {
    v1::Shape message;
    client::WriteShape(shape, &message);
    const absl::StatusOr<Shape> read = ShapeFromProto(message);
    ASSERT_TRUE(read.ok()) << ShapeName(shape) << read.status();
    EXPECT_EQ(GeometryId(*read), GeometryId(shape)) << ShapeName(shape);
  }
}

TEST(WireShape, VerticesTravelInFloat32WhereNothingIsLost) {
  v1::Shape message;
  client::WriteShape(Mesh{{{0.5, 0.25, double{0.1f}}}}, &message);
  EXPECT_EQ(message.mesh().vertices_f32_size(), 3);
  EXPECT_EQ(message.mesh().vertices_size(), 0);
  client::WriteShape(Mesh{{{0.5, 0.25, 0.1}}}, &message);
  EXPECT_EQ(message.mesh().vertices_size(), 3);
}

class ReadDistanceTest : public testing::Test {
 protected:
  void SetUp() override {
    response_.set_pair_count(2);
    response_.set_status("\1\1");
    v1::Answers* a = response_.mutable_answers_f64();
    for (int i = 0; i < 2; ++i) {
      a->add_distance(i);
      a->add_error_bound(0.5);
    }
    for (int i = 0; i < 6; ++i) {
      a->add_point_a_xyz(i);
      a->add_point_b_xyz(10 + i);
      a->add_normal_xyz(20 + i);
    }
  }

  absl::Status Read() {
    client::Resize(2, query_, &answers_);
    return client::ReadDistance(response_, {0, 2, true, {}, {}}, query_, &answers_);
  }
  void ExpectRefused(const char* words) {
    const absl::Status status = Read();
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
  }

  QueryOptions query_;
  v1::DistanceResponse response_;
  DistanceAnswers answers_;
};

TEST_F(ReadDistanceTest, Reads) {
  ASSERT_TRUE(Read().ok());
  EXPECT_EQ(answers_.distance, (std::vector<double>{0, 1}));
  EXPECT_EQ(answers_.point_b[1].z, 15);
  EXPECT_EQ(answers_.status[1], PairStatus::kOk);
  EXPECT_EQ(answers_.ProvenLowerBound(1), 0.5);
}

TEST_F(ReadDistanceTest, UnknownStatusIsUnproven) {
  for (char byte : {'\0', '\6', '\x7f', '\xff'}) {
    response_.set_status(std::string("\1") + byte);
    ASSERT_TRUE(Read().ok());
    EXPECT_EQ(answers_.status[1], kUnproven);
    EXPECT_STREQ(StatusName(answers_.status[1]), "UNPROVEN");
    EXPECT_EQ(answers_.ProvenLowerBound(1), -std::numeric_limits<double>::infinity());
  }
}

TEST_F(ReadDistanceTest, AnOverlapWithoutDepthIsReadAsItIs) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  response_.set_status("\1\5");
  v1::Answers* a = response_.mutable_answers_f64();
  a->set_distance(1, -kInf);
  a->set_error_bound(1, 0);
  for (int i = 3; i < 6; ++i) {
    for (auto* array :
         {a->mutable_point_a_xyz(), a->mutable_point_b_xyz(), a->mutable_normal_xyz()}) {
      array->Set(i, std::nan(""));
    }
  }
  ASSERT_TRUE(Read().ok());
  EXPECT_EQ(answers_.status[1], PairStatus::kDepthNotAsked);
  EXPECT_STREQ(StatusName(answers_.status[1]), "DEPTH_NOT_ASKED");
  EXPECT_EQ(answers_.distance[1], -kInf);
  EXPECT_EQ(answers_.ProvenLowerBound(1), -kInf);
  EXPECT_TRUE(std::isnan(answers_.normal[1].z));
  EXPECT_EQ(answers_.normal[0].z, 22);
}

TEST_F(ReadDistanceTest, ReadsFloat32WhenThatWasAskedForAndNothingElse) {
  v1::AnswersF32 narrow;
  for (float d : {0.1f, -std::numeric_limits<float>::infinity()}) {
    narrow.add_distance(d);
    narrow.add_error_bound(1e-8f);
  }
  for (int i = 0; i < 6; ++i) {
    narrow.add_point_a_xyz(0.1f * static_cast<float>(i));
    narrow.add_point_b_xyz(1);
    narrow.add_normal_xyz(std::nanf(""));
  }
  query_.precision = Precision::kFloat32;
  ExpectRefused("answers_f32 is not set");
  *response_.mutable_answers_f32() = narrow;
  ASSERT_TRUE(Read().ok());
  EXPECT_EQ(answers_.distance,
            (std::vector<double>{0.1f, -std::numeric_limits<double>::infinity()}));
  EXPECT_EQ(answers_.error_bound[0], 1e-8f);
  EXPECT_EQ(answers_.point_a[1].y, 0.1f * 4.0f);
  response_.mutable_answers_f32()->add_point_b_xyz(1);
  ExpectRefused("answers_f32.point_b_xyz has 7 entries, 6");
  query_.precision = Precision::kFloat64;
  ExpectRefused("answers_f64 is not set");
}

TEST_F(ReadDistanceTest, RefusesAnotherNumberOfPairs) {
  response_.set_pair_count(3);
  ExpectRefused("pair_count is 3, but 2");
}
TEST_F(ReadDistanceTest, RefusesAnEmptyAnswer) {
  response_.Clear();
  ExpectRefused("pair_count is 0");
}
TEST_F(ReadDistanceTest, RefusesAnswersThatAreNotSet) {
  response_.clear_answers();
  ExpectRefused("answers_f64 is not set");
}
TEST_F(ReadDistanceTest, RefusesEachArrayOfAnotherLength) {
  v1::Answers* a = response_.mutable_answers_f64();
  a->add_distance(1);
  ExpectRefused("distance has 3 entries, 2 were announced");
  a->mutable_distance()->RemoveLast();
  a->mutable_error_bound()->RemoveLast();
  ExpectRefused("error_bound has 1");
  a->add_error_bound(1);
  a->mutable_point_a_xyz()->RemoveLast();
  ExpectRefused("point_a_xyz has 5 entries, 6");
  a->add_point_a_xyz(1);
  a->clear_point_b_xyz();
  ExpectRefused("point_b_xyz has 0");
  query_.witness_points = false;
  ExpectRefused("point_a_xyz has 6 entries, 0");
  a->clear_point_a_xyz();
  response_.set_status("\1");
  ExpectRefused("status has 1");
  response_.set_status("\1\1");
  response_.add_iterations(1);
  ExpectRefused("iterations has 1 entries, 0");
  response_.clear_iterations();
  EXPECT_TRUE(Read().ok());
}

class ReadSupportTest : public testing::Test {
 protected:
  void SetUp() override {
    response_.set_direction_count(2);
    for (int i = 0; i < 6; ++i) response_.mutable_points_f64()->add_point_xyz(i);
    for (uint32_t index : {7u, 4'294'967'295u}) response_.add_vertex_index(index);
  }

  // Reads directions 3 and 4 of 5.
  absl::Status Read() {
    client::Resize(5, options_, &points_);
    return client::ReadSupport(response_, {3, 5, true, {}, {}}, options_, &points_);
  }
  void ExpectRefused(const char* words) {
    const absl::Status status = Read();
    EXPECT_EQ(status.code(), absl::StatusCode::kInternal);
    EXPECT_THAT(std::string(status.message()), HasSubstr("malformed: "));
    EXPECT_THAT(std::string(status.message()), HasSubstr(words));
  }

  SupportOptions options_;
  v1::SupportResponse response_;
  SupportPoints points_;
};

TEST_F(ReadSupportTest, ReadsIntoItsPlace) {
  ASSERT_TRUE(Read().ok());
  EXPECT_EQ(points_.point[4].y, 4);
  EXPECT_EQ(points_.vertex_index, (std::vector<int64_t>{-1, -1, -1, 7, -1}));
  EXPECT_TRUE(points_.tie_count.empty());
  options_ = {.tie_count = true, .precision = Precision::kFloat32};
  for (int i = 0; i < 6; ++i) response_.mutable_points_f32()->add_point_xyz(0.1f);
  response_.add_tie_count(1);
  response_.add_tie_count(4);
  ASSERT_TRUE(Read().ok());
  EXPECT_EQ(points_.point[3].x, 0.1f);
  EXPECT_EQ(points_.tie_count[4], 4u);
}

TEST_F(ReadSupportTest, RefusesWhatIsNotAsAnnounced) {
  response_.set_direction_count(3);
  ExpectRefused("direction_count is 3, but 2");
  response_.set_direction_count(2);
  response_.add_tie_count(1);
  ExpectRefused("tie_count has 1 entries, 0 were announced");
  response_.clear_tie_count();
  options_.tie_count = true;
  ExpectRefused("tie_count has 0 entries, 2");
  options_.tie_count = false;
  response_.mutable_vertex_index()->RemoveLast();
  ExpectRefused("vertex_index has 1");
  response_.add_vertex_index(1);
  response_.mutable_points_f64()->mutable_point_xyz()->RemoveLast();
  ExpectRefused("points_f64.point_xyz has 5 entries, 6");
  options_.precision = Precision::kFloat32;
  ExpectRefused("points_f32 is not set");
  response_.mutable_points_f32()->add_point_xyz(1);
  ExpectRefused("points_f32.point_xyz has 1");
  response_.Clear();
  ExpectRefused("direction_count is 0");
}

TEST(WriteSolver, SaysEverything) {
  v1::SolverOptions solver;
  client::WriteSolver({}, &solver);
  EXPECT_FALSE(solver.has_max_distance());
  EXPECT_EQ(solver.overlap(), v1::OVERLAP_MODE_UNSPECIFIED) << "Collide has its own default";
  client::WriteSolver({.max_distance = 2,
                       .tolerance = 3,
                       .overlap = OverlapMode::kEstimatedDepth,
                       .field = SupportField::kLatLong,
                       .field_resolution = 90,
                       .gjk = GjkVariant::kNesterov},
                      &solver);
  EXPECT_EQ(solver.max_distance(), 2);
  EXPECT_EQ(solver.tolerance(), 3);
  EXPECT_EQ(solver.overlap(), v1::OVERLAP_MODE_ESTIMATED_DEPTH);
  EXPECT_EQ(solver.field(), v1::SUPPORT_FIELD_LAT_LONG);
  EXPECT_EQ(solver.field_resolution(), 90u);
  EXPECT_EQ(solver.gjk_variant(), v1::GJK_VARIANT_NESTEROV);
}

TEST(ReadCollide, UnknownStateIsUndecided) {
  v1::CollideResponse response;
  response.set_pair_count(5);
  response.set_state(std::string("\1\2\3\0\x09", 5));
  CollideAnswers answers;
  answers.state.resize(5, CollisionState::kFree);
  ASSERT_TRUE(client::ReadCollide(response, {0, 5, true, {}, {}}, &answers).ok());
  EXPECT_EQ(answers.state,
            (std::vector<CollisionState>{CollisionState::kFree, CollisionState::kColliding,
                                         CollisionState::kUndecided, CollisionState::kUndecided,
                                         CollisionState::kUndecided}));
  response.set_state("\1");
  EXPECT_FALSE(client::ReadCollide(response, {0, 5, true, {}, {}}, &answers).ok());
}

TEST(ReadPenetration, CountsPairsInTheWholeAndRefusesDisorder) {
  v1::PenetrationResponse response;
  response.set_pair_count(9);
  response.set_status("\1\1");
  for (uint32_t pair : {2u, 5u}) {
    response.add_overlapping_pair(pair);
    response.mutable_answers_f64()->add_distance(-1);
    response.mutable_answers_f64()->add_error_bound(0);
  }
  const QueryOptions query{.witness_points = false, .normals = false};
  const client::Part part{100, 109, false, {}, {}};
  PenetrationAnswers answers;
  ASSERT_TRUE(client::ReadPenetration(response, part, query, &answers).ok());
  EXPECT_EQ(answers.pair, (std::vector<size_t>{102, 105}));
  for (uint32_t second : {2u, 1u, 9u}) {
    response.set_overlapping_pair(1, second);
    EXPECT_FALSE(client::ReadPenetration(response, part, query, &answers).ok()) << second;
  }
}

}  // namespace
}  // namespace farpoint
