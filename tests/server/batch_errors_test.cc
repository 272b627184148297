// Every way in which a batch can be wrong: the right code, field and index, and a server that
// serves on.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tests/server/test_server.h"

namespace farpoint {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

struct Wrong {
  const char* name;
  const char* field;
  std::function<void(v1::DistanceRequest&)> spoil;
};

v1::Objects& ObjectsOf(v1::DistanceRequest& r) { return *r.mutable_batch()->mutable_objects(); }
v1::Poses& PosesOf(v1::DistanceRequest& r) { return *ObjectsOf(r).mutable_poses_f64(); }
v1::IndexPairs& PairsOf(v1::DistanceRequest& r) {
  return *r.mutable_batch()->mutable_index_pairs();
}
void ProductOf(v1::DistanceRequest& r, const std::vector<uint32_t>& a,
               const std::vector<uint32_t>& b) {
  v1::GroupProduct& product = *r.mutable_batch()->mutable_product();
  product.mutable_a()->Add(a.begin(), a.end());
  product.mutable_b()->Add(b.begin(), b.end());
}
void UseF32(v1::DistanceRequest& r) {
  v1::PosesF32 poses;
  for (double p : PosesOf(r).position_xyz()) poses.add_position_xyz(static_cast<float>(p));
  for (double q : PosesOf(r).orientation_xyzw()) poses.add_orientation_xyzw(static_cast<float>(q));
  *ObjectsOf(r).mutable_poses_f32() = poses;
}

// The good request has three objects at x = 0, 3, 6 and the pairs (0, 1), (1, 2).
const Wrong kWrongs[] = {
    {"EmptyRequest", "batch", [](auto& r) { r.Clear(); }},
    {"EmptyBatch", "batch", [](auto& r) { r.mutable_batch()->Clear(); }},
    {"NoPairs", "batch.pairs", [](auto& r) { r.mutable_batch()->clear_index_pairs(); }},
    {"ZeroPairs", "batch.pairs",
     [](auto& r) {
       PairsOf(r).clear_a();
       PairsOf(r).clear_b();
     }},
    {"TooManyPairs", "batch.pairs",
     [](auto& r) {
       for (int i = 0; i < 100; ++i) AddPair(*r.mutable_batch(), 0, 1);
     }},
    {"FewerB", "batch.index_pairs.b", [](auto& r) { PairsOf(r).mutable_b()->RemoveLast(); }},
    {"FewerA", "batch.index_pairs.b", [](auto& r) { PairsOf(r).clear_a(); }},
    {"IndexA", "batch.index_pairs.a[1]", [](auto& r) { PairsOf(r).set_a(1, 3); }},
    {"IndexB", "batch.index_pairs.b[0]", [](auto& r) { PairsOf(r).set_b(0, 4'000'000'000u); }},
    {"NoWorld", "batch.world", [](auto& r) { r.mutable_batch()->clear_world(); }},
    {"NoIds", "batch.objects.geometry_ids", [](auto& r) { ObjectsOf(r).clear_geometry_ids(); }},
    {"TooManyIds", "batch.objects.geometry_ids",
     [](auto& r) {
       for (int i = 0; i < 100; ++i) ObjectsOf(r).add_geometry_ids("x");
     }},
    {"NoObjects", "batch.objects.geometry_index",
     [](auto& r) { ObjectsOf(r).clear_geometry_index(); }},
    {"TooManyObjects", "batch.objects.geometry_index",
     [](auto& r) {
       for (int i = 0; i < 100; ++i) ObjectsOf(r).add_geometry_index(0);
     }},
    {"GeometryIndex", "batch.objects.geometry_index[2]",
     [](auto& r) { ObjectsOf(r).set_geometry_index(2, 3); }},
    {"NoPoses", "batch.objects.poses", [](auto& r) { ObjectsOf(r).clear_poses(); }},
    {"FewerPositions", "batch.objects.poses_f64.position_xyz",
     [](auto& r) { PosesOf(r).mutable_position_xyz()->RemoveLast(); }},
    {"MoreOrientations", "batch.objects.poses_f64.orientation_xyzw",
     [](auto& r) { PosesOf(r).add_orientation_xyzw(0); }},
    {"NaNPosition", "batch.objects.poses_f64.position_xyz[5]",
     [](auto& r) { PosesOf(r).set_position_xyz(5, kNaN); }},
    {"InfinitePosition", "batch.objects.poses_f64.position_xyz[0]",
     [](auto& r) { PosesOf(r).set_position_xyz(0, -kInf); }},
    {"NaNOrientation", "batch.objects.poses_f64.orientation_xyzw[7]",
     [](auto& r) { PosesOf(r).set_orientation_xyzw(7, kNaN); }},
    {"ZeroQuaternion", "batch.objects.poses_f64.orientation_xyzw[8]",
     [](auto& r) { PosesOf(r).set_orientation_xyzw(11, 0); }},
    {"LongQuaternion", "batch.objects.poses_f64.orientation_xyzw[4]",
     [](auto& r) { PosesOf(r).set_orientation_xyzw(7, 1.0011); }},
    {"HugeQuaternion", "batch.objects.poses_f64.orientation_xyzw[4]",
     [](auto& r) { PosesOf(r).set_orientation_xyzw(7, 1e300); }},
    {"NaNPositionF32", "batch.objects.poses_f32.position_xyz[8]",
     [](auto& r) {
       PosesOf(r).set_position_xyz(8, kNaN);
       UseF32(r);
     }},
    {"ZeroQuaternionF32", "batch.objects.poses_f32.orientation_xyzw[0]",
     [](auto& r) {
       PosesOf(r).set_orientation_xyzw(3, 0);
       UseF32(r);
     }},
    {"FewerOrientationsF32", "batch.objects.poses_f32.orientation_xyzw",
     [](auto& r) {
       PosesOf(r).mutable_orientation_xyzw()->RemoveLast();
       UseF32(r);
     }},
    {"FewerPaddings", "batch.objects.padding", [](auto& r) { ObjectsOf(r).add_padding(0); }},
    {"NegativePadding", "batch.objects.padding[1]",
     [](auto& r) {
       for (double p : {0.0, -1e-9, 0.0}) ObjectsOf(r).add_padding(p);
     }},
    {"NaNPadding", "batch.objects.padding[2]",
     [](auto& r) {
       for (double p : {0.0, 0.0, kNaN}) ObjectsOf(r).add_padding(p);
     }},
    {"InfinitePadding", "batch.objects.padding[0]",
     [](auto& r) {
       for (double p : {kInf, 0.0, 0.0}) ObjectsOf(r).add_padding(p);
     }},
    {"NegativeMaxDistance", "solver.max_distance",
     [](auto& r) { r.mutable_solver()->set_max_distance(-1); }},
    {"NaNMaxDistance", "solver.max_distance",
     [](auto& r) { r.mutable_solver()->set_max_distance(kNaN); }},
    {"InfiniteMaxDistance", "solver.max_distance",
     [](auto& r) { r.mutable_solver()->set_max_distance(kInf); }},
    {"ZeroTolerance", "solver.tolerance", [](auto& r) { r.mutable_solver()->set_tolerance(0); }},
    {"NaNTolerance", "solver.tolerance", [](auto& r) { r.mutable_solver()->set_tolerance(kNaN); }},
    {"UnknownOverlapMode", "solver.overlap",
     [](auto& r) { r.mutable_solver()->set_overlap(static_cast<v1::OverlapMode>(4)); }},
    {"NegativeOverlapMode", "solver.overlap",
     [](auto& r) { r.mutable_solver()->set_overlap(static_cast<v1::OverlapMode>(-1)); }},
    {"UnknownField", "solver.field",
     [](auto& r) { r.mutable_solver()->set_field(static_cast<v1::SupportField>(5)); }},
    {"NegativeField", "solver.field",
     [](auto& r) { r.mutable_solver()->set_field(static_cast<v1::SupportField>(-1)); }},
    {"UnknownGjkVariant", "solver.gjk_variant",
     [](auto& r) { r.mutable_solver()->set_gjk_variant(static_cast<v1::GjkVariant>(4)); }},
    {"ResolutionOfNoField", "solver.field_resolution",
     [](auto& r) { r.mutable_solver()->set_field_resolution(180); }},
    {"ResolutionOfAnotherField", "solver.field_resolution",
     [](auto& r) {
       r.mutable_solver()->set_field(v1::SUPPORT_FIELD_SCAN);
       r.mutable_solver()->set_field_resolution(180);
     }},
    {"ResolutionTooCoarse", "solver.field_resolution",
     [](auto& r) {
       r.mutable_solver()->set_field(v1::SUPPORT_FIELD_LAT_LONG);
       r.mutable_solver()->set_field_resolution(1);
     }},
    {"ResolutionTooFine", "solver.field_resolution",
     [](auto& r) {
       r.mutable_solver()->set_field(v1::SUPPORT_FIELD_LAT_LONG);
       r.mutable_solver()->set_field_resolution(1025);
     }},
    {"ResolutionOf32Bits", "solver.field_resolution",
     [](auto& r) {
       r.mutable_solver()->set_field(v1::SUPPORT_FIELD_LAT_LONG);
       r.mutable_solver()->set_field_resolution(4'294'967'295u);
     }},
    {"EmptyProduct", "batch.product.a", [](auto& r) { r.mutable_batch()->mutable_product(); }},
    {"ProductWithoutA", "batch.product.a", [](auto& r) { ProductOf(r, {}, {0}); }},
    {"ProductWithoutB", "batch.product.b", [](auto& r) { ProductOf(r, {0}, {}); }},
    {"ProductIndexA", "batch.product.a[3]",
     [](auto& r) {
       ProductOf(r, {0, 1, 2, 3}, {0});
     }},
    {"ProductIndexB", "batch.product.b[1]",
     [](auto& r) {
       ProductOf(r, {0}, {2, 4'294'967'295u});
     }},
    {"TooLargeAProduct", "batch.pairs",
     [](auto& r) {
       ProductOf(r, {0, 1, 2}, {0, 0, 0, 0, 0, 0, 9});
     }},  // 21 of 20
    {"UnknownPrecision", "results.precision",
     [](auto& r) { r.mutable_results()->set_precision(static_cast<v1::Precision>(3)); }},
};

class BatchErrorsTest : public testing::TestWithParam<Wrong> {
 protected:
  static void SetUpTestSuite() {
    ServerOptions options;
    options.limits.max_pairs = 20;
    options.limits.max_objects = 20;
    server_ = new TestServer(options);
    ids_ = new std::vector<std::string>;
    for (double radius : {0.5, 0.6, 0.7}) ids_->push_back(server_->Upload(SphereShape(radius)));
  }
  static void TearDownTestSuite() {
    delete server_;
    delete ids_;
  }

  static v1::DistanceRequest GoodRequest() {
    v1::DistanceRequest request;
    *request.mutable_batch() = RowOf(*ids_, {0, 3, 6});
    AddPair(*request.mutable_batch(), 0, 1);
    AddPair(*request.mutable_batch(), 1, 2);
    return request;
  }
  static grpc::Status Distance(const v1::DistanceRequest& request) {
    grpc::ClientContext context;
    v1::DistanceResponse response;
    return server_->stubs().collision->Distance(&context, request, &response);
  }

  static inline TestServer* server_ = nullptr;
  static inline std::vector<std::string>* ids_ = nullptr;
};

TEST_P(BatchErrorsTest, IsRefusedByFieldAndIndexWithNothingLost) {
  v1::DistanceRequest request = GoodRequest();
  GetParam().spoil(request);
  EXPECT_EQ(FieldOf(Distance(request)), GetParam().field);
  EXPECT_TRUE(Distance(GoodRequest()).ok()) << "the server must serve on";
}

INSTANTIATE_TEST_SUITE_P(Every, BatchErrorsTest, testing::ValuesIn(kWrongs),
                         [](const auto& suite) { return suite.param.name; });

using BatchErrors = BatchErrorsTest;

TEST_F(BatchErrors, PenetrationAndCollideCheckTheSameBatch) {
  v1::PenetrationRequest penetration;
  *penetration.mutable_batch() = GoodRequest().batch();
  penetration.mutable_batch()->mutable_index_pairs()->set_b(1, 9);
  v1::CollideRequest collide;
  *collide.mutable_batch() = penetration.batch();
  v1::PenetrationResponse penetration_response;
  v1::CollideResponse collide_response;
  grpc::ClientContext c1, c2, c3, c4;
  EXPECT_EQ(
      FieldOf(server_->stubs().collision->Penetration(&c1, penetration, &penetration_response)),
      "batch.index_pairs.b[1]");
  EXPECT_EQ(FieldOf(server_->stubs().collision->Collide(&c2, collide, &collide_response)),
            "batch.index_pairs.b[1]");
  *collide.mutable_batch() = GoodRequest().batch();
  collide.set_margin(kNaN);
  EXPECT_EQ(FieldOf(server_->stubs().collision->Collide(&c3, collide, &collide_response)),
            "margin");
  collide.set_margin(-kInf);
  EXPECT_EQ(FieldOf(server_->stubs().collision->Collide(&c4, collide, &collide_response)),
            "margin");
}

TEST_F(BatchErrors, UnknownGeometriesAreNamedUpTo64AndCounted) {
  v1::DistanceRequest request = GoodRequest();
  request.mutable_batch()->mutable_objects()->set_geometry_ids(1, "sha256-" + std::string(64, '0'));
  const grpc::Status one = Distance(request);
  EXPECT_EQ(one.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(InfoOf(one).reason(), "GEOMETRY_NOT_FOUND");
  EXPECT_EQ(InfoOf(one).domain(), "farpoint");
  EXPECT_EQ(InfoOf(one).metadata().at("geometry_ids"), "sha256-" + std::string(64, '0'));
  EXPECT_EQ(InfoOf(one).metadata().at("count"), "1");
  EXPECT_EQ(RetryMillisecondsOf(one), -1);
}

TEST(UnknownGeometries, ThousandsFitIntoTheErrorsTrailer) {
  TestServer server;
  v1::DistanceRequest request;
  v1::Objects& objects = *request.mutable_batch()->mutable_objects();
  for (int i = 0; i < 5000; ++i) {
    char digits[65];
    std::snprintf(digits, sizeof digits, "%064d", i);
    objects.add_geometry_ids(std::string("sha256-") + digits);
  }
  objects.add_geometry_index(0);
  for (double p : {0., 0., 0.}) objects.mutable_poses_f64()->add_position_xyz(p);
  for (double q : {0., 0., 0., 1.}) objects.mutable_poses_f64()->add_orientation_xyzw(q);
  AddPair(*request.mutable_batch(), 0, 0);
  grpc::ClientContext context;
  v1::DistanceResponse response;
  const grpc::Status status = server.stubs().collision->Distance(&context, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND) << status.error_message();
  EXPECT_EQ(InfoOf(status).metadata().at("count"), "5000");
  const std::string ids = InfoOf(status).metadata().at("geometry_ids");
  EXPECT_EQ(std::count(ids.begin(), ids.end(), ',') + 1, 64);
}

}  // namespace
}  // namespace farpoint
