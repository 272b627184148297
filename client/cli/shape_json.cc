#include "client/cli/shape_json.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace farpoint::cli {
namespace {

// Capsule, cylinder, cone.
template <class Radial>
Radial ReadRadial(const JsonField& field) {
  field.OnlyMembers({"radius", "length"});
  return {.radius = field.Member("radius").Number(), .length = field.Member("length").Number()};
}

// Point, segment, triangle, prism.
template <class Simplex>
Simplex ReadFixed(const JsonField& field) {
  field.OnlyMembers({"vertices"});
  Simplex shape;
  const JsonField vertices = field.Member("vertices");
  const std::vector<Vec3d> points = vertices.Points();
  if (points.size() == shape.vertices.size()) {
    std::copy(points.begin(), points.end(), shape.vertices.begin());
  } else {
    vertices.Fail(absl::StrCat("must be an array of ", shape.vertices.size(), " points, has ",
                               points.size()));
  }
  return shape;
}

Mesh ReadMesh(const JsonField& field, const MeshReader& read_mesh) {
  field.OnlyMembers({"file", "vertices"});
  if (field.Has("file") == field.Has("vertices")) field.Fail("must have either file or vertices");
  if (!field.Has("file")) return {field.Member("vertices").Points()};
  const JsonField file = field.Member("file");
  absl::StatusOr<Mesh> mesh = read_mesh(file.String());
  if (mesh.ok()) return *std::move(mesh);
  file.Fail(mesh.status().message());
  return {};
}

Shape ReadParameters(const JsonField& field, const std::string& kind, const MeshReader& read_mesh) {
  if (kind == "sphere") {
    field.OnlyMembers({"radius"});
    return Sphere{field.Member("radius").Number()};
  }
  if (kind == "ellipsoid") {
    field.OnlyMembers({"radii"});
    return Ellipsoid{field.Member("radii").Vector()};
  }
  if (kind == "box") {
    field.OnlyMembers({"size"});
    return Box{field.Member("size").Vector()};
  }
  if (kind == "halfspace") {
    field.OnlyMembers({"normal", "offset"});
    return Halfspace{field.Member("normal").Vector(), field.Member("offset").Number()};
  }
  if (kind == "capsule") return ReadRadial<Capsule>(field);
  if (kind == "cylinder") return ReadRadial<Cylinder>(field);
  if (kind == "cone") return ReadRadial<Cone>(field);
  if (kind == "point") return ReadFixed<Point>(field);
  if (kind == "segment") return ReadFixed<Segment>(field);
  if (kind == "triangle") return ReadFixed<Triangle>(field);
  if (kind == "prism") return ReadFixed<Prism>(field);
  if (kind == "mesh") return ReadMesh(field, read_mesh);
  field.Fail("is no shape");
  return Point{};
}

template <size_t... kIndex>
std::vector<std::string> ShapeNames(std::index_sequence<kIndex...>) {
  return {ShapeName(Shape(std::in_place_index<kIndex>))...};
}

}  // namespace

std::string ReadShapeKind(const JsonField& field, absl::string_view beside) {
  static const auto& names = *new std::vector<std::string>(
      ShapeNames(std::make_index_sequence<std::variant_size_v<Shape>>()));
  std::string kind;
  for (const std::string& key : field.Names()) {
    if (!beside.empty() && key == beside) continue;
    if (std::find(names.begin(), names.end(), key) == names.end()) {
      field.Member(key).Fail(absl::StrCat("is no shape", beside.empty() ? "" : ", nor ", beside,
                                          "; shapes are ", absl::StrJoin(names, ", ")));
      continue;
    }
    if (!kind.empty()) field.Fail(absl::StrCat("has two shapes, ", kind, " and ", key));
    kind = key;
  }
  if (kind.empty()) {
    field.Fail(absl::StrCat("has no shape; shapes are ", absl::StrJoin(names, ", ")));
  }
  return kind;
}

Shape ReadShape(const JsonField& field, const std::string& kind, const MeshReader& read_mesh) {
  const JsonField parameters = field.Member(kind);
  Shape shape = ReadParameters(parameters, kind, read_mesh);
  // The message begins with the parameter: "radius: must be …".
  const absl::Status valid = Validate(shape);
  if (!valid.ok()) parameters.FailWithin(valid.message());
  return shape;
}

}  // namespace farpoint::cli
