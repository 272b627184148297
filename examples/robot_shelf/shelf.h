// A shelf with cans on it, in front of an arm whose base is at the origin and which looks along +x.

#ifndef FARPOINT_EXAMPLES_ROBOT_SHELF_SHELF_H_
#define FARPOINT_EXAMPLES_ROBOT_SHELF_SHELF_H_

#include <string>
#include <vector>

#include "src/math/pose.h"
#include "src/shape/shape.h"

namespace robot_shelf {

struct Obstacle {
  std::string name;
  farpoint::Shape shape;  // a box or a cylinder; local frame, metres
  farpoint::Pose pose;    // local frame to world
};

/// Four boards, two sides and a back of wood; three cans on each board.
std::vector<Obstacle> MakeShelf();

}  // namespace robot_shelf

#endif  // FARPOINT_EXAMPLES_ROBOT_SHELF_SHELF_H_
