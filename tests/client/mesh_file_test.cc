// Mesh files: vertices as they are in the file, and broken files refused by name.

#include "client/cli/mesh_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "client/cli/obj_file.h"
#include "client/cli/off_file.h"
#include "tests/client/temp_dir.h"

namespace farpoint::cli {
namespace {

using testing::HasSubstr;

constexpr Vec3d kOne{1, 1, 1};

std::vector<std::array<double, 3>> Plain(const absl::StatusOr<Mesh>& mesh) {
  EXPECT_TRUE(mesh.ok()) << mesh.status();
  std::vector<std::array<double, 3>> plain;
  for (const Vec3d& v : mesh->vertices) plain.push_back({v.x, v.y, v.z});
  return plain;
}

std::string BinaryStl(const std::string& header, const std::vector<std::array<float, 9>>& facets) {
  std::string bytes = header + std::string(80 - header.size(), ' ');
  const auto add = [&bytes](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  add(static_cast<uint32_t>(facets.size()));
  for (const auto& facet : facets) {
    for (int i = 0; i < 3; ++i) add(0.0f);
    for (float c : facet) add(c);
    add(uint16_t{0});
  }
  return bytes;
}

const std::vector<std::array<float, 9>> kFacets = {{0.1f, 0, 0, 1, 0.2f, 0, 0, 1, 0.3f},
                                                   {0.1f, 0, 0, 0, 1, 0.3f, 0, 0, 1}};
const std::vector<std::array<double, 3>> kStlVertices = {
    {0.1f, 0, 0}, {1, 0.2f, 0}, {0, 1, 0.3f}, {0, 0, 1}};

constexpr char kTextStl[] = R"(solid thing
facet normal 0 0 1
 outer loop
  vertex 0.1 0 0
  vertex 1 0.2 0
  vertex 0 1 0.3
 endloop
endfacet
endsolid thing
)";

TEST(MeshFile, BinaryStlWhateverItsHeaderSays) {
  const TempDir dir;
  for (const char* header : {"", "solid but binary"}) {
    EXPECT_EQ(Plain(ReadMeshFile(dir.Write("a.stl", BinaryStl(header, kFacets)), kOne)),
              kStlVertices);
  }
  EXPECT_EQ(Plain(ReadMeshFile(dir.Write("A.STL", BinaryStl("", kFacets)), kOne)), kStlVertices);
}

TEST(MeshFile, TextStl) {
  const TempDir dir;
  EXPECT_EQ(Plain(ReadMeshFile(dir.Write("a.stl", kTextStl), kOne)),
            (std::vector<std::array<double, 3>>{{0.1f, 0, 0}, {1, 0.2f, 0}, {0, 1, 0.3f}}));
}

TEST(MeshFile, ObjPlyAndOff) {
  const TempDir dir;
  const std::vector<std::array<double, 3>> float32 = {{0.1f, 0, 0}, {1, 0.2f, 0}, {0, 1, 0.3f}};
  const std::vector<std::array<double, 3>> float64 = {{0.1, 0, 0}, {1, 0.2, 0}, {0, 1, 0.3}};
  EXPECT_EQ(Plain(ReadMeshFile(dir.Write("a.obj",
                                         "mtllib none.mtl\nv 0.1 0 0\nv 1 0.2 0\n"
                                         "v 0 1 0.3\nusemtl x\nf 1 2 3\n"),
                               kOne)),
            float64);
  const std::string header =
      "ply\nformat ascii 1.0\ncomment x\nelement vertex 3\nproperty float x\nproperty float y\n"
      "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n";
  EXPECT_EQ(Plain(ReadMeshFile(dir.Write("a.ply", header + "0.1 0 0\n1 0.2 0\n0 1 0.3\n3 0 1 2\n"),
                               kOne)),
            float32);
  EXPECT_EQ(Plain(ReadMeshFile(
                dir.Write("a.off", "OFF\n3 1 0\n0.1 0 0\n1 0.2 0\n0 1 0.3\n3 0 1 2\n"), kOne)),
            float64);
}

constexpr char kDae[] = R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
 <asset><unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
 <library_geometries><geometry id="g"><mesh>
  <source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array>
   <technique_common><accessor source="#pa" count="3" stride="3">
    <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
   </accessor></technique_common></source>
  <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
  <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
 </mesh></geometry></library_geometries>
 <library_visual_scenes><visual_scene id="s">
  <node id="n"><translate>10 20 30</translate><instance_geometry url="#g"/></node>
  <node id="m"><rotate>0 0 1 90</rotate><instance_geometry url="#g"/></node>
 </visual_scene></library_visual_scenes>
 <scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
)";

TEST(MeshFile, DaeAppliesTransformsAndUnitAndMergesMeshes) {
  const TempDir dir;
  const auto vertices = Plain(ReadMeshFile(dir.Write("a.dae", kDae), kOne));
  const std::vector<std::array<double, 3>> expected = {
      {0.1, 0.2, 0.3}, {0.11, 0.2, 0.3}, {0.1, 0.21, 0.3}, {0, 0, 0}, {0, 0.01, 0}, {-0.01, 0, 0}};
  ASSERT_EQ(vertices.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(vertices[i][c], expected[i][c], 1e-7) << i;
  }
}

TEST(MeshFile, ScaleMultipliesComponents) {
  const TempDir dir;
  const std::string path = dir.Write("a.off", "OFF 1 0 0 1 2 3");
  EXPECT_EQ(Plain(ReadMeshFile(path, {0.001, 1, -2})),
            (std::vector<std::array<double, 3>>{{0.001, 2, -6}}));
  EXPECT_EQ(ParseScale("0.001")->z, 0.001);
  EXPECT_EQ(ParseScale("1,2,-3")->z, -3);
  for (const char* bad : {"", "1,2", "x", "0", "1,0,1", "inf", "1,2,3,4"}) {
    EXPECT_FALSE(ParseScale(bad).ok()) << bad;
  }
}

struct Broken {
  std::string name, bytes, message;
};

class BrokenFile : public testing::TestWithParam<Broken> {};

TEST_P(BrokenFile, IsRefusedByName) {
  const TempDir dir;
  const std::string path = dir.Write(GetParam().name, GetParam().bytes);
  const auto mesh = ReadMeshFile(path, kOne);
  EXPECT_EQ(mesh.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(mesh.status().message()), testing::StartsWith(path + ": "));
  EXPECT_THAT(std::string(mesh.status().message()), HasSubstr(GetParam().message));
}

std::string Truncated(const std::string& bytes, size_t by) {
  return bytes.substr(0, bytes.size() - by);
}

const std::string kBinaryPly =
    "ply\nformat binary_little_endian 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
    "property float z\nend_header\n" +
    std::string(24, '\1');

INSTANTIATE_TEST_SUITE_P(
    MeshFile, BrokenFile,
    testing::Values(
        Broken{"a.stl", Truncated(BinaryStl("", kFacets), 1), "truncated STL"},
        Broken{"a.stl", Truncated(BinaryStl("", kFacets), 50), "truncated STL"},
        Broken{"a.stl", Truncated(BinaryStl("solid", kFacets), 7), "truncated STL"},
        Broken{"a.stl", BinaryStl("", kFacets) + "x", "malformed STL"},
        Broken{"a.stl", std::string(40, '\0'), "truncated STL"},
        Broken{"a.stl", BinaryStl("", {}), "empty"},
        Broken{"a.stl", "This is a letter, not a mesh.\n", "is not an STL file"},
        Broken{"a.stl", "solid as a rock\n", "is not an STL file"},
        Broken{"a.stl", Truncated(kTextStl, 20), "truncated"},
        Broken{"a.stl", Truncated(kTextStl, 60), "truncated"},
        Broken{"a.stl", "", "cannot be read as STL: the file is empty"},
        Broken{"a.obj", "hello\n", "cannot be read as OBJ"},
        Broken{"a.obj", "", "cannot be read as OBJ: the file is empty"},
        Broken{"a.ply", "hello\n", "is not a PLY file"},
        Broken{"a.ply", "ply\nformat ascii 1.0\n", "no end_header"},
        Broken{"a.ply", Truncated(kBinaryPly, 1), "truncated PLY: 1 of 2"},
        Broken{"a.ply",
               "ply\nformat ascii 1.0\nelement vertex 1\nproperty float u\nend_header\n1\n",
               "has no property x"},
        Broken{"a.ply",
               "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float z\n"
               "end_header\n1 1\n",
               "has no property y"},
        Broken{"a.ply",
               "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
               "property list uchar float z\nend_header\n1 1 1 1\n",
               "has no property z"},
        Broken{"a.ply",
               "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
               "property float z\nend_header\n0 0 0\n1 1\n",
               "truncated PLY: 1 of 2"},
        Broken{"a.dae", "hello\n", "cannot be read as DAE"},
        Broken{"a.off", "hello\n", "does not begin with OFF"},
        Broken{"a.off", "COFF 1 0 0\n0 0 0 1 1 1 1\n", "variant COFF is not supported"},
        Broken{"a.off", "OFF BINARY\n", "binary OFF is not supported"},
        Broken{"a.off", "NOFF\n1 0 0\n0 0 0 1 0 0\n", "variant NOFF is not supported"},
        Broken{"a.off", "OFF 0 0 0\n", "empty"},
        Broken{"a.off", "OFF 2 0 0\n0 0 0 1 1", "truncated: vertex 1"},
        Broken{"a.off", "OFF 1 1 0\n0 0 0\n", "truncated: face 0"},
        Broken{"a.off", "OFF 2 0 0\n0 0 0 255 0 0\n1 0 0 255 0 0\n", "there is more: \"1\""},
        Broken{"a.off", "OFF 2 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "there is more: \"3\""},
        Broken{"a.off", "OFF 1 1 0\n0 0 0\n3 0 0 1\n", "names vertex 1"},
        Broken{"a.off", "OFF 1 0 0\n0 x 0\n", "vertex 0: \"x\""},
        Broken{"a.off", "OFF 1 0 0\n0 nan 0\n", "vertices[0]: must be finite"},
        Broken{"a.off", "OFF 99999999999999 0 0\n0 0 0\n", "truncated"},
        Broken{"a.txt", "OFF 1 0 0\n0 0 0\n", "must end with .stl"},
        Broken{"off", "OFF 1 0 0\n0 0 0\n", "must end with .stl"}));

TEST(MeshFile, WhatCannotBeOpenedIsNotFound) {
  const TempDir dir;
  for (const std::string& path : {dir.Path("nowhere.stl"), dir.Path("")}) {
    const auto mesh = ReadMeshFile(path, kOne);
    EXPECT_EQ(mesh.status().code(), absl::StatusCode::kNotFound) << path;
    EXPECT_THAT(std::string(mesh.status().message()), testing::StartsWith(path));
  }
}

TEST(OffFile, KeepsEveryBitAndEveryVertex) {
  const auto vertices = ReadOff(
      "# made by hand\nOFF # counts\n3 1 0\n-0.017254659906029701 +1e-300 5e-324\n"
      "0 0 0\n0 0 0\n3 0 1 2 255 0 0\n# end\n");
  ASSERT_TRUE(vertices.ok()) << vertices.status();
  ASSERT_EQ(vertices->size(), 3u);
  EXPECT_EQ((*vertices)[0].x, -0.017254659906029701);
  EXPECT_EQ((*vertices)[0].y, 1e-300);
  EXPECT_EQ((*vertices)[0].z, 5e-324);
}

TEST(MeshFile, AnElementWithoutPropertiesIsRefused) {
  TempDir dir;
  const std::string path =
      dir.Write("bomb.ply", "ply\nformat ascii 1.0\nelement vertex 1000000000000\nend_header\n");
  const auto mesh = ReadMeshFile(path, {1, 1, 1});
  EXPECT_THAT(std::string(mesh.status().message()), HasSubstr("has no properties"));
}

TEST(MeshFile, PlyKeepsItsOrderAndUnusedVerticesButNoRepeatedOnes) {
  const TempDir dir;
  for (const char* faces : {"element face 1\nproperty list uchar int vertex_indices\n", ""}) {
    const std::string path = dir.Write(
        "a.ply", std::string("ply\nformat ascii 1.0\nelement vertex 5\nproperty double x\n"
                             "property double y\nproperty double z\n") +
                     faces + "end_header\n0 0 0\n5 5 5\n1 0 0\n1 0 0\n0 0 1\n" +
                     (*faces == 0 ? "" : "3 4 3 0\n"));
    EXPECT_EQ(Plain(ReadMeshFile(path, kOne)),
              (std::vector<std::array<double, 3>>{{0, 0, 0}, {5, 5, 5}, {1, 0, 0}, {0, 0, 1}}));
  }
}

TEST(MeshFile, ASceneWithoutGeometryIsEmpty) {
  TempDir dir;
  const std::string path = dir.Write(
      "bare.dae",
      "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
      "version=\"1.4.1\"><asset><unit meter=\"1\"/></asset><library_visual_scenes>"
      "<visual_scene id=\"s\"><node id=\"a\"><node id=\"b\"><translate>1 0 0</translate>"
      "</node></node></visual_scene></library_visual_scenes><scene>"
      "<instance_visual_scene url=\"#s\"/></scene></COLLADA>");
  EXPECT_FALSE(ReadMeshFile(path, {1, 1, 1}).ok());
}

TEST(MeshFile, WhatIsNotARegularFileIsNotRead) {
  const auto mesh = ReadMeshFile("/dev/zero", {1, 1, 1});
  EXPECT_THAT(std::string(mesh.status().message()), HasSubstr("regular file"));
}

// Triangles name the vertices that are left, in every format.
TEST(MeshFile, KeepsTriangles) {
  TempDir dir;
  const auto stl = ReadMeshAndTriangles(dir.Write("a.stl", BinaryStl("", kFacets)), kOne);
  ASSERT_TRUE(stl.ok()) << stl.status();
  ASSERT_EQ(stl->triangles.size(), kFacets.size());
  for (size_t t = 0; t < kFacets.size(); ++t) {
    for (size_t k = 0; k < 3; ++k) {
      ASSERT_LT(stl->triangles[t][k], stl->mesh.vertices.size());
      const Vec3d& v = stl->mesh.vertices[stl->triangles[t][k]];
      EXPECT_EQ(v.x, kFacets[t][3 * k]);
      EXPECT_EQ(v.y, kFacets[t][3 * k + 1]);
      EXPECT_EQ(v.z, kFacets[t][3 * k + 2]);
    }
  }
  const std::vector<MeshTriangle> fan = {{0, 1, 2}, {0, 2, 3}};
  const std::string corners = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
  EXPECT_EQ(ReadMeshAndTriangles(dir.Write("a.off", "OFF\n4 1 0\n" + corners + "4 0 1 2 3\n"), kOne)
                ->triangles,
            fan);
  EXPECT_EQ(ReadMeshAndTriangles(
                dir.Write("a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n"), kOne)
                ->triangles,
            fan);
}

}  // namespace
}  // namespace farpoint::cli
