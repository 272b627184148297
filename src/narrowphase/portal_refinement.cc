#include "src/narrowphase/portal_refinement.h"

#include <limits>
#include <utility>

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr int kMaxQueries = 64;
// Of the estimate: how far the portal may be inside the boundary. On round shapes the last digits
// would take most of the queries, and the estimate is farther off than that anyway.
constexpr double kTolerance = 1e-3;

// A direction across `v`.
Vec3d Across(const Vec3d& v) {
  const double x = v.x * v.x, y = v.y * v.y, z = v.z * v.z;
  const Vec3d axis = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  return Cross(v, axis);
}

class Portal {
 public:
  Portal(const MinkowskiDifference<double>& difference, const Vec3d& deep, double rounding)
      : difference_(difference), deep_(deep), rounding_(rounding) {
    best_.upper = std::numeric_limits<double>::infinity();
    best_.normal = {1, 0, 0};
    best_.p0 = best_.p1 = {0, 0, 0};
  }

  PortalEstimate Run() {
    if (!(Norm(deep_) > rounding_)) {  // the origin is the centre itself: any ray will do
      deep_ = Vec3d{-rounding_, 0, 0};
    }
    if (Discover()) Refine();
    return best_;
  }
  uint32_t queries() const { return queries_; }

 private:
  bool Left() const { return queries_ < kMaxQueries; }

  // The farthest point along `direction`; false if that is no direction, or if it separates.
  bool Query(const Vec3d& direction, Vec3d* point) {
    const double length = Norm(direction);
    if (!(length > std::numeric_limits<double>::min()) || !Left()) return false;
    const Vec3d normal = direction * (1 / length);
    ++queries_;
    const SupportPoint<double> s = difference_.Support(normal, {});
    *point = s.w;
    height_ = Dot(normal, s.w);
    if (height_ < best_.upper) best_ = {height_, normal, s.p0, s.p1};
    return height_ > 0;
  }

  // A triangle that the ray from `deep_` through the origin passes.
  bool Discover() {
    if (!Query(-deep_, &a_)) return false;
    Vec3d across = Cross(a_, deep_);
    // The ray goes through a_: any triangle with that corner.
    if (Norm(across) <= rounding_ * Norm(deep_)) across = Across(deep_);
    if (!Query(across, &b_)) return false;
    Vec3d normal = Cross(a_ - deep_, b_ - deep_);
    if (Dot(normal, deep_) > 0) {
      std::swap(a_, b_);
      normal = -normal;
    }
    while (Left()) {
      if (!Query(normal, &c_)) return false;
      if (Dot(Cross(a_, c_), deep_) < 0) {
        b_ = c_;
        normal = Cross(a_ - deep_, c_ - deep_);
      } else if (Dot(Cross(c_, b_), deep_) < 0) {
        a_ = c_;
        normal = Cross(c_ - deep_, b_ - deep_);
      } else {
        return true;
      }
    }
    return false;
  }

  void Refine() {
    while (Left()) {
      Vec3d normal = Cross(b_ - a_, c_ - a_);
      if (Dot(normal, a_ - deep_) < 0) normal = -normal;
      Vec3d beyond;
      if (!Query(normal, &beyond)) return;
      const double length = Norm(normal);
      const double reached = std::max({Dot(normal, a_), Dot(normal, b_), Dot(normal, c_)}) / length;
      if (height_ - reached <= kTolerance * height_ + rounding_) return;
      // Of the three triangles with the new corner the one that the ray passes.
      const Vec3d cross = Cross(beyond, deep_);
      if (Dot(a_, cross) > 0) {
        (Dot(b_, cross) > 0 ? a_ : c_) = beyond;
      } else {
        (Dot(c_, cross) > 0 ? b_ : a_) = beyond;
      }
    }
  }

  const MinkowskiDifference<double>& difference_;
  Vec3d deep_;
  const double rounding_;
  PortalEstimate best_;
  Vec3d a_{0, 0, 0}, b_{0, 0, 0}, c_{0, 0, 0};  // the portal
  double height_ = 0;                           // of the last query
  int queries_ = 0;
};

}  // namespace

PortalEstimate RefinePortal(const MinkowskiDifference<double>& difference, const Vec3d& deep,
                            double rounding, uint32_t* iterations) {
  Portal portal(difference, deep, rounding);
  const PortalEstimate estimate = portal.Run();
  *iterations += portal.queries();
  return estimate;
}

}  // namespace farpoint::FARPOINT_ISA
