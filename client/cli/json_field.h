// Farpoint command line: strict access to JSON, with errors that name the field.
//
//   absl::Status error;
//   JsonField line(json, &error);
//   double radius = line.Member("a").Member("sphere").Member("radius").Number();
//   if (!error.ok()) …   // "a.sphere.radius: must be a number"
//
// A field knows its path. The first error is kept and every later read is harmless (0, empty), so
// that a reader is written without looking at each step and checks once, at its end.

#ifndef FARPOINT_CLIENT_CLI_JSON_FIELD_H_
#define FARPOINT_CLIENT_CLI_JSON_FIELD_H_

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "src/math/vec3.h"

namespace farpoint::cli {

/// One line. `InvalidArgument`: "is empty", "is not JSON, at column 14", or that a number is
/// beyond float64.
absl::StatusOr<nlohmann::json> ParseJson(absl::string_view text);

class JsonField {
 public:
  /// The root. `json` and `error` must outlive all fields; `error` must be OK.
  JsonField(const nlohmann::json& json, absl::Status* error) : JsonField(&json, "", error) {}

  /// Makes `"<path>: <what>"` the error, unless there is one.
  void Fail(absl::string_view what) const;
  /// The same with a message that begins with the name of a member: `"<path>.<member>: …"`.
  void FailWithin(absl::string_view member_and_what) const;

  bool Has(const std::string& name) const;
  /// The member of that name; missing is an error.
  JsonField Member(const std::string& name) const;
  /// It is an error to have a member that is not in `names`.
  void OnlyMembers(std::initializer_list<absl::string_view> names) const;
  /// All members' names, in alphabetical order; it is an error to be no object.
  std::vector<std::string> Names() const;

  /// A finite number.
  double Number() const;
  std::string String() const;
  /// An array of exactly `count` finite numbers; the result has that length in any case.
  std::vector<double> Numbers(size_t count) const;
  Vec3d Vector() const;
  /// An array of points.
  std::vector<Vec3d> Points() const;

 private:
  // A null `json` stands for a field that is missing, after an error.
  JsonField(const nlohmann::json* json, std::string path, absl::Status* error)
      : json_(json), path_(std::move(path)), error_(error) {}
  JsonField Element(size_t index) const;

  const nlohmann::json* json_;
  std::string path_;
  absl::Status* error_;
};

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_JSON_FIELD_H_
