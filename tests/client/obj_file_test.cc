// OBJ meshes: vertex i is the i-th `v`, whatever the faces say, and errors name the line.

#include "client/cli/obj_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "client/cli/mesh_file.h"
#include "src/geometry_id/geometry_id.h"
#include "tests/client/temp_dir.h"

namespace farpoint::cli {
namespace {

using Triangles = std::vector<MeshTriangle>;

Triangles TrianglesOf(const std::string& text) {
  Triangles triangles;
  const auto vertices = ReadObj(text, &triangles);
  EXPECT_TRUE(vertices.ok()) << vertices.status() << "\n" << text;
  return triangles;
}

constexpr char kSquare[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

TEST(ObjFile, KeepsOrderBitsUnusedAndRepeatedVertices) {
  const auto vertices = ReadObj(
      "# by hand\nv -0.017254659906029701 +1e-300 5e-324 # first\n  v\t9 9 9 1.0\r\n"
      "v 1 0 0 0.5 0.25 0\nv 1 0 0 1 0 0 1\nv 0 1 0\nf 5 4 1\n");
  ASSERT_TRUE(vertices.ok()) << vertices.status();
  ASSERT_EQ(vertices->size(), 5u);
  EXPECT_EQ((*vertices)[0].x, -0.017254659906029701);
  EXPECT_EQ((*vertices)[0].y, 1e-300);
  EXPECT_EQ((*vertices)[0].z, 5e-324);
  EXPECT_EQ((*vertices)[1].z, 9);
  EXPECT_EQ((*vertices)[2].x, 1);
  EXPECT_EQ((*vertices)[3].x, 1);
  EXPECT_EQ((*vertices)[4].y, 1);
}

TEST(ObjFile, EveryFormOfCornerAndFansOfPolygons) {
  const Triangles fan = {{0, 1, 2}, {0, 2, 3}};
  const std::string square = kSquare;
  for (const char* face : {"f 1 2 3 4", "f 1/1 2/2 3/3 4/4", "f 1//1 2//1 3//1 4//1",
                           "f 1/1/1 2/1/1 3/1/1 4/1/1", "f -4 -3 -2 -1", "f -4//-1 2 -2/7/-1 4 ",
                           "f 1 2\\\n 3\\\r\n4", "f 1 2 3 4# note", "f 1 2 3 4\r"}) {
    EXPECT_EQ(TrianglesOf(square + face + "\n"), fan) << face;
    EXPECT_EQ(TrianglesOf(square + face), fan) << face;
  }
  EXPECT_EQ(TrianglesOf(square + "f 1 2 3\nv 2 0 0\nf -1 -5 -4\n"),
            (Triangles{{0, 1, 2}, {4, 0, 1}}));
  EXPECT_EQ(TrianglesOf("f 1 2 3\n" + square), (Triangles{{0, 1, 2}})) << "vertices may follow";
  EXPECT_EQ(TrianglesOf(square + "f 1 2\nf 1\nf\n"), Triangles{}) << "without a surface";
}

TEST(ObjFile, IgnoresOtherStatements) {
  const auto vertices = ReadObj(
      "\xEF\xBB\xBFmtllib a.mtl \\\n v.mtl\no v 1 2 3\ng f\nvn 0 0 1\nvt 0 0\nvp 1\n\nusemtl x\n"
      "s off\nl 1 9\np 77\nv 0 0 0\ncurv 0 1 1\n");
  ASSERT_TRUE(vertices.ok()) << vertices.status();
  EXPECT_EQ(vertices->size(), 1u);
}

TEST(ObjFile, ErrorsNameTheLine) {
  const std::string square = kSquare;
  const std::pair<std::string, std::string> cases[] = {
      {square + "\nf 1 2 3\nf 1 2 99\n", "line 7: vertex index 99 of 4"},
      {square + "f 1 2 99\nf 1 2 98\n", "line 5: vertex index 99 of 4"},
      {square + "f 1 2 -5\n", "line 5: vertex index -5 of 4"},
      {"f -1 -1 -1\n" + square, "line 1: vertex index -1 of 0"},
      {square + "f 0 1 2\n", "line 5: vertex index 0 of 4"},
      {square + "f 1 2 4294967296\n", "line 5: vertex index 4294967296 of 4"},
      {square + "f 1 2 99999999999999999999\n", "line 5: face: \"99999999999999999999\" is not"},
      {square + "f 1 \\\n two 3\n", "line 6: face: \"two\" is not a number"},
      {square + "f 1 2.5 3\n", "line 5: face: \"2.5\" is not a number"},
      {square + "f 1 /2 3\n", "line 5: face: \"/2\" is not a number"},
      {"v 0 0 0\r\nv 0 x 0\r\n", "line 2: vertex 2: \"x\" is not a number"},
      {"v 0 0 1e999\n", "line 1: vertex 1: \"1e999\" is not a number that fits"},
      {"# one\nv 0 0\nv 1\n", "line 2: vertex 1 has less than 3 coordinates"},
      {"v 0 0 0 2\n", "line 1: vertex 1 has the weight \"2\""},
      {"vn 0 0 1\n", "cannot be read as OBJ: there is no line v x y z"},
      {std::string(1000, '\0'), "cannot be read as OBJ: there is no line v x y z"}};
  for (const auto& [text, message] : cases) {
    const auto vertices = ReadObj(text);
    EXPECT_EQ(vertices.status().code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_THAT(std::string(vertices.status().message()), testing::StartsWith(message)) << text;
  }
}

TEST(ObjFile, EqualContentIsTheSameGeometryAsOff) {
  const TempDir dir;
  const std::string off = dir.Write("a.off", "OFF 3 1 0\n0.1 0 0\n7 7 7\n0.3 1 0\n3 2 0 0\n");
  const std::string obj = dir.Write("a.OBJ", "v 0.1 0 0\nv 7 7 7\nv 0.3 1 0\nf 3 1 1\n");
  for (const Vec3d& scale : {Vec3d{1, 1, 1}, Vec3d{0.001, 1, -2}}) {
    const auto a = ReadMeshAndTriangles(off, scale), b = ReadMeshAndTriangles(obj, scale);
    ASSERT_TRUE(a.ok() && b.ok()) << a.status() << b.status();
    EXPECT_EQ(GeometryId(a->mesh), GeometryId(b->mesh));
    EXPECT_EQ(a->triangles, b->triangles);
    EXPECT_EQ(b->mesh.vertices[1].z, 7 * scale.z);
  }
}

}  // namespace
}  // namespace farpoint::cli
