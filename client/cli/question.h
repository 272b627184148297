// Farpoint command line: question files.
//
// JSON Lines, one pair a line:
//
//   {"a": {"box": {"size": [1, 1, 1]}}, "pose_a": [0, 0, 0, 0, 0, 0, 1],
//    "b": {"mesh": {"file": "arm.off"}, "swept_sphere_radius": 0.01},
//    "pose_b": [2, 0, 0, 0, 0, 0, 1]}
//
// A shape is an object with one key: sphere {radius}, ellipsoid {radii}, box {size}, capsule,
// cylinder, cone {radius, length}, halfspace {normal, offset}, point, segment, triangle, prism
// {vertices}, mesh {file} or {vertices}; beside it, optionally, swept_sphere_radius (metres: the
// object's padding). A pose is [tx, ty, tz, qx, qy, qz, qw]. Reading is strict: an unknown key in a
// shape, a missing field, a wrong type, length or value is an error that names the line and the
// field. Other keys of the line (class, expected, …) are not ours and are ignored.

#ifndef FARPOINT_CLIENT_CLI_QUESTION_H_
#define FARPOINT_CLIENT_CLI_QUESTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "src/math/pose.h"
#include "src/shape/shape.h"

namespace farpoint::cli {

/// One object of a question.
struct PlacedShape {
  size_t shape = 0;    // index into QuestionFile::shapes
  Pose pose;           // local frame to world, metres
  double padding = 0;  // metres, >= 0
};

struct Question {
  PlacedShape a, b;
};

/// A whole file. Mesh files are read once, however many questions name them.
struct QuestionFile {
  std::vector<Shape> shapes;
  /// For each shape where it came first, for messages: "line 3: a".
  std::vector<std::string> shape_origin;
  std::vector<Question> questions;  // question i is line i + 1
};

/// Reads `text`; relative mesh files are found under `root` (empty: the working directory).
/// `InvalidArgument` such as "line 3: a.sphere.radius: must be a number".
absl::StatusOr<QuestionFile> ReadQuestions(absl::string_view text, const std::string& root);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_QUESTION_H_
