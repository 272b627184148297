// Bullet's GJK with its EPA, the float64 build. Margins are zero: with them, distances are those of
// rounded shapes.

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <limits>
#include <stdexcept>

#include "absl/strings/str_cat.h"
#include "bench/peers/engine.h"

namespace farpoint::bench {
namespace {

static_assert(sizeof(btScalar) == sizeof(double), "the float64 build of Bullet");

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

using ShapePointer = std::unique_ptr<btConvexShape>;

// Bullet has none.
class EllipsoidShape : public btConvexInternalShape {
 public:
  explicit EllipsoidShape(const Vec3d& radii) : radii_(radii) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
  }

  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& direction) const override {
    const Vec3d d{direction.x(), direction.y(), direction.z()};
    const Vec3d p = scalar::EllipsoidSupport(radii_, d);
    return {p.x, p.y, p.z};
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* directions,
                                                         btVector3* points,
                                                         int count) const override {
    for (int i = 0; i < count; ++i) {
      points[i] = localGetSupportingVertexWithoutMargin(directions[i]);
    }
  }
  void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setZero(); }
  const char* getName() const override { return "Ellipsoid"; }

 private:
  Vec3d radii_;
};

struct Convert {
  ShapePointer operator()(const Sphere& s) const {
    return std::make_unique<btSphereShape>(s.radius);
  }
  ShapePointer operator()(const Box& s) const {
    return WithoutMargin(
        std::make_unique<btBoxShape>(btVector3(s.size.x / 2, s.size.y / 2, s.size.z / 2)));
  }
  // Its margin is its radius.
  ShapePointer operator()(const Capsule& s) const {
    return std::make_unique<btCapsuleShapeZ>(s.radius, s.length);
  }
  ShapePointer operator()(const Cylinder& s) const {
    return WithoutMargin(
        std::make_unique<btCylinderShapeZ>(btVector3(s.radius, s.radius, s.length / 2)));
  }
  ShapePointer operator()(const Ellipsoid& s) const {
    return WithoutMargin(std::make_unique<EllipsoidShape>(s.radii));
  }
  ShapePointer operator()(const Cone& s) const {
    return WithoutMargin(std::make_unique<btConeShapeZ>(s.radius, s.length));
  }
  ShapePointer operator()(const Mesh& s) const {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vec3d& v : s.vertices) hull->addPoint({v.x, v.y, v.z}, false);
    hull->recalcLocalAabb();
    return WithoutMargin(std::move(hull));
  }
  template <class Other>
  ShapePointer operator()(const Other&) const {
    throw std::invalid_argument("Bullet: a shape that the bench does not convert");
  }

  static ShapePointer WithoutMargin(ShapePointer shape) {
    shape->setMargin(0);
    return shape;
  }
};

btTransform TransformOf(const Placing& place) {
  const Mat3d& r = place.rotation;
  return btTransform(btMatrix3x3(r.row0.x, r.row0.y, r.row0.z, r.row1.x, r.row1.y, r.row1.z,
                                 r.row2.x, r.row2.y, r.row2.z),
                     btVector3(place.position.x, place.position.y, place.position.z));
}

Vec3d FromBullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

class BulletEngine : public Engine {
 public:
  std::string name() const override { return "Bullet"; }
  std::string version() const override {
    return absl::StrCat(btGetVersion() / 100, ".", btGetVersion() % 100, " (float64)");
  }
  std::string settings(Question question) const override {
    return question == Question::kBoolean ? "" : "btGjkPairDetector with EPA, margins 0";
  }

  void SetShapes(const std::vector<ConvexShape>& shapes) override {
    shapes_.clear();
    for (const ConvexShape& s : shapes) shapes_.push_back(std::visit(Convert(), s.shape));
  }
  void SetPairs(const std::vector<ShapePair>& pairs) override {
    pairs_.clear();
    for (const ShapePair& pair : pairs) {
      pairs_.push_back({shapes_[pair.a].get(), shapes_[pair.b].get(), TransformOf(pair.place_a),
                        TransformOf(pair.place_b)});
    }
  }

  void Answer(Question, size_t begin, size_t end, EngineAnswer* answers) override {
    for (size_t i = begin; i < end; ++i) answers[i - begin] = Distance(pairs_[i]);
  }

 private:
  struct Pair {
    const btConvexShape *a, *b;
    btTransform place_a, place_b;
  };

  // Bullet's normal points from B to A.
  EngineAnswer Distance(const Pair& pair) {
    btGjkPairDetector detector(pair.a, pair.b, &simplex_, &epa_);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = pair.place_a;
    input.m_transformB = pair.place_b;
    btPointCollector result;
    detector.getClosestPointsNonVirtual(input, result, nullptr);
    if (!result.m_hasResult) return {Verdict::kFailed, kNaN, {}, {}, {}, kNaN};
    const double distance = result.m_distance;
    return {distance > 0 ? Verdict::kApart : Verdict::kOverlap,
            distance,
            FromBullet(result.m_pointInWorld + result.m_normalOnBInWorld * distance),
            FromBullet(result.m_pointInWorld),
            FromBullet(-result.m_normalOnBInWorld),
            kNaN};
  }

  std::vector<ShapePointer> shapes_;
  std::vector<Pair> pairs_;
  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver epa_;
};

}  // namespace

std::unique_ptr<Engine> MakeBulletEngine() { return std::make_unique<BulletEngine>(); }

}  // namespace farpoint::bench
