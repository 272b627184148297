#include "tests/properties/catalogue.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

// Half of what a regular shape measures are eighths: faces and axes that meet exactly.
Vec3d Extents(RandomShapes* random, Form form) {
  const bool round = random->Index(2) == 0;
  Vec3d extents{};
  for (double* e : {&extents.x, &extents.y, &extents.z}) {
    *e = round ? 0.125 * (2 + random->Index(7)) : random->Uniform(0.2, 1);
  }
  // As often one that is much longer as one that is much shorter; length and radius are z and x.
  const double thin = form == Form::kFlat ? 0 : random->Scale(1e-6, 1e-3);
  const int axis = random->Index(3), only = random->Index(2);
  double* e[3] = {&extents.x, &extents.y, &extents.z};
  for (int i = 0; form != Form::kRegular && i < 3; ++i) {
    if ((i == axis) == (only != 0)) *e[i] *= thin;
  }
  return extents;
}

Vec3d Times(const Vec3d& v, const Vec3d& s) { return {v.x * s.x, v.y * s.y, v.z * s.z}; }

template <class Vertices>
void Fill(RandomShapes* random, const Vec3d& extents, bool sphere, Vertices* vertices) {
  for (Vec3d& v : *vertices) {
    v = Times(sphere ? random->Direction() : random->Position(1), extents);
  }
}

Shape Draw(RandomShapes* random, int kind, Form form) {
  const Vec3d e = Extents(random, form);
  switch (kind) {
    case 0:
      return Sphere{form == Form::kFlat ? 0 : e.x};
    case 1:
      return Ellipsoid{random->Index(2) ? e : Vec3d{e.x, e.x, e.z}};
    case 2:
      return Box{e};
    case 3:
      return Capsule{e.x, e.z};
    case 4:
      return Cylinder{e.x, e.z};
    case 5:
      return Cone{e.x, e.z};
    case Catalogue::kHalfspace: {
      const Vec3d d = random->Direction();
      return Halfspace{random->Index(2) ? d : Vec3d{0, 0, random->Index(2) ? 1.0 : -1.0}, e.x};
    }
    case 7: {
      Point p;
      Fill(random, e, false, &p.vertices);
      return p;
    }
    case 8: {
      Segment s;
      Fill(random, e, false, &s.vertices);
      return s;
    }
    case 9: {
      Triangle t;
      Fill(random, e, false, &t.vertices);
      return t;
    }
    case 10: {
      Prism p;
      Fill(random, e, false, &p.vertices);
      return p;
    }
    default: {
      Mesh m;
      m.vertices.resize(kind == Catalogue::kLargeHull ? 96 + random->Index(9) : 8);
      Fill(random, e, kind == Catalogue::kLargeHull, &m.vertices);
      return m;
    }
  }
}

struct Scale {
  double s;

  Shape operator()(Sphere shape) const {
    shape.radius *= s;
    return shape;
  }
  Shape operator()(Ellipsoid shape) const {
    shape.radii = Times(shape.radii, {s, s, s});
    return shape;
  }
  Shape operator()(Box shape) const {
    shape.size = Times(shape.size, {s, s, s});
    return shape;
  }
  Shape operator()(Halfspace shape) const {
    shape.offset *= s;
    return shape;
  }
  template <class Round>
  auto operator()(Round shape) const -> decltype(shape.length, Shape()) {
    shape.radius *= s;
    shape.length *= s;
    return shape;
  }
  template <class Vertices>
  auto operator()(Vertices shape) const -> decltype(shape.vertices, Shape()) {
    for (Vec3d& v : shape.vertices) v = Times(v, {s, s, s});
    return shape;
  }
};

Item Make(Shape shape, int kind, int scale, Form form, double nominal) {
  Item item{std::move(shape), kind, scale, 0, form, 0, nullptr, nullptr, {}};
  item.geometry = Geometry::Create(item.shape, GeometryLimits()).value();
  if (LatLongFields::Has(*item.geometry)) {
    item.lat_long = std::make_shared<LatLongFields>(
        std::vector<const Geometry*>{item.geometry.get()}, kFieldResolution);
  }
  item.body = reference::MakeBody(item.shape, Pose());
  item.size = static_cast<double>(Extent(item.body));
  if (kind == Catalogue::kHalfspace || !(item.size > 0)) item.size = nominal;
  return item;
}

}  // namespace

Shape Scaled(const Shape& shape, double factor) { return std::visit(Scale{factor}, shape); }

const Item& Catalogue::Counterpart(const Item& item) const {
  return items_[item.kind][(item.scale + 6) / 3][item.place];
}

Catalogue::Catalogue(uint64_t seed, double factor) {
  RandomShapes random(seed);
  for (int kind = 0; kind < kKinds; ++kind) {
    for (int k = 0; k < kScales; ++k) {
      const int scale = 3 * k - 6;
      const auto add = [&](Form form, int count) {
        for (int i = 0; i < count; ++i) {
          const double size = std::pow(10.0, scale);
          const Shape metres = Scaled(Draw(&random, kind, form), size);
          items_[kind][k].push_back(Make(Scaled(metres, factor), kind, scale, form, size * factor));
          items_[kind][k].back().place = static_cast<int>(items_[kind][k].size()) - 1;
        }
      };
      add(Form::kRegular, k == kUnitScale ? 8 : 3);
      add(Form::kNeedle, k == kUnitScale ? 4 : 1);
      add(Form::kFlat, k == kUnitScale ? 2 : 1);
    }
  }
}

}  // namespace farpoint
