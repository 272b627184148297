// libccd: portal refinement (MPR) with the support functions below. It knows no distance between
// shapes apart, and the depth that MPR ends with need not be the least.

#include <ccd/ccd.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "absl/strings/str_cat.h"
#include "bench/peers/engine.h"
#include "src/math/vec3.h"

namespace farpoint::bench {
namespace {

using scalar::operator+;
using scalar::operator*;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kTightTolerance = 1e-10;  // of Goal::kAccuracy

// libccd passes no shape but this, so the support function finds out what it is.
struct Object {
  const Shape* shape = nullptr;
  // Of a hull, coordinate by coordinate so that the compiler's vector units can scan them.
  const std::vector<double>*x = nullptr, *y = nullptr, *z = nullptr;
  Placing place;
  Vec3d centre;
};

struct Coordinates {
  std::vector<double> x, y, z;
};

Vec3d ScanHull(const Object& object, const Vec3d& d) {
  const double *x = object.x->data(), *y = object.y->data(), *z = object.z->data();
  const size_t n = object.x->size();
  size_t best = 0;
  double highest = -std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < n; ++i) {
    const double height = x[i] * d.x + y[i] * d.y + z[i] * d.z;
    best = height > highest ? i : best;
    highest = height > highest ? height : highest;
  }
  return {x[best], y[best], z[best]};
}

struct LocalSupport {
  const Object& object;
  const Vec3d& d;

  Vec3d operator()(const Sphere& s) const { return scalar::SphereSupport(s.radius, d); }
  Vec3d operator()(const Box& s) const { return scalar::BoxSupport(s.size * 0.5, d); }
  Vec3d operator()(const Capsule& s) const {
    return scalar::CapsuleSupport(s.radius, s.length / 2, d);
  }
  Vec3d operator()(const Cylinder& s) const {
    return scalar::CylinderSupport(s.radius, s.length / 2, d);
  }
  Vec3d operator()(const Ellipsoid& s) const { return scalar::EllipsoidSupport(s.radii, d); }
  Vec3d operator()(const Cone& s) const { return scalar::ConeSupport(s.radius, s.length / 2, d); }
  Vec3d operator()(const Mesh&) const { return ScanHull(object, d); }
  template <class Other>
  Vec3d operator()(const Other&) const {
    throw std::invalid_argument("libccd: a shape that the bench does not convert");
  }
};

void Support(const void* which, const ccd_vec3_t* direction, ccd_vec3_t* point) {
  const Object& object = *static_cast<const Object*>(which);
  const Vec3d world{direction->v[0], direction->v[1], direction->v[2]};
  const Vec3d d = scalar::MultiplyTransposed(object.place.rotation, world);
  const Vec3d p =
      scalar::Multiply(object.place.rotation, std::visit(LocalSupport{object, d}, *object.shape)) +
      object.place.position;
  ccdVec3Set(point, p.x, p.y, p.z);
}

void Centre(const void* which, ccd_vec3_t* centre) {
  const Vec3d& c = static_cast<const Object*>(which)->centre;
  ccdVec3Set(centre, c.x, c.y, c.z);
}

class CcdEngine : public Engine {
 public:
  explicit CcdEngine(Goal goal) {
    CCD_INIT(&ccd_);
    ccd_.support1 = ccd_.support2 = Support;
    ccd_.center1 = ccd_.center2 = Centre;
    ccd_.mpr_tolerance = goal == Goal::kAccuracy ? kTightTolerance : 1e-6;
    ccd_.max_iterations = goal == Goal::kAccuracy ? 1000 : 100;
  }

  std::string name() const override { return "libccd"; }
  std::string version() const override { return FARPOINT_CCD_VERSION; }
  std::string settings(Question question) const override {
    switch (question) {
      case Question::kDistance:
        return "";
      case Question::kBoolean:
        return "MPR; hulls by an exhaustive scan";
      case Question::kPenetration:
        break;
    }
    return absl::StrCat("MPR, tolerance ", ccd_.mpr_tolerance,
                        ", not the least depth; hulls by an exhaustive scan");
  }

  void SetShapes(const std::vector<ConvexShape>& shapes) override {
    shapes_ = &shapes;
    coordinates_.assign(shapes.size(), {});
    for (size_t i = 0; i < shapes.size(); ++i) {
      if (shapes[i].vertices() == nullptr) continue;
      for (const Vec3d& v : *shapes[i].vertices()) {
        coordinates_[i].x.push_back(v.x);
        coordinates_[i].y.push_back(v.y);
        coordinates_[i].z.push_back(v.z);
      }
    }
  }
  void SetPairs(const std::vector<ShapePair>& pairs) override {
    objects_.clear();
    for (const ShapePair& pair : pairs) {
      objects_.push_back(ObjectOf(pair.a, pair.place_a));
      objects_.push_back(ObjectOf(pair.b, pair.place_b));
    }
  }

  void Answer(Question question, size_t begin, size_t end, EngineAnswer* answers) override {
    for (size_t i = begin; i < end; ++i) {
      const Object &a = objects_[2 * i], &b = objects_[2 * i + 1];
      answers[i - begin] = question == Question::kBoolean ? Intersect(a, b) : Penetration(a, b);
    }
  }

 private:
  Object ObjectOf(uint32_t shape, const Placing& place) const {
    const Coordinates& c = coordinates_[shape];
    const Geometry& geometry = *(*shapes_)[shape].geometry;
    const Vec3d inside = geometry.core_origin() + geometry.core_interior();
    return {&(*shapes_)[shape].shape,
            &c.x,
            &c.y,
            &c.z,
            place,
            scalar::Multiply(place.rotation, inside) + place.position};
  }

  EngineAnswer Intersect(const Object& a, const Object& b) const {
    const bool overlap = ccdMPRIntersect(&a, &b, &ccd_) != 0;
    return {overlap ? Verdict::kOverlap : Verdict::kApart, kNaN, {}, {}, {}, kNaN};
  }

  // libccd's direction is the one to move B in.
  EngineAnswer Penetration(const Object& a, const Object& b) const {
    double depth = 0;
    ccd_vec3_t direction, point;
    if (ccdMPRPenetration(&a, &b, &ccd_, &depth, &direction, &point) != 0) {
      return {Verdict::kApart, kNaN, {}, {}, {}, kNaN};
    }
    const Vec3d normal{direction.v[0], direction.v[1], direction.v[2]};
    const Vec3d p{point.v[0], point.v[1], point.v[2]};
    return {Verdict::kOverlap,         -depth, p + normal * (depth / 2),
            p + normal * (-depth / 2), normal, kNaN};
  }

  ccd_t ccd_;
  const std::vector<ConvexShape>* shapes_ = nullptr;
  std::vector<Coordinates> coordinates_;
  std::vector<Object> objects_;
};

}  // namespace

std::unique_ptr<Engine> MakeCcdEngine(Goal goal) { return std::make_unique<CcdEngine>(goal); }

}  // namespace farpoint::bench
