// Farpoint bench: a shape as the certificate sees it. Nothing here is shared with the solver.

#ifndef FARPOINT_BENCH_PEERS_SOLID_H_
#define FARPOINT_BENCH_PEERS_SOLID_H_

#include <vector>

#include "bench/peers/workload.h"
#include "tests/reference/body.h"

namespace farpoint::bench {

class Solid {
 public:
  explicit Solid(const ConvexShape& shape);

  /// The largest n·x over the shape at `place`, by exhaustive scan; n in world axes, unit.
  double Height(const Placing& place, const Vec3d& n) const;
  /// Metres from the shape at `place` to the point; 0 inside.
  double Outside(const Placing& place, const Vec3d& point) const;

 private:
  struct Face {
    Vec3d normal;  // unit, outward
    double offset;
    std::vector<reference::Vec> corners;
  };

  double HullOutside(const Vec3d& local) const;

  const ConvexShape& shape_;
  reference::Body body_;     // of a primitive, local frame
  std::vector<Face> faces_;  // of a hull
};

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_PEERS_SOLID_H_
