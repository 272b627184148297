#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <algorithm>
#include <cmath>

#include "src/geometry_id/geometry_id.h"
#include "tests/residency/fake_clock.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class GeometryServiceTest : public testing::Test {
 protected:
  grpc::Status Create(const v1::Shape& shape, int64_t ttl_seconds = 0) {
    grpc::ClientContext context;
    v1::CreateGeometryRequest request;
    *request.mutable_shape() = shape;
    if (ttl_seconds != 0) request.mutable_ttl()->set_seconds(ttl_seconds);
    created_.Clear();
    return server_.stubs().geometry->CreateGeometry(&context, request, &created_);
  }
  std::vector<std::string> Missing(const std::vector<std::string>& ids, int64_t ttl_seconds = 0) {
    grpc::ClientContext context;
    v1::FindMissingGeometriesRequest request;
    for (const std::string& id : ids) request.add_geometry_ids(id);
    if (ttl_seconds != 0) request.mutable_ttl()->set_seconds(ttl_seconds);
    v1::FindMissingGeometriesResponse response;
    EXPECT_TRUE(server_.stubs().geometry->FindMissingGeometries(&context, request, &response).ok());
    return {response.missing_geometry_ids().begin(), response.missing_geometry_ids().end()};
  }
  grpc::Status Get(const std::string& id) {
    grpc::ClientContext context;
    v1::GetGeometryRequest request;
    request.set_geometry_id(id);
    got_.Clear();
    return server_.stubs().geometry->GetGeometry(&context, request, &got_);
  }
  grpc::Status List(int page_size, const std::string& token) {
    grpc::ClientContext context;
    v1::ListGeometriesRequest request;
    request.set_page_size(page_size);
    request.set_page_token(token);
    page_.Clear();
    return server_.stubs().geometry->ListGeometries(&context, request, &page_);
  }
  bool Delete(const std::string& id) {
    grpc::ClientContext context;
    v1::DeleteGeometryRequest request;
    request.set_geometry_id(id);
    v1::DeleteGeometryResponse response;
    EXPECT_TRUE(server_.stubs().geometry->DeleteGeometry(&context, request, &response).ok());
    return response.existed();
  }

  static ServerOptions Options() {
    ServerOptions options;
    options.limits.max_page_size = 5;
    options.limits.max_ids = 10;
    return options;
  }

  FakeClock clock_;
  TestServer server_{Options(), nullptr, clock_};
  v1::CreateGeometryResponse created_;
  v1::GetGeometryResponse got_;
  v1::ListGeometriesResponse page_;
};

TEST_F(GeometryServiceTest, ReportsWhatBecameOfAMesh) {
  v1::Shape shape;
  for (double x : {0., 2.}) {
    for (double y : {0., 3.}) {
      for (double z : {0., 4.}) {
        for (double c : {x, y, z}) shape.mutable_mesh()->add_vertices(c);
      }
    }
  }
  for (double c : {1., 1., 1.}) shape.mutable_mesh()->add_vertices(c);  // inside
  ASSERT_TRUE(Create(shape).ok());
  EXPECT_TRUE(created_.created());
  const v1::Geometry& geometry = created_.geometry();
  EXPECT_EQ(geometry.kind(), "mesh");
  EXPECT_EQ(geometry.vertices_given(), 9);
  EXPECT_EQ(geometry.hull_vertices(), 8);
  EXPECT_EQ(geometry.hull_faces(), 12);
  EXPECT_NEAR(geometry.volume(), 24, 1e-9);
  EXPECT_THAT(geometry.centre_xyz(), ElementsAre(1, 1.5, 2));
  EXPECT_GT(geometry.resident_bytes(), 0);
  EXPECT_FALSE(geometry.has_expire_time());
  ASSERT_TRUE(Get(geometry.id()).ok());
  EXPECT_EQ(got_.geometry().SerializeAsString(), geometry.SerializeAsString());
  ASSERT_TRUE(Create(shape).ok());
  EXPECT_FALSE(created_.created());
}

// A kind that is forgotten in a conversion shows here.
TEST_F(GeometryServiceTest, KeepsEveryKindUnderItsContentAddress) {
  const auto numbers = [](int count, google::protobuf::RepeatedField<double>* out) {
    for (int i = 0; i < count; ++i) out->Add(0.25 * i * i);
  };
  std::vector<std::pair<v1::Shape, Shape>> shapes(12);
  shapes[0] = {SphereShape(1.5), Sphere{1.5}};
  numbers(3, shapes[1].first.mutable_ellipsoid()->mutable_radii());
  shapes[1].second = Ellipsoid{{0, 0.25, 1}};
  shapes[2] = {BoxShape(1, 2, 3), Box{{1, 2, 3}}};
  shapes[3].first.mutable_capsule()->set_radius(1);
  shapes[3].first.mutable_capsule()->set_length(2);
  shapes[3].second = Capsule{1, 2};
  shapes[4].first.mutable_cylinder()->set_radius(1);
  shapes[4].first.mutable_cylinder()->set_length(2);
  shapes[4].second = Cylinder{1, 2};
  shapes[5].first.mutable_cone()->set_radius(1);
  shapes[5].first.mutable_cone()->set_length(2);
  shapes[5].second = Cone{1, 2};
  for (double n : {0., -1., 0.}) shapes[6].first.mutable_halfspace()->add_normal(n);
  shapes[6].first.mutable_halfspace()->set_offset(-3);
  shapes[6].second = Halfspace{{0, -1, 0}, -3};
  numbers(3, shapes[7].first.mutable_point()->mutable_vertices());
  shapes[7].second = Point{{{{0, 0.25, 1}}}};
  numbers(6, shapes[8].first.mutable_segment()->mutable_vertices());
  shapes[8].second = Segment{{{{0, 0.25, 1}, {2.25, 4, 6.25}}}};
  numbers(9, shapes[9].first.mutable_triangle()->mutable_vertices());
  shapes[9].second = Triangle{{{{0, 0.25, 1}, {2.25, 4, 6.25}, {9, 12.25, 16}}}};
  numbers(18, shapes[10].first.mutable_prism()->mutable_vertices());
  Prism prism;
  for (int i = 0; i < 6; ++i) {
    const double a = 3 * i, b = a + 1, c = a + 2;
    prism.vertices[i] = {0.25 * a * a, 0.25 * b * b, 0.25 * c * c};
  }
  shapes[10].second = prism;
  for (double c : {0.1, 0.2, 0.3}) {
    shapes[11].first.mutable_mesh()->add_vertices_f32(static_cast<float>(c));
  }
  shapes[11].second = Mesh{{{0.1f, 0.2f, 0.3f}}};
  for (const auto& [wire, shape] : shapes) {
    const grpc::Status status = Create(wire);
    ASSERT_TRUE(status.ok()) << ShapeName(shape) << ": " << status.error_message();
    EXPECT_EQ(created_.geometry().id(), GeometryId(shape)) << ShapeName(shape);
    EXPECT_EQ(created_.geometry().kind(), ShapeName(shape));
  }
}

TEST_F(GeometryServiceTest, LeasesEndOnTimeAndAreRenewed) {
  ASSERT_TRUE(Create(SphereShape(1), 10).ok());
  const std::string id = created_.geometry().id();
  EXPECT_EQ(created_.geometry().expire_time().seconds(), absl::ToUnixSeconds(clock_.Now()) + 10);
  EXPECT_THAT(Missing({id}, 20), IsEmpty());
  clock_.Advance(absl::Seconds(19));
  EXPECT_THAT(Missing({id, "x"}), ElementsAre("x"));
  ASSERT_TRUE(Get(id).ok());
  clock_.Advance(absl::Seconds(1));
  EXPECT_THAT(Missing({id, id}), ElementsAre(id));
  const grpc::Status gone = Get(id);
  EXPECT_EQ(gone.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(InfoOf(gone).reason(), "GEOMETRY_NOT_FOUND");
  EXPECT_EQ(InfoOf(gone).metadata().at("geometry_ids"), id);
}

TEST_F(GeometryServiceTest, RefusesABadTtl) {
  EXPECT_EQ(FieldOf(Create(SphereShape(1), -1)), "ttl");
  EXPECT_EQ(FieldOf(Create(SphereShape(1), int64_t{1} << 40)), "ttl");
  grpc::ClientContext context;
  v1::FindMissingGeometriesRequest request;
  request.mutable_ttl()->set_nanos(-5);
  v1::FindMissingGeometriesResponse response;
  EXPECT_EQ(FieldOf(server_.stubs().geometry->FindMissingGeometries(&context, request, &response)),
            "ttl");
}

TEST_F(GeometryServiceTest, ListsEachOnceInOrderPageByPage) {
  std::vector<std::string> ids;
  for (int i = 1; i <= 12; ++i) {
    ASSERT_TRUE(Create(SphereShape(i)).ok());
    ids.push_back(created_.geometry().id());
  }
  std::sort(ids.begin(), ids.end());
  std::vector<std::string> listed;
  std::string token;
  int pages = 0;
  do {
    ASSERT_TRUE(List(100, token).ok());
    EXPECT_LE(page_.geometries_size(), 5) << "the server's limit";
    for (const v1::Geometry& geometry : page_.geometries()) listed.push_back(geometry.id());
    token = page_.next_page_token();
    ++pages;
  } while (!token.empty());
  EXPECT_EQ(listed, ids);
  EXPECT_EQ(pages, 3);
  ASSERT_TRUE(List(2, "").ok());
  EXPECT_EQ(page_.geometries_size(), 2);
  EXPECT_EQ(FieldOf(List(-1, "")), "page_size");
  EXPECT_EQ(FieldOf(List(2, "nonsense")), "page_token");
}

TEST_F(GeometryServiceTest, DeletesOnceAndWithoutComplaintAgain) {
  ASSERT_TRUE(Create(SphereShape(1)).ok());
  const std::string id = created_.geometry().id();
  EXPECT_TRUE(Delete(id));
  EXPECT_FALSE(Delete(id));
  EXPECT_FALSE(Delete("nonsense"));
  EXPECT_FALSE(Get(id).ok());
}

TEST_F(GeometryServiceTest, BoundsTheIdsOfOneSearch) {
  grpc::ClientContext context;
  v1::FindMissingGeometriesRequest request;
  for (int i = 0; i < 11; ++i) request.add_geometry_ids("x");
  v1::FindMissingGeometriesResponse response;
  EXPECT_EQ(FieldOf(server_.stubs().geometry->FindMissingGeometries(&context, request, &response)),
            "geometry_ids");
}

TEST(MemoryFull, IsRefusedByReasonWithoutAdviceToWait) {
  ServerOptions options;
  options.memory_limit = 1 << 20;
  TestServer server(options);
  grpc::Status status;
  for (int i = 1; i < 10'000 && status.ok(); ++i) {
    grpc::ClientContext context;
    v1::CreateGeometryRequest request;
    for (int k = 0; k < 300; ++k) {
      const double z = -1 + (2 * k + 1) / 300.0, r = std::sqrt(1 - z * z);
      for (double v : {r * std::cos(2.4 * k), r * std::sin(2.4 * k), i * z}) {
        request.mutable_shape()->mutable_mesh()->add_vertices(v);
      }
    }
    v1::CreateGeometryResponse response;
    status = server.stubs().geometry->CreateGeometry(&context, request, &response);
  }
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(InfoOf(status).reason(), "MEMORY_FULL");
  EXPECT_EQ(RetryMillisecondsOf(status), -1);
}

}  // namespace
}  // namespace farpoint
