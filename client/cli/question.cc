#include "client/cli/question.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cli/json_field.h"
#include "client/cli/mesh_file.h"
#include "client/cli/shape_json.h"
#include "src/geometry_id/geometry_id.h"

namespace farpoint::cli {
namespace {

constexpr const char* kPadding = "swept_sphere_radius";

class Reader {
 public:
  explicit Reader(const std::string& root) : root_(root) {}

  absl::Status ReadLine(size_t number, absl::string_view line) {
    number_ = number;
    absl::Status error;
    const absl::StatusOr<nlohmann::json> json = ParseJson(line);
    if (!json.ok()) return json.status();
    const JsonField field(*json, &error);
    CheckKeys(field);
    Question question;
    question.a = ReadObject(field, "a", &error);
    question.b = ReadObject(field, "b", &error);
    file_.questions.push_back(question);
    return error;
  }

  QuestionFile Take() { return std::move(file_); }

 private:
  // A key that is missing may be there, misspelt: the message names those that are unknown.
  static void CheckKeys(const JsonField& line) {
    constexpr absl::string_view kRequired[] = {"pose_a", "a", "pose_b", "b"};
    constexpr absl::string_view kUsual[] = {"class", "expected", "expected_error"};
    const auto among = [](const auto& keys, absl::string_view key) {
      return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
    };
    std::vector<std::string> unknown = line.Names();
    unknown.erase(std::remove_if(unknown.begin(), unknown.end(),
                                 [&](const std::string& key) {
                                   return among(kRequired, key) || among(kUsual, key);
                                 }),
                  unknown.end());
    for (absl::string_view key : kRequired) {
      if (line.Has(std::string(key))) continue;
      line.FailWithin(absl::StrCat(key, ": is missing", unknown.empty() ? "" : "; unknown here: ",
                                   absl::StrJoin(unknown, ", ")));
    }
  }

  PlacedShape ReadObject(const JsonField& line, const std::string& name, absl::Status* error) {
    PlacedShape object;
    object.pose = ReadPose(line.Member("pose_" + name));
    const JsonField field = line.Member(name);
    const std::string kind = ReadShapeKind(field, kPadding);
    if (field.Has(kPadding)) {
      const JsonField padding = field.Member(kPadding);
      object.padding = padding.Number();
      if (object.padding < 0) padding.Fail("must be >= 0");
    }
    if (error->ok()) object.shape = ShapeIndex(field, name, kind, error);
    return object;
  }

  static Pose ReadPose(const JsonField& field) {
    const std::vector<double> n = field.Numbers(7);
    const Pose pose{{n[0], n[1], n[2]}, {n[3], n[4], n[5], n[6]}};
    const absl::Status position = ValidatePosition(pose.position);
    if (!position.ok()) field.Fail(position.message());
    const absl::Status orientation = ValidateOrientation(pose.orientation);
    if (!orientation.ok()) {
      field.Fail(absl::StrCat(orientation.message(), "; within ", kQuaternionNormTolerance,
                              " of 1 is accepted"));
    }
    return pose;
  }

  size_t ShapeIndex(const JsonField& object, const std::string& name, const std::string& kind,
                    absl::Status* error) {
    std::optional<std::string> mesh_file;
    if (kind == "mesh" && object.Member(kind).Has("file")) {
      mesh_file = object.Member(kind).Member("file").String();
      const auto known = by_file_.find(*mesh_file);
      if (known != by_file_.end() && object.Member(kind).Names().size() == 1) return known->second;
    }
    Shape shape = ReadShape(object, kind, [this](const std::string& f) { return ReadFile(f); });
    if (!error->ok()) return 0;
    const auto [place, is_new] = by_id_.emplace(GeometryId(shape), file_.shapes.size());
    if (is_new) {
      file_.shapes.push_back(std::move(shape));
      file_.shape_origin.push_back(absl::StrCat("line ", number_, ": ", name, ".", kind));
    }
    if (mesh_file) by_file_.emplace(*mesh_file, place->second);
    return place->second;
  }

  absl::StatusOr<Mesh> ReadFile(const std::string& file) {
    const bool relative = !root_.empty() && !absl::StartsWith(file, "/");
    return ReadMeshFile(relative ? absl::StrCat(root_, "/", file) : file, {1, 1, 1});
  }

  const std::string root_;
  size_t number_ = 0;  // of the line that is read, from 1
  QuestionFile file_;
  std::map<std::string, size_t> by_file_, by_id_;
};

}  // namespace

absl::StatusOr<QuestionFile> ReadQuestions(absl::string_view text, const std::string& root) {
  Reader reader(root);
  text = absl::StripTrailingAsciiWhitespace(text);  // blank lines at the end are no questions
  for (size_t number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    const absl::string_view line = text.substr(0, end);
    text = end == absl::string_view::npos ? absl::string_view() : text.substr(end + 1);
    const absl::Status status = reader.ReadLine(number, line);
    if (!status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("line ", number, ": ", status.message()));
    }
  }
  return reader.Take();
}

}  // namespace farpoint::cli
