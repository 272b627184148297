// Farpoint client: answers as plain arrays, one entry a pair, in the order asked.
//
//   for (size_t i = 0; i < answers->size(); ++i) {
//     closest = std::min(closest, answers->ProvenLowerBound(i));
//   }
//
// World frame, metres, float64; answers that were sent in float32 are widened. See PairStatus and
// PairAnswer in src/narrowphase/answer.h for what each status proves.

#ifndef FARPOINT_CLIENT_ANSWERS_H_
#define FARPOINT_CLIENT_ANSWERS_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "src/math/vec3.h"
#include "src/narrowphase/answer.h"

namespace farpoint {

/// A status that this client does not know, from a newer server: nothing is proven.
inline constexpr PairStatus kUnproven = static_cast<PairStatus>(0);

/// "OK", "BEYOND_MAX_DISTANCE", "NOT_CONVERGED", "UNBOUNDED", "DEPTH_NOT_ASKED"; "UNPROVEN" for
/// any other.
const char* StatusName(PairStatus status);

/// "FREE", "COLLIDING"; "UNDECIDED" for any other.
const char* StateName(CollisionState state);

struct DistanceAnswers {
  std::vector<double> distance;      // n; signed: >= 0 apart, < 0 minus the penetration depth
  std::vector<double> error_bound;   // n; >= 0
  std::vector<PairStatus> status;    // n
  std::vector<Vec3d> point_a;        // n if asked for, else empty; in A; NaN where the status says
  std::vector<Vec3d> point_b;        // n if asked for, else empty; in B
  std::vector<Vec3d> normal;         // n if asked for, else empty; unit, from A to B
  std::vector<uint32_t> iterations;  // n if asked for, else empty

  size_t size() const { return distance.size(); }

  /// What the true signed distance is proven not to fall below; −inf if nothing is proven.
  double ProvenLowerBound(size_t i) const {
    if (status[i] == kUnproven) return -std::numeric_limits<double>::infinity();
    return distance[i] - error_bound[i];
  }
};

/// Only the pairs that are not proven apart; every other pair is.
struct PenetrationAnswers {
  size_t pairs_asked = 0;
  std::vector<size_t> pair;  // m, ascending: which pair asked about entry i of `answers` is
  DistanceAnswers answers;   // m
};

struct CollideAnswers {
  std::vector<CollisionState> state;  // n

  size_t size() const { return state.size(); }
};

}  // namespace farpoint

#endif  // FARPOINT_CLIENT_ANSWERS_H_
