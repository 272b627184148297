#include "client/answers.h"

namespace farpoint {

const char* StatusName(PairStatus status) {
  switch (status) {
    case PairStatus::kOk:
      return "OK";
    case PairStatus::kBeyondMaxDistance:
      return "BEYOND_MAX_DISTANCE";
    case PairStatus::kNotConverged:
      return "NOT_CONVERGED";
    case PairStatus::kUnbounded:
      return "UNBOUNDED";
    case PairStatus::kDepthNotAsked:
      return "DEPTH_NOT_ASKED";
  }
  return "UNPROVEN";
}

const char* StateName(CollisionState state) {
  switch (state) {
    case CollisionState::kFree:
      return "FREE";
    case CollisionState::kColliding:
      return "COLLIDING";
    case CollisionState::kUndecided:
      break;
  }
  return "UNDECIDED";
}

}  // namespace farpoint
