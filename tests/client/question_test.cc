// Question files: what is read, and what is refused by line and field.

#include "client/cli/question.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/client/temp_dir.h"

namespace farpoint::cli {
namespace {

using testing::HasSubstr;

constexpr char kPose[] = "[0, 0, 0, 0, 0, 0, 1]";

std::string Line(const std::string& a, const std::string& pose_a = kPose) {
  return R"({"a": )" + a + R"(, "pose_a": )" + pose_a +
         R"(, "b": {"sphere": {"radius": 1}}, "pose_b": [1, 2, 3, 0, 0, 1, 0]})" + "\n";
}

TEST(Question, ReadsEveryShape) {
  const char* shapes[] = {
      R"({"sphere": {"radius": 0.1}})",
      R"({"ellipsoid": {"radii": [1, 2, 3]}})",
      R"({"box": {"size": [1, 2, 3]}, "swept_sphere_radius": 0.5})",
      R"({"capsule": {"radius": 1, "length": 2}})",
      R"({"cylinder": {"radius": 1, "length": 2}})",
      R"({"cone": {"radius": 1, "length": 2}})",
      R"({"halfspace": {"normal": [0, 0, 1], "offset": -1}})",
      R"({"point": {"vertices": [[1, 2, 3]]}})",
      R"({"segment": {"vertices": [[1, 2, 3], [4, 5, 6]]}})",
      R"({"triangle": {"vertices": [[1, 2, 3], [4, 5, 6], [0, 0, 0]]}})",
      R"({"prism": {"vertices": [[1,2,3],[4,5,6],[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}})",
      R"({"mesh": {"vertices": [[1, 2, 3], [4, 5, 6]]}})"};
  std::string text;
  for (const char* shape : shapes) text += Line(shape);
  const auto file = ReadQuestions(text, "");
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_EQ(file->questions.size(), 12u);
  EXPECT_EQ(file->shapes.size(), 13u);  // b is the same sphere each time
  for (size_t i = 0; i < 12; ++i) {
    const std::string name = ShapeName(file->shapes[file->questions[i].a.shape]);
    EXPECT_THAT(shapes[i], HasSubstr("\"" + name + "\""));
  }
  EXPECT_EQ(file->questions[2].a.padding, 0.5);
  EXPECT_EQ(file->questions[0].b.pose.position.z, 3);
  EXPECT_EQ(file->questions[0].b.pose.orientation.z, 1);
  EXPECT_EQ(file->questions[0].b.pose.orientation.w, 0);
}

TEST(Question, IgnoresOtherKeysOfTheLine) {
  std::string line = Line(R"({"sphere": {"radius": 0.1}})");
  line.insert(1, R"("class": "x", "expected": -1, "note": [], )");
  EXPECT_TRUE(ReadQuestions(line, "").ok());
}

TEST(Question, EmptyInputHasNoQuestions) {
  EXPECT_TRUE(ReadQuestions("", "")->questions.empty());
  EXPECT_TRUE(ReadQuestions("\n \n", "")->questions.empty());
}

TEST(Question, BlankLinesAtTheEndAreNoQuestions) {
  const std::string line = Line(R"({"sphere": {"radius": 0.1}})");
  EXPECT_EQ(ReadQuestions(line + line + "\n\n", "")->questions.size(), 2u);
  EXPECT_FALSE(ReadQuestions(line + "\n" + line, "").ok());
}

TEST(Question, AMeshFileIsReadOnceAndFoundUnderTheRoot) {
  const TempDir dir;
  dir.Write("m.off", "OFF 1 0 0 0.1 0.2 0.30000000000000004");
  const std::string line = Line(R"({"mesh": {"file": "m.off"}})");
  const auto file = ReadQuestions(line + line, dir.Path(""));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->shapes.size(), 2u);
  EXPECT_EQ(std::get<Mesh>(file->shapes[0]).vertices[0].z, 0.30000000000000004);
  EXPECT_TRUE(
      ReadQuestions(Line(R"({"mesh": {"file": ")" + dir.Path("m.off") + "\"}}"), "/x").ok());
}

struct Refusal {
  std::string line, message;
};

class Refused : public testing::TestWithParam<Refusal> {};

TEST_P(Refused, NamesLineAndField) {
  const std::string good = Line(R"({"sphere": {"radius": 1}})");
  const auto file = ReadQuestions(good + GetParam().line + good, "");
  EXPECT_EQ(file.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(file.status().message()), HasSubstr("line 2: " + GetParam().message))
      << GetParam().line;
}

INSTANTIATE_TEST_SUITE_P(
    Question, Refused,
    testing::Values(
        Refusal{"\n{}", "is empty"}, Refusal{"{\n", "is not JSON, at column 2, where it ends"},
        Refusal{"{\"a\": nope}\n", "is not JSON, at column 8"}, Refusal{" \n", "is empty"},
        Refusal{"[1]\n", "must be an object"}, Refusal{"{\"a\": 1}\n", "pose_a: is missing"},
        Refusal{"{\"a\": 1, \"pos_a\": 1, \"class\": 1}\n",
                "pose_a: is missing; unknown here: pos_a"},
        Refusal{Line("1"), "a: must be an object"}, Refusal{Line("{}"), "a: has no shape"},
        Refusal{Line(R"({"sphere": {"radius": 1}, "box": {"size": [1, 1, 1]}})"),
                "a: has two shapes, box and sphere"},
        Refusal{
            Line(R"({"torus": {"radius": 1}})"),
            "a.torus: is no shape, nor swept_sphere_radius; shapes are sphere, ellipsoid, box, "},
        Refusal{Line(R"({"sphere": {"radius": 1}, "swept_spere_radius": 1})"),
                "a.swept_spere_radius: is no shape"},
        Refusal{Line(R"({"box": {"size": [1, 1, 1]}, "a": 1})"), "a.a: is no shape"},
        Refusal{Line(R"({"sphere": {}})"), "a.sphere.radius: is missing"},
        Refusal{Line(R"({"sphere": {"radius": "1"}})"), "a.sphere.radius: must be a number"},
        Refusal{Line(R"({"sphere": {"radius": true}})"), "a.sphere.radius: must be a number"},
        Refusal{Line(R"({"sphere": {"radius": null}})"), "a.sphere.radius: must be a number"},
        Refusal{Line(R"({"sphere": {"radius": -1}})"), "a.sphere.radius: must be finite, >= 0"},
        Refusal{Line(R"({"sphere": {"radius": 1e999}})"),
                "has the number 1e999, at column 29, which float64 does not hold"},
        Refusal{Line(R"({"sphere": {"radius": NaN}})"),
                "is not JSON, at column 29: NaN is no number of JSON"},
        Refusal{Line(R"({"sphere": {"radius": -Infinity}})"),
                "is not JSON, at column 30: -Infinity"},
        Refusal{Line(R"({"sphere": {"radius": 1, "diameter": 2}})"),
                "a.sphere.diameter: is unknown; known here: radius"},
        Refusal{Line(R"({"sphere": 1})"), "a.sphere: must be an object"},
        Refusal{Line(R"({"box": {"size": [1, 2]}})"), "a.box.size: must be an array of 3 numbers"},
        Refusal{Line(R"({"box": {"size": [1, 2, "3"]}})"), "a.box.size[2]: must be a number"},
        Refusal{Line(R"({"box": {"size": [1, -2, 3]}})"), "a.box.size[1]: must be"},
        Refusal{Line(R"({"halfspace": {"normal": [0, 0, 2], "offset": 0}})"),
                "a.halfspace.normal: must be a unit vector (within 1e-3)"},
        Refusal{Line(R"({"prism": {"vertices": [[0, 0, 0]]}})"),
                "a.prism.vertices: must be an array of 6 points, has 1"},
        Refusal{Line(R"({"point": {"vertices": [[0, 0]]}})"),
                "a.point.vertices[0]: must be an array of 3 numbers"},
        Refusal{Line(R"({"mesh": {"vertices": []}})"), "a.mesh.vertices: must not be empty"},
        Refusal{Line(R"({"mesh": {}})"), "a.mesh: must have either file or vertices"},
        Refusal{Line(R"({"mesh": {"file": 1}})"), "a.mesh.file: must be a string"},
        Refusal{Line(R"({"mesh": {"file": "nowhere.off"}})"),
                "a.mesh.file: nowhere.off: cannot be"},
        Refusal{Line(R"({"sphere": {"radius": 1}, "swept_sphere_radius": -1})"),
                "a.swept_sphere_radius: must be >= 0"},
        Refusal{Line(R"({"sphere": {"radius": 1}, "swept_sphere_radius": "x"})"),
                "a.swept_sphere_radius: must be a number"},
        Refusal{Line(R"({"sphere": {"radius": 1}})", "[0, 0, 0, 0, 0, 0]"),
                "pose_a: must be an array of 7 numbers"},
        Refusal{Line(R"({"sphere": {"radius": 1}})", "[0, 0, null, 0, 0, 0, 1]"),
                "pose_a[2]: must be a number"},
        Refusal{Line(R"({"sphere": {"radius": 1}})", "[0, 0, 0, 0, 0, 0, 0]"),
                "pose_a: orientation must be a unit quaternion"},
        Refusal{
            Line(R"({"sphere": {"radius": 1}})", "[0, 0, 0, 0, 0, 0, 1.1]"),
            "pose_a: orientation must be a unit quaternion, its norm is 1.1; within 0.001 of 1"}));

}  // namespace
}  // namespace farpoint::cli
