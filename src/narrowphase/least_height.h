// Farpoint: the depth of a pair as the least height over all directions, by branch and bound.
//
// Slower than EPA where the minimum is isolated, but it does not need a vertex of a polytope for
// every bit of a curved surface: patches of directions (direction_patch.h) are halved, the most
// promising first, until none can be lower than the best direction found. Horst and Tuy, "Global
// Optimization", 1996.

#ifndef FARPOINT_SRC_NARROWPHASE_LEAST_HEIGHT_H_
#define FARPOINT_SRC_NARROWPHASE_LEAST_HEIGHT_H_

#include <cstdint>
#include <vector>

#include "src/narrowphase/polar_height.h"

namespace farpoint::FARPOINT_ISA {

/// The search and its scratch, to be reused from pair to pair.
class LeastHeight {
 public:
  struct Options {
    double tolerance;       // metres: ends when the bracket is that narrow
    uint32_t max_supports;  // bounds the loop and the memory
  };
  struct Bracket {
    double lower, upper;  // metres, of the least height; the rounding of supports not taken off
    Vec3d normal;         // unit, frame 0: has the height `upper`
  };

  /// Adds the supports asked for to `iterations`.
  Bracket Run(const MinkowskiDifference<double>& difference, const Options& options,
              uint32_t* iterations);

 private:
  struct Entry {
    double bound;      // no height on the patch is lower
    bool by_latitude;  // how to halve it
    DirectionPatch patch;
    bool operator<(const Entry& o) const { return bound > o.bound; }  // of a heap: least first
  };

  void Add(const PolarHeight& height, const DirectionPatch& patch, double at_least);
  // All longitudes in `sectors` patches.
  void AddRing(const PolarHeight& height, double latitude, double half_latitude, int sectors,
               double at_least);

  std::vector<Entry> heap_;
  double upper_ = 0, latitude_ = 0, longitude_ = 0;
  uint32_t supports_ = 0;
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_LEAST_HEIGHT_H_
