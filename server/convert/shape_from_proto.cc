#include "server/convert/shape_from_proto.h"

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "server/residency/refusal.h"

namespace farpoint {
namespace {

template <class T>
using Numbers = google::protobuf::RepeatedField<T>;

// The core says which vertex is bad; the wire's array is of coordinates, so it is checked here.
// `where` says more about the place, and is empty or ends with ": ".
template <class T>
absl::Status CheckCoordinates(const std::string& field, const Numbers<T>& numbers,
                              const std::string& where = "") {
  for (int i = 0; i < numbers.size(); ++i) {
    if (!(std::abs(numbers[i]) <= kMaxCoordinate)) {
      return FieldError(
          absl::StrCat(field, "[", i, "]"),
          absl::StrCat(where, "must be finite and within +-", kMaxCoordinate, ", is ", numbers[i]));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckCount(const std::string& field, int count, int expected) {
  if (count == expected) return absl::OkStatus();
  return FieldError(field, absl::StrCat("must have ", expected, " numbers, has ", count));
}

// Three numbers of the field `name` of a shape.
absl::Status ReadVector(const std::string& field, const Numbers<double>& numbers, Vec3d* out) {
  absl::Status status = CheckCount(field, numbers.size(), 3);
  if (status.ok()) status = CheckCoordinates(field, numbers);
  if (status.ok()) *out = {numbers[0], numbers[1], numbers[2]};
  return status;
}

template <size_t n>
absl::Status ReadVertices(const std::string& field, const Numbers<double>& numbers,
                          std::array<Vec3d, n>* out) {
  absl::Status status = CheckCount(field, numbers.size(), 3 * n);
  if (status.ok()) status = CheckCoordinates(field, numbers);
  for (int i = 0; status.ok() && i < static_cast<int>(n); ++i) {
    (*out)[i] = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  }
  return status;
}

template <class T>
absl::Status ReadVertices(const std::string& field, const std::string& where,
                          const Numbers<T>& numbers, std::vector<Vec3d>* out) {
  if (numbers.size() % 3 != 0) {
    return FieldError(
        field, absl::StrCat(where, "must have three numbers a vertex, has ", numbers.size()));
  }
  absl::Status status = CheckCoordinates(field, numbers, where);
  if (!status.ok()) return status;
  for (int i = 0; i < numbers.size(); i += 3) {
    out->push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  }
  return absl::OkStatus();
}

absl::Status Read(const v1::Sphere& in, Sphere* out) {
  *out = {in.radius()};
  return absl::OkStatus();
}
absl::Status Read(const v1::Ellipsoid& in, Ellipsoid* out) {
  return ReadVector("shape.ellipsoid.radii", in.radii(), &out->radii);
}
absl::Status Read(const v1::Box& in, Box* out) {
  return ReadVector("shape.box.size", in.size(), &out->size);
}
absl::Status Read(const v1::Capsule& in, Capsule* out) {
  *out = {in.radius(), in.length()};
  return absl::OkStatus();
}
absl::Status Read(const v1::Cylinder& in, Cylinder* out) {
  *out = {in.radius(), in.length()};
  return absl::OkStatus();
}
absl::Status Read(const v1::Cone& in, Cone* out) {
  *out = {in.radius(), in.length()};
  return absl::OkStatus();
}
absl::Status Read(const v1::Halfspace& in, Halfspace* out) {
  out->offset = in.offset();
  return ReadVector("shape.halfspace.normal", in.normal(), &out->normal);
}
absl::Status Read(const v1::Point& in, Point* out) {
  return ReadVertices("shape.point.vertices", in.vertices(), &out->vertices);
}
absl::Status Read(const v1::Segment& in, Segment* out) {
  return ReadVertices("shape.segment.vertices", in.vertices(), &out->vertices);
}
absl::Status Read(const v1::Triangle& in, Triangle* out) {
  return ReadVertices("shape.triangle.vertices", in.vertices(), &out->vertices);
}
absl::Status Read(const v1::Prism& in, Prism* out) {
  return ReadVertices("shape.prism.vertices", in.vertices(), &out->vertices);
}
absl::Status Read(const v1::Mesh& in, Mesh* out) {
  out->vertices.reserve((in.vertices_size() + in.vertices_f32_size()) / 3);
  return AppendVertices("shape.mesh.", "", in.vertices(), in.vertices_f32(), &out->vertices);
}

template <class S, class Proto>
absl::StatusOr<Shape> ReadValid(const Proto& in) {
  S out;
  if (absl::Status status = Read(in, &out); !status.ok()) return status;
  Shape shape = std::move(out);
  if (absl::Status status = Validate(shape); !status.ok()) {
    return NameShapeField(ShapeName(shape), status);
  }
  return shape;
}

}  // namespace

absl::StatusOr<Shape> ShapeFromProto(const v1::Shape& shape) {
  switch (shape.shape_case()) {
    case v1::Shape::kSphere:
      return ReadValid<Sphere>(shape.sphere());
    case v1::Shape::kEllipsoid:
      return ReadValid<Ellipsoid>(shape.ellipsoid());
    case v1::Shape::kBox:
      return ReadValid<Box>(shape.box());
    case v1::Shape::kCapsule:
      return ReadValid<Capsule>(shape.capsule());
    case v1::Shape::kCylinder:
      return ReadValid<Cylinder>(shape.cylinder());
    case v1::Shape::kCone:
      return ReadValid<Cone>(shape.cone());
    case v1::Shape::kHalfspace:
      return ReadValid<Halfspace>(shape.halfspace());
    case v1::Shape::kPoint:
      return ReadValid<Point>(shape.point());
    case v1::Shape::kSegment:
      return ReadValid<Segment>(shape.segment());
    case v1::Shape::kTriangle:
      return ReadValid<Triangle>(shape.triangle());
    case v1::Shape::kPrism:
      return ReadValid<Prism>(shape.prism());
    case v1::Shape::kMesh:
      return ReadValid<Mesh>(shape.mesh());
    case v1::Shape::SHAPE_NOT_SET:
      break;
  }
  return FieldError("shape.shape", "required: a kind of shape that this server knows");
}

absl::Status AppendVertices(const std::string& prefix, const std::string& where,
                            const Numbers<double>& vertices, const Numbers<float>& vertices_f32,
                            std::vector<Vec3d>* out) {
  if (!vertices.empty() && !vertices_f32.empty()) {
    return FieldError(absl::StrCat(prefix, "vertices_f32"),
                      absl::StrCat(where, "must be empty, as `vertices` is filled"));
  }
  return vertices_f32.empty()
             ? ReadVertices(absl::StrCat(prefix, "vertices"), where, vertices, out)
             : ReadVertices(absl::StrCat(prefix, "vertices_f32"), where, vertices_f32, out);
}

absl::Status AppendTriangles(const std::string& prefix, const std::string& where,
                             const Numbers<uint32_t>& triangles, int64_t vertex_count,
                             std::vector<MeshTriangle>* out) {
  if (triangles.size() % 3 != 0) {
    return FieldError(
        absl::StrCat(prefix, "triangles"),
        absl::StrCat(where, "must have three numbers a triangle, has ", triangles.size()));
  }
  for (int i = 0; i < triangles.size(); ++i) {
    if (triangles[i] >= vertex_count) {
      return FieldError(absl::StrCat(prefix, "triangles[", i, "]"),
                        absl::StrCat(where, "must be below ", vertex_count,
                                     ", the number of vertices, is ", triangles[i]));
    }
  }
  for (int i = 0; i < triangles.size(); i += 3) {
    out->push_back({triangles[i], triangles[i + 1], triangles[i + 2]});
  }
  return absl::OkStatus();
}

namespace {

absl::Status NameField(absl::string_view prefix, const absl::Status& status) {
  if (!absl::IsInvalidArgument(status) || !RefusalOf(status).field.empty()) return status;
  const absl::string_view message = status.message();
  const size_t colon = message.find(": ");
  if (colon == absl::string_view::npos) return FieldError(prefix, message);
  return FieldError(absl::StrCat(prefix, ".", message.substr(0, colon)), message.substr(colon + 2));
}

}  // namespace

absl::Status NameShapeField(const char* shape_name, const absl::Status& status) {
  return NameField(absl::StrCat("shape.", shape_name), status);
}

absl::Status NameChunkField(const absl::Status& status) { return NameField("chunk", status); }

}  // namespace farpoint
