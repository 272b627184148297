// Every way in which a shape can be wrong: the right code, field and index.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <functional>
#include <limits>

#include "tests/server/test_server.h"

namespace farpoint {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

struct WrongShape {
  const char* name;
  const char* field;
  std::function<void(v1::Shape&)> make;
};

const WrongShape kWrongs[] = {
    {"None", "shape.shape", [](auto&) {}},
    {"NegativeRadius", "shape.sphere.radius", [](auto& s) { s.mutable_sphere()->set_radius(-1); }},
    {"NaNRadius", "shape.sphere.radius", [](auto& s) { s.mutable_sphere()->set_radius(kNaN); }},
    {"InfiniteRadius", "shape.sphere.radius",
     [](auto& s) { s.mutable_sphere()->set_radius(kInf); }},
    {"HugeRadius", "shape.sphere.radius", [](auto& s) { s.mutable_sphere()->set_radius(1e16); }},
    {"NoRadii", "shape.ellipsoid.radii", [](auto& s) { s.mutable_ellipsoid(); }},
    {"NegativeRadii", "shape.ellipsoid.radii[2]",
     [](auto& s) {
       for (double r : {1., 1., -1.}) s.mutable_ellipsoid()->add_radii(r);
     }},
    {"FourSizes", "shape.box.size",
     [](auto& s) {
       for (int i = 0; i < 4; ++i) s.mutable_box()->add_size(1);
     }},
    {"NegativeSize", "shape.box.size[1]", [](auto& s) { s = BoxShape(1, -1, 1); }},
    {"NaNSize", "shape.box.size[0]", [](auto& s) { s = BoxShape(kNaN, 1, 1); }},
    {"CapsuleLength", "shape.capsule.length", [](auto& s) { s.mutable_capsule()->set_length(-1); }},
    {"CylinderRadius", "shape.cylinder.radius",
     [](auto& s) { s.mutable_cylinder()->set_radius(kInf); }},
    {"ConeLength", "shape.cone.length", [](auto& s) { s.mutable_cone()->set_length(kNaN); }},
    {"NormalCount", "shape.halfspace.normal",
     [](auto& s) { s.mutable_halfspace()->add_normal(1); }},
    {"NormalLength", "shape.halfspace.normal",
     [](auto& s) {
       for (double n : {0., 0., 1.01}) s.mutable_halfspace()->add_normal(n);
     }},
    {"NormalNaN", "shape.halfspace.normal[1]",
     [](auto& s) {
       for (double n : {0., kNaN, 1.}) s.mutable_halfspace()->add_normal(n);
     }},
    {"OffsetInfinite", "shape.halfspace.offset",
     [](auto& s) {
       for (double n : {0., 0., 1.}) s.mutable_halfspace()->add_normal(n);
       s.mutable_halfspace()->set_offset(-kInf);
     }},
    {"PointCount", "shape.point.vertices", [](auto& s) { s.mutable_point()->add_vertices(0); }},
    {"SegmentCount", "shape.segment.vertices", [](auto& s) { s.mutable_segment(); }},
    {"TriangleNaN", "shape.triangle.vertices[8]",
     [](auto& s) {
       for (int i = 0; i < 8; ++i) s.mutable_triangle()->add_vertices(i);
       s.mutable_triangle()->add_vertices(kNaN);
     }},
    {"PrismCount", "shape.prism.vertices",
     [](auto& s) {
       for (int i = 0; i < 17; ++i) s.mutable_prism()->add_vertices(i);
     }},
    {"EmptyMesh", "shape.mesh.vertices", [](auto& s) { s.mutable_mesh(); }},
    {"MeshOfTwoAndAHalfVertices", "shape.mesh.vertices",
     [](auto& s) {
       for (int i = 0; i < 8; ++i) s.mutable_mesh()->add_vertices(i);
     }},
    {"MeshNaN", "shape.mesh.vertices[4]",
     [](auto& s) {
       for (double v : {0., 0., 0., 0., kNaN, 0.}) s.mutable_mesh()->add_vertices(v);
     }},
    {"MeshF32Infinite", "shape.mesh.vertices_f32[2]",
     [](auto& s) {
       for (double v : {0., 0., kInf}) s.mutable_mesh()->add_vertices_f32(static_cast<float>(v));
     }},
    {"MeshBoth", "shape.mesh.vertices_f32",
     [](auto& s) {
       for (int i = 0; i < 3; ++i) s.mutable_mesh()->add_vertices(i);
       for (int i = 0; i < 3; ++i) s.mutable_mesh()->add_vertices_f32(static_cast<float>(i));
     }},
    {"TooManyVertices", "shape.mesh.vertices",
     [](auto& s) {
       for (int i = 0; i < 3 * 300; ++i) s.mutable_mesh()->add_vertices(i % 7);
     }},
    // Points of a sphere: all of them are on the hull.
    {"TooManyHullVertices", "shape.mesh.vertices",
     [](auto& s) {
       for (int i = 0; i < 100; ++i) {
         const double z = -1 + (2 * i + 1) / 100.0, r = std::sqrt(1 - z * z);
         for (double v : {r * std::cos(2.4 * i), r * std::sin(2.4 * i), z}) {
           s.mutable_mesh()->add_vertices(v);
         }
       }
     }},
};

class ShapeErrorsTest : public testing::TestWithParam<WrongShape> {
 protected:
  static void SetUpTestSuite() {
    ServerOptions options;
    options.geometry.max_vertices = 200;
    options.geometry.max_hull_vertices = 50;
    server_ = new TestServer(options);
  }
  static void TearDownTestSuite() { delete server_; }

  static inline TestServer* server_ = nullptr;
};

TEST_P(ShapeErrorsTest, IsRefusedByFieldAndIndexWithNothingKept) {
  v1::CreateGeometryRequest request;
  GetParam().make(*request.mutable_shape());
  v1::CreateGeometryResponse response;
  grpc::ClientContext context;
  EXPECT_EQ(FieldOf(server_->stubs().geometry->CreateGeometry(&context, request, &response)),
            GetParam().field);
  v1::GetServerInfoResponse info;
  grpc::ClientContext info_context;
  ASSERT_TRUE(server_->stubs().server->GetServerInfo(&info_context, {}, &info).ok());
  EXPECT_EQ(info.residents().geometries(), 0);
}

INSTANTIATE_TEST_SUITE_P(Every, ShapeErrorsTest, testing::ValuesIn(kWrongs),
                         [](const auto& suite) { return suite.param.name; });

}  // namespace
}  // namespace farpoint
