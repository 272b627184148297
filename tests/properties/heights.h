// A question's two bodies as their definitions give them, in long double, about A's position.

#ifndef FARPOINT_TESTS_PROPERTIES_HEIGHTS_H_
#define FARPOINT_TESTS_PROPERTIES_HEIGHTS_H_

#include "tests/properties/situations.h"
#include "tests/reference/body.h"

namespace farpoint {

class Heights {
 public:
  using Real = reference::Real;
  using Vec = reference::Vec;

  explicit Heights(const Question& question);

  /// −h_A(n) − h_B(−n) of the bodies with paddings: for any unit n a lower bound of the signed
  /// distance. A halfspace has one plane, whatever n.
  Real Plane(const Vec& n) const;

  /// Metres that a world point is outside A or B, or a number up to `tolerance` if it is at most
  /// that. `normal` (unit, world): the way out of the body there; it only saves time.
  Real OutsideA(const Vec3d& point, const Vec& normal, Real tolerance) const;
  Real OutsideB(const Vec3d& point, const Vec& normal, Real tolerance) const;

  const Frame& frame_a() const { return frame_a_; }
  const Frame& frame_b() const { return frame_b_; }

 private:
  const Posed &a_, &b_;
  Frame frame_a_, frame_b_;
  Vec origin_, way_;  // A's position in the world; from there to B's
};

}  // namespace farpoint

#endif  // FARPOINT_TESTS_PROPERTIES_HEIGHTS_H_
