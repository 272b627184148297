// Farpoint command line: one shape as JSON, see question.h for the forms.

#ifndef FARPOINT_CLIENT_CLI_SHAPE_JSON_H_
#define FARPOINT_CLIENT_CLI_SHAPE_JSON_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "client/cli/json_field.h"
#include "src/shape/shape.h"

namespace farpoint::cli {

/// Reads the mesh file that a shape names.
using MeshReader = std::function<absl::StatusOr<Mesh>(const std::string& file)>;

/// The name of the one shape ("sphere", …) that an object has as a member. Two, none, or a member
/// of another name, `beside` excepted, is an error.
std::string ReadShapeKind(const JsonField& field, absl::string_view beside = "");

/// The shape under `field[kind]`. What the shape's own validation refuses becomes an error of the
/// field too. The result is meaningless after an error.
Shape ReadShape(const JsonField& field, const std::string& kind, const MeshReader& read_mesh);

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_SHAPE_JSON_H_
