// Coal, by the functions that its ComputeDistance and ComputeCollision look up, with one solver for
// all pairs: no allocation and no look-up a query.

#include <coal/collision_data.h>
#include <coal/collision_func_matrix.h>
#include <coal/distance_func_matrix.h>
#include <coal/narrowphase/narrowphase.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "absl/strings/str_cat.h"
#include "bench/peers/engine.h"

namespace farpoint::bench {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Of Goal::kAccuracy. With tighter ones EPA ends more often without a depth.
constexpr double kGjkTolerance = 1e-10, kEpaTolerance = 1e-7;
constexpr size_t kManyIterations = 1000;

constexpr double kNone = 1e300;

using ShapePointer = std::unique_ptr<coal::ShapeBase>;

struct Convert {
  ShapePointer operator()(const Sphere& s) const {
    return std::make_unique<coal::Sphere>(s.radius);
  }
  ShapePointer operator()(const Box& s) const {
    return std::make_unique<coal::Box>(s.size.x, s.size.y, s.size.z);
  }
  ShapePointer operator()(const Capsule& s) const {
    return std::make_unique<coal::Capsule>(s.radius, s.length);
  }
  ShapePointer operator()(const Cylinder& s) const {
    return std::make_unique<coal::Cylinder>(s.radius, s.length);
  }
  ShapePointer operator()(const Ellipsoid& s) const {
    return std::make_unique<coal::Ellipsoid>(s.radii.x, s.radii.y, s.radii.z);
  }
  ShapePointer operator()(const Cone& s) const {
    return std::make_unique<coal::Cone>(s.radius, s.length);
  }
  ShapePointer operator()(const Mesh& s) const {
    auto points = std::make_shared<std::vector<coal::Vec3s>>();
    for (const Vec3d& v : s.vertices) points->push_back({v.x, v.y, v.z});
    const auto count = static_cast<unsigned>(points->size());
    return ShapePointer(coal::ConvexBase::convexHull(points, count, true, "Qt"));
  }
  template <class Other>
  ShapePointer operator()(const Other&) const {
    throw std::invalid_argument("Coal: a shape that the bench does not convert");
  }
};

coal::Transform3s Convert3s(const Placing& place) {
  const Mat3d& r = place.rotation;
  coal::Matrix3s rotation;
  rotation << r.row0.x, r.row0.y, r.row0.z, r.row1.x, r.row1.y, r.row1.z, r.row2.x, r.row2.y,
      r.row2.z;
  return {rotation, coal::Vec3s(place.position.x, place.position.y, place.position.z)};
}

Vec3d FromCoal(const coal::Vec3s& v) { return {v.x(), v.y(), v.z()}; }

class CoalEngine : public Engine {
 public:
  // To begin from the middles of the bounding boxes is faster than the default guess, up to twice
  // for pairs well apart; Nesterov's and Polyak's variants are not.
  explicit CoalEngine(Goal goal) : goal_(goal) {
    distance_request_.gjk_initial_guess = coal::GJKInitialGuess::BoundingVolumeGuess;
    collision_request_.gjk_initial_guess = coal::GJKInitialGuess::BoundingVolumeGuess;
    distance_request_.enable_signed_distance = true;
    collision_request_.enable_contact = false;
    collision_request_.num_max_contacts = 1;
    collision_request_.distance_upper_bound = 0;
    if (goal == Goal::kAccuracy) {
      distance_request_.gjk_tolerance = kGjkTolerance;
      distance_request_.epa_tolerance = kEpaTolerance;
      distance_request_.gjk_max_iterations = distance_request_.epa_max_iterations = kManyIterations;
    }
  }

  std::string name() const override { return "Coal"; }
  std::string version() const override { return COAL_VERSION; }
  std::string settings(Question question) const override {
    if (goal_ == Goal::kAccuracy && question != Question::kBoolean) {
      return absl::StrCat("signed distance, GJK tolerance ", kGjkTolerance, ", EPA ", kEpaTolerance,
                          ", ", kManyIterations, " iterations");
    }
    return question == Question::kBoolean
               ? "collide without contacts, distance_upper_bound 0, bounding volume guess; solver "
                 "reused"
               : "signed distance, default tolerances, bounding volume guess; solver reused";
  }

  void SetShapes(const std::vector<ConvexShape>& shapes) override {
    shapes_.clear();
    for (const ConvexShape& s : shapes) {
      shapes_.push_back(std::visit(Convert(), s.shape));
      shapes_.back()->computeLocalAABB();
    }
  }
  void SetPairs(const std::vector<ShapePair>& pairs) override {
    pairs_.clear();
    for (const ShapePair& pair : pairs) {
      pairs_.push_back({shapes_[pair.a].get(), shapes_[pair.b].get(), Convert3s(pair.place_a),
                        Convert3s(pair.place_b)});
    }
  }

  void Answer(Question question, size_t begin, size_t end, EngineAnswer* answers) override {
    for (size_t i = begin; i < end; ++i) {
      answers[i - begin] =
          question == Question::kBoolean ? Collide(pairs_[i]) : Distance(pairs_[i]);
    }
  }

 private:
  struct Pair {
    const coal::ShapeBase *a, *b;
    coal::Transform3s place_a, place_b;
  };

  EngineAnswer Distance(const Pair& pair) {
    distance_result_.clear();
    solver_.set(distance_request_);
    distances_.distance_matrix[pair.a->getNodeType()][pair.b->getNodeType()](
        pair.a, pair.place_a, pair.b, pair.place_b, &solver_, distance_request_, distance_result_);
    const double distance = distance_result_.min_distance;
    // What the result was initialised with: there is no answer.
    if (!(std::fabs(distance) < kNone)) return {Verdict::kFailed, kNaN, {}, {}, {}, kNaN};
    return {distance > 0 ? Verdict::kApart : Verdict::kOverlap,
            distance,
            FromCoal(distance_result_.nearest_points[0]),
            FromCoal(distance_result_.nearest_points[1]),
            FromCoal(distance_result_.normal),
            kNaN};
  }

  EngineAnswer Collide(const Pair& pair) {
    collision_result_.clear();
    solver_.set(collision_request_);
    const size_t contacts =
        collisions_.collision_matrix[pair.a->getNodeType()][pair.b->getNodeType()](
            pair.a, pair.place_a, pair.b, pair.place_b, &solver_, collision_request_,
            collision_result_);
    return {contacts > 0 ? Verdict::kOverlap : Verdict::kApart, kNaN, {}, {}, {}, kNaN};
  }

  Goal goal_;
  std::vector<ShapePointer> shapes_;
  std::vector<Pair> pairs_;
  coal::GJKSolver solver_;
  coal::DistanceFunctionMatrix distances_;
  coal::CollisionFunctionMatrix collisions_;
  coal::DistanceRequest distance_request_;
  coal::DistanceResult distance_result_;
  coal::CollisionRequest collision_request_;
  coal::CollisionResult collision_result_;
};

}  // namespace

std::unique_ptr<Engine> MakeCoalEngine(Goal goal) { return std::make_unique<CoalEngine>(goal); }

}  // namespace farpoint::bench
