// Farpoint: what a pair's answer means. Everything a client may rely on is here; the wire format
// repeats it.

#ifndef FARPOINT_SRC_NARROWPHASE_ANSWER_H_
#define FARPOINT_SRC_NARROWPHASE_ANSWER_H_

#include <cstdint>
#include <optional>

#include "src/math/vec3.h"
#include "src/narrowphase/gjk_variant.h"
#include "src/support/support_field.h"

namespace farpoint {

/// How to treat pairs that overlap. Numbers are those of the wire; 0 is never used.
enum class OverlapMode : uint8_t {
  kExactDepth = 1,      // the least translation that separates (EPA)
  kEstimatedDepth = 2,  // one that separates, by portal refinement (MPR): an upper bound
  kSignOnly = 3,        // kDepthNotAsked once the cores are proven to overlap
};

/// What to look for, and how. `field` and `gjk` say on which way; what an answer proves, it proves
/// with exact supports whatever the way.
struct SolverOptions {
  /// Metres; once a pair is proven farther apart it is answered kBeyondMaxDistance. Unset: no
  /// limit.
  std::optional<double> max_distance;
  /// Metres, > 0; a pair whose bound stays above is kNotConverged. Unset: best effort, kOk.
  std::optional<double> tolerance;
  OverlapMode overlap = OverlapMode::kExactDepth;
  SupportField field = SupportField::kExactCells;
  int32_t field_resolution = kDefaultFieldResolution;  // of a lat-long field
  GjkVariant gjk = GjkVariant::kPlain;
};

/// How a pair ended. For every status `distance − error_bound` is a proven lower bound of the true
/// signed distance. Numbers are those of the wire; 0 is never used.
enum class PairStatus : uint8_t {
  /// Two-sided: the true signed distance lies within `distance ± error_bound`.
  kOk = 1,
  /// One-sided: `distance` ≥ max_distance is itself the proven lower bound, `error_bound` 0, points
  /// NaN, the normal
  /// separates.
  kBeyondMaxDistance = 2,
  /// Two-sided like kOk, but the bound could not be brought below the tolerance asked for.
  kNotConverged = 3,
  /// Two halfspaces: distance −inf, `error_bound` 0, points and normal NaN.
  kUnbounded = 4,
  /// OverlapMode::kSignOnly: overlap is proven; distance −inf, `error_bound` 0, points and normal
  /// NaN.
  kDepthNotAsked = 5,
};

/// Whether a pair collides, proven or not. Numbers are those of the wire; 0 is never used.
enum class CollisionState : uint8_t {
  kFree = 1,       // signed distance > margin is proven
  kColliding = 2,  // signed distance ≤ margin is proven
  kUndecided = 3,  // neither
};

/// No pair asks for more support points than this, whatever it is.
inline constexpr uint32_t kMostIterations = 17'000;

/// One pair's answer. World frame, metres.
struct PairAnswer {
  double
      distance;  // signed: ≥ 0 apart, < 0 overlapping (minus the least translation that separates)
  double error_bound;  // ≥ 0; but for kEstimatedDepth the points are in their shapes, and the
                       // plane of the normal separates by distance, to within it too
  Vec3d point_a;       // in shape A
  Vec3d point_b;       // in shape B; with kOk point_b − point_a = distance · normal, but for
                       // overlaps of kEstimatedDepth
  Vec3d normal;  // unit, from A to B: moving B by −distance · normal just separates an overlap
  PairStatus status;
  uint32_t iterations;  // support queries of both shapes, counted as one, over all methods; ≤
                        // kMostIterations
};

/// Which parts of answers somebody asks for; the rest of PairAnswer is always there. What is not
/// asked for may hold anything.
struct AnswerParts {
  bool points = true;  // point_a and point_b
  bool normal = true;
};

/// The state that `answer` proves against `margin` (metres, of either sign).
CollisionState StateOf(const PairAnswer& answer, double margin);

}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_ANSWER_H_
