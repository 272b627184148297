// FCL with its libccd solver, which is its default and the faster of the two.

#include <fcl/config.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_result.h>
#include <fcl/narrowphase/distance.h>
#include <fcl/narrowphase/distance_result.h>

#include <limits>
#include <stdexcept>

#include "absl/strings/str_cat.h"
#include "bench/peers/engine.h"

namespace farpoint::bench {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Of Goal::kAccuracy. Tighter for depths too, and EPA throws or does not end.
constexpr double kDistanceTolerance = 1e-12, kDepthTolerance = 1e-6;

using ShapePointer = std::unique_ptr<fcl::ShapeBased>;

struct Convert {
  const std::vector<std::array<uint32_t, 3>>& faces;

  ShapePointer operator()(const Sphere& s) const {
    return std::make_unique<fcl::Sphered>(s.radius);
  }
  ShapePointer operator()(const Box& s) const {
    return std::make_unique<fcl::Boxd>(s.size.x, s.size.y, s.size.z);
  }
  ShapePointer operator()(const Capsule& s) const {
    return std::make_unique<fcl::Capsuled>(s.radius, s.length);
  }
  ShapePointer operator()(const Cylinder& s) const {
    return std::make_unique<fcl::Cylinderd>(s.radius, s.length);
  }
  ShapePointer operator()(const Ellipsoid& s) const {
    return std::make_unique<fcl::Ellipsoidd>(s.radii.x, s.radii.y, s.radii.z);
  }
  ShapePointer operator()(const Cone& s) const {
    return std::make_unique<fcl::Coned>(s.radius, s.length);
  }
  ShapePointer operator()(const Mesh& s) const {
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3d& v : s.vertices) vertices->push_back({v.x, v.y, v.z});
    auto polygons = std::make_shared<std::vector<int>>();
    for (const auto& face : faces) {
      polygons->push_back(3);
      for (uint32_t v : face) polygons->push_back(static_cast<int>(v));
    }
    return std::make_unique<fcl::Convexd>(vertices, static_cast<int>(faces.size()), polygons);
  }
  template <class Other>
  ShapePointer operator()(const Other&) const {
    throw std::invalid_argument("FCL: a shape that the bench does not convert");
  }
};

fcl::Transform3d TransformOf(const Placing& place) {
  const Mat3d& r = place.rotation;
  fcl::Transform3d transform = fcl::Transform3d::Identity();
  transform.linear() << r.row0.x, r.row0.y, r.row0.z, r.row1.x, r.row1.y, r.row1.z, r.row2.x,
      r.row2.y, r.row2.z;
  transform.translation() << place.position.x, place.position.y, place.position.z;
  return transform;
}

Vec3d FromFcl(const fcl::Vector3d& v) { return {v.x(), v.y(), v.z()}; }

class FclEngine : public Engine {
 public:
  explicit FclEngine(Goal goal) : goal_(goal) {
    distance_.enable_nearest_points = depth_.enable_nearest_points = true;
    depth_.enable_signed_distance = true;
    boolean_.enable_contact = false;
    penetration_.enable_contact = true;
    if (goal == Goal::kAccuracy) {
      distance_.distance_tolerance = kDistanceTolerance;
      depth_.distance_tolerance = kDepthTolerance;
    }
  }

  std::string name() const override { return "FCL"; }
  std::string version() const override { return FCL_VERSION; }
  std::string settings(Question question) const override {
    if (goal_ == Goal::kAccuracy && question != Question::kBoolean) {
      return question == Question::kDistance
                 ? absl::StrCat("distance with nearest points, libccd solver, tolerance ",
                                kDistanceTolerance)
                 : absl::StrCat("signed distance, libccd solver, tolerance ", kDepthTolerance);
    }
    switch (question) {
      case Question::kDistance:
        return "distance with nearest points, libccd solver, default tolerance";
      case Question::kBoolean:
        return "collide without contacts, libccd solver";
      case Question::kPenetration:
        break;
    }
    return "collide with one contact, libccd solver";
  }

  void SetShapes(const std::vector<ConvexShape>& shapes) override {
    shapes_.clear();
    for (const ConvexShape& s : shapes) {
      shapes_.push_back(std::visit(Convert{s.faces}, s.shape));
      shapes_.back()->computeLocalAABB();
    }
  }
  void SetPairs(const std::vector<ShapePair>& pairs) override {
    pairs_.clear();
    for (const ShapePair& pair : pairs) {
      pairs_.push_back({shapes_[pair.a].get(), shapes_[pair.b].get(), TransformOf(pair.place_a),
                        TransformOf(pair.place_b)});
    }
  }

  void Answer(Question question, size_t begin, size_t end, EngineAnswer* answers) override {
    for (size_t i = begin; i < end; ++i) {
      EngineAnswer& answer = answers[i - begin];
      try {
        answer = Ask(question, pairs_[i]);
      } catch (const std::exception&) {  // FCL's own "failed at this configuration"
        answer = {Verdict::kFailed, kNaN, {}, {}, {}, kNaN};
      }
    }
  }

 private:
  struct Pair {
    const fcl::ShapeBased *a, *b;
    fcl::Transform3d place_a, place_b;
  };

  EngineAnswer Ask(Question question, const Pair& pair) const {
    switch (question) {
      case Question::kDistance:
        return Distance(distance_, pair);
      case Question::kBoolean:
        return Collide(boolean_, pair);
      case Question::kPenetration:
        break;
    }
    return goal_ == Goal::kAccuracy ? Distance(depth_, pair) : Collide(penetration_, pair);
  }

  static EngineAnswer Distance(const fcl::DistanceRequestd& request, const Pair& pair) {
    fcl::DistanceResultd result;
    const double distance =
        fcl::distance(pair.a, pair.place_a, pair.b, pair.place_b, request, result);
    const fcl::Vector3d &p = result.nearest_points[0], &q = result.nearest_points[1];
    return {distance > 0 ? Verdict::kApart : Verdict::kOverlap,
            distance < 0 && !request.enable_signed_distance ? kNaN : distance,  // then −1
            FromFcl(p),
            FromFcl(q),
            FromFcl((q - p).normalized()),
            kNaN};
  }

  static EngineAnswer Collide(const fcl::CollisionRequestd& request, const Pair& pair) {
    fcl::CollisionResultd result;
    if (fcl::collide(pair.a, pair.place_a, pair.b, pair.place_b, request, result) == 0) {
      return {Verdict::kApart, kNaN, {}, {}, {}, kNaN};
    }
    if (!request.enable_contact) return {Verdict::kOverlap, kNaN, {}, {}, {}, kNaN};
    const fcl::Contactd& contact = result.getContact(0);
    const fcl::Vector3d half = contact.normal * (contact.penetration_depth / 2);
    return {Verdict::kOverlap,           -contact.penetration_depth, FromFcl(contact.pos + half),
            FromFcl(contact.pos - half), FromFcl(contact.normal),    kNaN};
  }

  Goal goal_;
  std::vector<ShapePointer> shapes_;
  std::vector<Pair> pairs_;
  fcl::DistanceRequestd distance_, depth_;
  fcl::CollisionRequestd boolean_, penetration_;
};

}  // namespace

std::unique_ptr<Engine> MakeFclEngine(Goal goal) { return std::make_unique<FclEngine>(goal); }

}  // namespace farpoint::bench
