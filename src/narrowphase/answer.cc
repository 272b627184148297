#include "src/narrowphase/answer.h"

namespace farpoint {

CollisionState StateOf(const PairAnswer& answer, double margin) {
  // For every status distance − error_bound bounds from below; only two-sided ones bound from
  // above.
  if (answer.distance - answer.error_bound > margin) return CollisionState::kFree;
  const bool two_sided =
      answer.status == PairStatus::kOk || answer.status == PairStatus::kNotConverged;
  if (two_sided && answer.distance + answer.error_bound <= margin) {
    return CollisionState::kColliding;
  }
  // Overlap is proven, and not how deep.
  if (answer.status == PairStatus::kDepthNotAsked && margin >= 0) return CollisionState::kColliding;
  return CollisionState::kUndecided;
}

}  // namespace farpoint
