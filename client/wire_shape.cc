#include <cstddef>
#include <variant>

#include "client/wire.h"

namespace farpoint::client {
namespace {

template <class Numbers>
void WriteVector(const Vec3d& v, Numbers* numbers) {
  using Number = typename Numbers::value_type;
  for (double c : {v.x, v.y, v.z}) numbers->Add(static_cast<Number>(c));
}

template <class Vertices, class Numbers>
void WriteVertices(const Vertices& vertices, Numbers* numbers) {
  numbers->Reserve(static_cast<int>(3 * vertices.size()));
  for (const Vec3d& v : vertices) WriteVector(v, numbers);
}

bool IsFloat32(double c) { return static_cast<double>(static_cast<float>(c)) == c; }

struct Writer {
  v1::Shape* message;

  void operator()(const Sphere& s) const { message->mutable_sphere()->set_radius(s.radius); }
  void operator()(const Ellipsoid& s) const {
    WriteVector(s.radii, message->mutable_ellipsoid()->mutable_radii());
  }
  void operator()(const Box& s) const {
    WriteVector(s.size, message->mutable_box()->mutable_size());
  }
  void operator()(const Capsule& s) const { WriteRadial(s, message->mutable_capsule()); }
  void operator()(const Cylinder& s) const { WriteRadial(s, message->mutable_cylinder()); }
  void operator()(const Cone& s) const { WriteRadial(s, message->mutable_cone()); }
  void operator()(const Halfspace& s) const {
    WriteVector(s.normal, message->mutable_halfspace()->mutable_normal());
    message->mutable_halfspace()->set_offset(s.offset);
  }
  void operator()(const Point& s) const {
    WriteVertices(s.vertices, message->mutable_point()->mutable_vertices());
  }
  void operator()(const Segment& s) const {
    WriteVertices(s.vertices, message->mutable_segment()->mutable_vertices());
  }
  void operator()(const Triangle& s) const {
    WriteVertices(s.vertices, message->mutable_triangle()->mutable_vertices());
  }
  void operator()(const Prism& s) const {
    WriteVertices(s.vertices, message->mutable_prism()->mutable_vertices());
  }
  void operator()(const Mesh& s) const {
    if (AllFloat32(s.vertices)) {
      WriteVertices(s.vertices, message->mutable_mesh()->mutable_vertices_f32());
    } else {
      WriteVertices(s.vertices, message->mutable_mesh()->mutable_vertices());
    }
  }

 private:
  template <class Radial, class Message>
  static void WriteRadial(const Radial& s, Message* target) {
    target->set_radius(s.radius);
    target->set_length(s.length);
  }
};

}  // namespace

bool AllFloat32(const std::vector<Vec3d>& vertices) {
  for (const Vec3d& v : vertices) {
    if (!IsFloat32(v.x) || !IsFloat32(v.y) || !IsFloat32(v.z)) return false;
  }
  return true;
}

void WriteShape(const Shape& shape, v1::Shape* message) { std::visit(Writer{message}, shape); }

}  // namespace farpoint::client
