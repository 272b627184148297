// MuJoCo's native convex collision detection, with its default tolerance and iterations. A geom's
// pose lives in mjData: it is copied there for every pair.

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "absl/strings/str_cat.h"
#include "bench/peers/engine.h"
#include "bench/peers/mujoco_ccd.h"
#include "bench/peers/mujoco_model.h"

namespace farpoint::bench {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Of Goal::kAccuracy.
constexpr double kTightTolerance = 1e-10;
constexpr int kManyIterations = 1000;

void ConeSupport(double* result, MujocoCcdObject* cone, const double* direction) {
  double d[3], p[3];
  mju_mulMatTVec3(d, cone->rotation, direction);
  const Vec3d local = scalar::ConeSupport(cone->size[0], cone->size[1], Vec3d{d[0], d[1], d[2]});
  const double point[3] = {local.x, local.y, local.z};
  mju_mulMatVec3(p, cone->rotation, point);
  mju_add3(result, p, cone->position);
}

class MujocoEngine : public Engine {
 public:
  explicit MujocoEngine(Goal goal) : goal_(goal) {}

  std::string name() const override { return "MuJoCo"; }
  std::string version() const override { return mj_versionString(); }
  std::string settings(Question question) const override {
    switch (question) {
      case Question::kDistance:
        return goal_ == Goal::kAccuracy ? Tight() : "native ccd, default tolerance";
      case Question::kBoolean:
        return "native ccd, no distance, no contact";
      case Question::kPenetration:
        break;
    }
    return goal_ == Goal::kAccuracy ? Tight() : "native ccd, no distance, one contact";
  }

  void SetShapes(const std::vector<ConvexShape>& shapes) override {
    data_.reset();
    model_ = MakeMujocoModel(shapes);
    if (goal_ == Goal::kAccuracy) {
      model_->opt.ccd_tolerance = kTightTolerance;
      model_->opt.ccd_iterations = kManyIterations;
    }
    data_.reset(mj_makeData(model_.get()));
    cone_.clear();
    for (const ConvexShape& s : shapes) cone_.push_back(std::holds_alternative<Cone>(s.shape));
    const int iterations = model_->opt.ccd_iterations;
    buffer_.resize(2 * mjc_ccdSize(0, 0, iterations));
    config_ = {iterations, model_->opt.ccd_tolerance, 1, mjMAXVAL, buffer_.data(), nullptr};
  }

  void SetPairs(const std::vector<ShapePair>& pairs) override {
    pairs_.clear();
    for (const ShapePair& pair : pairs) {
      pairs_.push_back({static_cast<int>(2 * pair.a), static_cast<int>(2 * pair.b + 1),
                        PoseOf(pair.place_a), PoseOf(pair.place_b), cone_[pair.a], cone_[pair.b]});
    }
    CompareWithPublicFunction();
  }

  void Answer(Question question, size_t begin, size_t end, EngineAnswer* answers) override {
    config_.dist_cutoff = question == Question::kDistance ? mjMAXVAL : 0;
    config_.max_contacts = question == Question::kBoolean ? 0 : 1;
    for (size_t i = begin; i < end; ++i) {
      const double distance = Solve(pairs_[i]);
      EngineAnswer& answer = answers[i - begin];
      if (question == Question::kBoolean || distance >= mjMAXVAL) {
        answer = {distance > 0 ? Verdict::kApart : Verdict::kOverlap, kNaN, {}, {}, {}, kNaN};
        continue;
      }
      const Vec3d a = FromMujoco(status_.point_a), b = FromMujoco(status_.point_b);
      const Vec3d normal{(b.x - a.x) / distance, (b.y - a.y) / distance, (b.z - a.z) / distance};
      answer = {distance > 0 ? Verdict::kApart : Verdict::kOverlap, distance, a, b, normal, kNaN};
    }
  }

 private:
  struct PoseInData {
    double position[3], rotation[9];
  };
  struct Pair {
    int geom_a, geom_b;
    PoseInData place_a, place_b;
    bool cone_a, cone_b;
  };

  static PoseInData PoseOf(const Placing& place) {
    const Mat3d& r = place.rotation;
    return {
        {place.position.x, place.position.y, place.position.z},
        {r.row0.x, r.row0.y, r.row0.z, r.row1.x, r.row1.y, r.row1.z, r.row2.x, r.row2.y, r.row2.z}};
  }
  static std::string Tight() {
    return absl::StrCat("native ccd, tolerance ", kTightTolerance, ", ", kManyIterations,
                        " iterations");
  }
  static Vec3d FromMujoco(const double* v) { return {v[0], v[1], v[2]}; }

  void Place(int geom, const PoseInData& pose) {
    mju_copy3(data_->geom_xpos + 3 * geom, pose.position);
    std::copy_n(pose.rotation, 9, data_->geom_xmat + 9 * geom);
  }

  double Solve(const Pair& pair) {
    Place(pair.geom_a, pair.place_a);
    Place(pair.geom_b, pair.place_b);
    mjc_initCCDObj(&a_, model_.get(), data_.get(), pair.geom_a, 0);
    mjc_initCCDObj(&b_, model_.get(), data_.get(), pair.geom_b, 0);
    if (pair.cone_a) a_.support = ConeSupport;
    if (pair.cone_b) b_.support = ConeSupport;
    return mjc_ccd(&config_, &status_, &a_, &b_);
  }

  // Bit by bit, where the public function comes to the same solver: see mujoco_ccd.h.
  void CompareWithPublicFunction() {
    constexpr size_t kEnough = 256;
    config_.dist_cutoff = mjMAXVAL;
    config_.max_contacts = 1;
    size_t compared = 0;
    for (const Pair& pair : pairs_) {
      const auto general = [this](int geom) {
        const int type = model_->geom_type[geom];
        return type == mjGEOM_MESH || type == mjGEOM_ELLIPSOID;
      };
      const bool same_solver =
          !pair.cone_a && !pair.cone_b && (general(pair.geom_a) || general(pair.geom_b));
      if (!same_solver) continue;
      double points[6];
      const double distance = Solve(pair);
      const double theirs =
          mj_geomDistance(model_.get(), data_.get(), pair.geom_a, pair.geom_b, mjMAXVAL, points);
      const bool same = distance == theirs && std::equal(points, points + 3, status_.point_a) &&
                        std::equal(points + 3, points + 6, status_.point_b);
      if (!same) throw std::runtime_error("MuJoCo: mjc_ccd and mj_geomDistance differ");
      if (++compared == kEnough) break;
    }
    if (compared == 0 && goal_ == Goal::kSpeed)
      throw std::runtime_error("MuJoCo: nothing to compare mjc_ccd with");
  }

  Goal goal_;
  MujocoModel model_;
  MujocoData data_;
  std::vector<bool> cone_;
  std::vector<Pair> pairs_;
  std::vector<std::byte> buffer_;
  MujocoCcdConfig config_{};
  MujocoCcdStatus status_{};
  MujocoCcdObject a_{}, b_{};
};

}  // namespace

std::unique_ptr<Engine> MakeMujocoEngine(Goal goal) { return std::make_unique<MujocoEngine>(goal); }

}  // namespace farpoint::bench
