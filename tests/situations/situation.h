// Random pairs of shapes, situation by situation: the ordinary ones and those that break solvers.
//
//   RandomShapes random(1);
//   Pair pair = MakePair(Situation::kTouch, Kind::kCone, Kind::kBox, &random);
//
// Gaps are set by support points (placing.h), so that no solver chooses what it is asked. Lengths
// are parts of the smaller shape's size, which is 0.05 to 1 m but where a situation says
// otherwise.

#ifndef FARPOINT_TESTS_SITUATIONS_SITUATION_H_
#define FARPOINT_TESTS_SITUATIONS_SITUATION_H_

#include <array>

#include "src/math/pose.h"
#include "src/shape/shape.h"
#include "tests/core/random_shapes.h"
#include "tests/situations/kind.h"

namespace farpoint::situations {

enum class Situation {
  kApart,       // a gap of 0.1 to 10
  kNear,        // a gap of 1e-9 to 1e-3
  kTouch,       // a gap of 0, but for rounding
  kShallow,     // at most 1e-6 to 1e-2 deep
  kDeep,        // a point inside A is one inside B
  kInside,      // like deep, one 0.02 to 0.3 of the other's size
  kIdentical,   // the same pose and the same measures; of one kind: the same shape
  kConcentric,  // the same position; half of them the same orientation too
  kAligned,     // axes and faces parallel; corners, edges or middles above each other; a gap of 0,
                // 1e-9 to 1, or as much deep
  kNeedle,      // one or both 10 to 1e6 times thinner along one or two axes; gaps of all kinds
  kSizeRatio,   // one 10 to 1e6 times the other; gaps of all kinds
  kFar,         // 1e6 m from the origin; gaps of all kinds
  kRobot,       // 0.2 m large, as thin as a fifth of it; 2 mm apart or at most 2 mm deep
};
inline constexpr std::array<Situation, 13> kSituations{
    Situation::kApart,   Situation::kNear,   Situation::kTouch,     Situation::kShallow,
    Situation::kDeep,    Situation::kInside, Situation::kIdentical, Situation::kConcentric,
    Situation::kAligned, Situation::kNeedle, Situation::kSizeRatio, Situation::kFar,
    Situation::kRobot};

const char* NameOf(Situation situation);

struct Pair {
  Kind kind_a, kind_b;
  Shape a, b;
  Pose pose_a, pose_b;
};

/// Of these kinds, which of them A is being random.
Pair MakePair(Situation situation, Kind first, Kind second, RandomShapes* random);

}  // namespace farpoint::situations

#endif  // FARPOINT_TESTS_SITUATIONS_SITUATION_H_
