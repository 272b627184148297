#include "client/cli/direction.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/cli/json_field.h"

namespace farpoint::cli {
namespace {

absl::StatusOr<Vec3d> ReadDirection(absl::string_view line) {
  const absl::StatusOr<nlohmann::json> json = ParseJson(line);
  if (!json.ok()) return json.status();
  absl::Status error;
  const JsonField field(*json, &error);
  const Vec3d direction = json->is_object() ? field.Member("direction").Vector() : field.Vector();
  if (!error.ok()) return error;
  if (direction.x == 0 && direction.y == 0 && direction.z == 0) {
    return absl::InvalidArgumentError("must not be zero");
  }
  return direction;
}

}  // namespace

absl::StatusOr<std::vector<Vec3d>> ReadDirections(absl::string_view text) {
  std::vector<Vec3d> directions;
  text = absl::StripTrailingAsciiWhitespace(text);  // blank lines at the end are no directions
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const absl::StatusOr<Vec3d> direction = ReadDirection(text.substr(0, end));
    if (!direction.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", directions.size() + 1, ": ", direction.status().message()));
    }
    directions.push_back(*direction);
    text = end == absl::string_view::npos ? absl::string_view() : text.substr(end + 1);
  }
  return directions;
}

}  // namespace farpoint::cli
