// The Support method: whom it asks about, what it refuses and what it leaves out.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <functional>
#include <future>
#include <limits>

#include "server/convert/support_to_proto.h"
#include "tests/server/forwarding_backend.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

v1::Shape HalfspaceShape() {
  v1::Shape shape;
  for (double n : {0.0, 0.0, 1.0}) shape.mutable_halfspace()->add_normal(n);
  return shape;
}

void AddDirection(v1::SupportRequest& request, double x, double y, double z) {
  for (double d : {x, y, z}) request.mutable_directions_f64()->add_direction_xyz(d);
}

grpc::Status Ask(TestServer& server, const v1::SupportRequest& request,
                 v1::SupportResponse* response) {
  grpc::ClientContext context;
  return server.stubs().collision->Support(&context, request, response);
}

// Two boxes, and limits that are easily broken.
class SupportTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    ServerOptions options;
    options.limits.max_pairs = 20;
    options.limits.max_objects = 20;
    server_ = new TestServer(options);
    server_->Upload(HalfspaceShape());
  }
  static void TearDownTestSuite() { delete server_; }

  static v1::SupportRequest Request() {
    v1::SupportRequest request;
    request.add_geometry_ids(server_->Upload(BoxShape(1, 2, 4)));
    request.add_geometry_ids(server_->Upload(BoxShape(0.25, 0.5, 0.75)));
    for (uint32_t g : {1u, 0u, 1u}) request.add_geometry_index(g);
    AddDirection(request, 1, 2, 3);
    AddDirection(request, -1e-3, 1e-3, -1e-3);
    AddDirection(request, 1e10, -1, 1);
    return request;
  }

  static inline TestServer* server_ = nullptr;
};

TEST_F(SupportTest, AnswersEachDirectionOfItsOwnGeometryInOrder) {
  v1::SupportResponse response;
  const grpc::Status status = Ask(*server_, Request(), &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.direction_count(), 3u);
  EXPECT_THAT(response.points_f64().point_xyz(),
              ElementsAre(0.125, 0.25, 0.375, -0.5, 1, -2, 0.125, -0.25, 0.375));
  EXPECT_EQ(response.vertex_index_size(), 3);
  EXPECT_THAT(response.tie_count(), IsEmpty());
  v1::SupportRequest counted = Request();
  counted.set_tie_count(true);
  ASSERT_TRUE(Ask(*server_, counted, &response).ok());
  EXPECT_EQ(response.tie_count_size(), 3);
}

TEST_F(SupportTest, OneGeometryNeedsNoIndex) {
  v1::SupportRequest request = Request();
  request.mutable_geometry_ids()->RemoveLast();
  request.clear_geometry_index();
  v1::SupportResponse response;
  ASSERT_TRUE(Ask(*server_, request, &response).ok());
  EXPECT_THAT(response.points_f64().point_xyz(), ElementsAre(0.5, 1, 2, -0.5, 1, -2, 0.5, -1, 2));
}

TEST_F(SupportTest, UnknownGeometriesAreNotFound) {
  v1::SupportRequest request = Request();
  request.set_geometry_ids(1, "sha256-" + std::string(64, '0'));
  v1::SupportResponse response;
  const grpc::Status status = Ask(*server_, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(InfoOf(status).reason(), "GEOMETRY_NOT_FOUND");
  EXPECT_EQ(InfoOf(status).metadata().at("geometry_ids"), "sha256-" + std::string(64, '0'));
}

TEST_F(SupportTest, AHalfspaceIsNamed) {
  v1::SupportRequest request = Request();
  request.set_geometry_ids(1, server_->Upload(HalfspaceShape()));
  v1::SupportResponse response;
  EXPECT_EQ(FieldOf(Ask(*server_, request, &response)), "geometry_ids[1]");
}

struct Wrong {
  const char* name;
  const char* field;
  std::function<void(v1::SupportRequest&)> spoil;
};

void SetDirection(v1::SupportRequest& r, int i, double value) {
  r.mutable_directions_f64()->set_direction_xyz(i, value);
}
void UseF32(v1::SupportRequest& r) {
  v1::DirectionsF32 narrow;
  for (double d : r.directions_f64().direction_xyz()) {
    narrow.add_direction_xyz(static_cast<float>(d));
  }
  *r.mutable_directions_f32() = narrow;
}

const Wrong kWrongs[] = {
    {"Empty", "directions", [](auto& r) { r.Clear(); }},
    {"NoDirections", "directions", [](auto& r) { r.clear_directions(); }},
    {"ZeroDirections", "directions_f64.direction_xyz",
     [](auto& r) { r.mutable_directions_f64()->clear_direction_xyz(); }},
    {"ZeroDirectionsF32", "directions_f32.direction_xyz",
     [](auto& r) { r.mutable_directions_f32(); }},
    {"HalfADirection", "directions_f64.direction_xyz",
     [](auto& r) { r.mutable_directions_f64()->add_direction_xyz(1); }},
    {"TooManyDirections", "directions_f64.direction_xyz",
     [](auto& r) {
       for (int i = 0; i < 18; ++i) AddDirection(r, 1, 0, 0);
     }},
    {"NoIds", "geometry_ids", [](auto& r) { r.clear_geometry_ids(); }},
    {"TooManyIds", "geometry_ids",
     [](auto& r) {
       for (int i = 0; i < 19; ++i) r.add_geometry_ids("x");
     }},
    {"NoIndexOfTwo", "geometry_index", [](auto& r) { r.clear_geometry_index(); }},
    {"FewerIndices", "geometry_index", [](auto& r) { r.mutable_geometry_index()->RemoveLast(); }},
    {"MoreIndices", "geometry_index", [](auto& r) { r.add_geometry_index(0); }},
    {"IndexOutOfRange", "geometry_index[2]", [](auto& r) { r.set_geometry_index(2, 2); }},
    {"NaN", "directions_f64.direction_xyz[5]", [](auto& r) { SetDirection(r, 5, kNaN); }},
    {"Infinite", "directions_f64.direction_xyz[7]", [](auto& r) { SetDirection(r, 7, -kInf); }},
    {"NaNF32", "directions_f32.direction_xyz[5]",
     [](auto& r) {
       SetDirection(r, 5, kNaN);
       UseF32(r);
     }},
    {"Zero", "directions_f64.direction_xyz[3]",
     [](auto& r) {
       for (int i : {3, 4, 5}) SetDirection(r, i, 0);
     }},
    {"TooShort", "directions_f64.direction_xyz[3]",
     [](auto& r) {
       for (int i : {3, 4, 5}) SetDirection(r, i, 1e-200);
     }},
    {"ZeroF32", "directions_f32.direction_xyz[6]",
     [](auto& r) {
       for (int i : {6, 7, 8}) SetDirection(r, i, 0);
       UseF32(r);
     }},
    {"TooLong", "directions_f64.direction_xyz[0]", [](auto& r) { SetDirection(r, 1, 1e300); }},
    {"UnknownField", "field", [](auto& r) { r.set_field(static_cast<v1::SupportField>(5)); }},
    {"ResolutionOfExactCells", "field_resolution", [](auto& r) { r.set_field_resolution(90); }},
    {"ResolutionTooFine", "field_resolution",
     [](auto& r) {
       r.set_field(v1::SUPPORT_FIELD_LAT_LONG);
       r.set_field_resolution(1025);
     }},
    {"NegativeTolerance", "tie_tolerance", [](auto& r) { r.set_tie_tolerance(-1e-9); }},
    {"NaNTolerance", "tie_tolerance", [](auto& r) { r.set_tie_tolerance(kNaN); }},
    {"InfiniteTolerance", "tie_tolerance", [](auto& r) { r.set_tie_tolerance(kInf); }},
    {"UnknownPrecision", "precision",
     [](auto& r) { r.set_precision(static_cast<v1::Precision>(3)); }},
};

class SupportErrorsTest : public SupportTest, public testing::WithParamInterface<Wrong> {};

TEST_P(SupportErrorsTest, IsRefusedByFieldAndIndexWithNothingLost) {
  v1::SupportRequest request = Request();
  GetParam().spoil(request);
  v1::SupportResponse response;
  EXPECT_EQ(FieldOf(Ask(*server_, request, &response)), GetParam().field);
  EXPECT_TRUE(Ask(*server_, Request(), &response).ok()) << "the server must serve on";
}

INSTANTIATE_TEST_SUITE_P(Every, SupportErrorsTest, testing::ValuesIn(kWrongs),
                         [](const auto& suite) { return suite.param.name; });

TEST(SupportLimits, AnAnswerThatWouldNotFitIsRefusedBeforeTheWork) {
  ServerOptions options;
  options.limits.max_message_bytes = 20'000;
  TestServer server(options);
  v1::SupportRequest request;
  request.add_geometry_ids(server.Upload(BoxShape(1, 1, 1)));
  // 12 bytes a direction in the question, 28 and 32 in the answer.
  for (int i = 0; i < 3 * 700; ++i) request.mutable_directions_f32()->add_direction_xyz(1);
  v1::SupportResponse response;
  EXPECT_TRUE(Ask(server, request, &response).ok());
  request.set_tie_count(true);
  EXPECT_EQ(FieldOf(Ask(server, request, &response)), "directions");
  request.set_precision(v1::PRECISION_FLOAT32);
  EXPECT_TRUE(Ask(server, request, &response).ok());
}

TEST(SupportBytes, IsNeverLessThanTheMessage) {
  for (int n : {1, 7, 1000}) {
    const std::vector<SupportAnswer> answers(n, SupportAnswer{{1, 2, 3}, -1, 5});
    for (int bits = 0; bits < 4; ++bits) {
      v1::SupportRequest request;
      request.set_precision(bits & 1 ? v1::PRECISION_FLOAT32 : v1::PRECISION_FLOAT64);
      request.set_tie_count(bits & 2);
      v1::SupportResponse response;
      SupportToProto(answers, request, &response);
      const auto bytes = static_cast<int64_t>(response.ByteSizeLong());
      EXPECT_LE(bytes, SupportBytes(n, request));
      EXPECT_GE(bytes, SupportBytes(n, request) - 64);
    }
  }
}

// What the backend is asked, and how its answer is written.
TEST(SupportBackend, OptionsArriveAndAShapeWithoutVerticesHasTheLastIndex) {
  FakeBackend backend;
  TestServer server({}, std::make_unique<Forwarding>(backend));
  v1::SupportRequest request;
  request.add_geometry_ids(server.Upload(SphereShape(1)));
  AddDirection(request, 1, 0, 0);
  request.set_field(v1::SUPPORT_FIELD_LAT_LONG);
  request.set_field_resolution(90);
  request.set_tie_tolerance(1e-6);
  request.set_tie_count(true);
  request.set_precision(v1::PRECISION_FLOAT32);
  v1::SupportResponse response;
  auto status = std::async(std::launch::async, [&] { return Ask(server, request, &response); });
  FakeBackend::SupportCall call = backend.TakeSupport();
  EXPECT_EQ(call.batch->field, SupportField::kLatLong);
  EXPECT_EQ(call.batch->field_resolution, 90);
  EXPECT_EQ(call.batch->tie_tolerance, 1e-6);
  EXPECT_TRUE(call.batch->count_ties);
  call.Answer();
  ASSERT_TRUE(status.get().ok());
  EXPECT_THAT(response.points_f32().point_xyz(), ElementsAre(0.1f, -0.2f, 1e-9f));
  EXPECT_THAT(response.vertex_index(), ElementsAre(4'294'967'295u));
  EXPECT_THAT(response.tie_count(), ElementsAre(1u));
}

TEST(SupportBackend, ACancelledCallSetsItsFlag) {
  FakeBackend backend;
  TestServer server({}, std::make_unique<Forwarding>(backend));
  v1::SupportRequest request;
  request.add_geometry_ids(server.Upload(SphereShape(1)));
  AddDirection(request, 1, 0, 0);
  grpc::ClientContext context;
  v1::SupportResponse response;
  auto status = std::async(std::launch::async, [&] {
    return server.stubs().collision->Support(&context, request, &response);
  });
  FakeBackend::SupportCall call = backend.TakeSupport();
  context.TryCancel();
  EXPECT_EQ(status.get().error_code(), grpc::StatusCode::CANCELLED);
  while (!call.cancel->load()) std::this_thread::yield();
  call.Answer();
}

}  // namespace
}  // namespace farpoint
