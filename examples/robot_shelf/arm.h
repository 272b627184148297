// A robot arm as arm_poses.py writes it: the links' collision shapes, and where they are in many
// configurations.

#ifndef FARPOINT_EXAMPLES_ROBOT_SHELF_ARM_H_
#define FARPOINT_EXAMPLES_ROBOT_SHELF_ARM_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "src/math/pose.h"
#include "src/shape/shape.h"

namespace robot_shelf {

struct Arm {
  std::string name;
  std::vector<std::string> link_names;                  // l
  std::vector<farpoint::Shape> link_shapes;             // l; local frame, metres
  std::vector<std::vector<farpoint::Pose>> link_poses;  // one entry a configuration, each of l

  size_t links() const { return link_names.size(); }
  size_t configurations() const { return link_poses.size(); }
};

/// Reads the JSON file and the meshes that it names.
absl::StatusOr<Arm> ReadArm(const std::string& path);

}  // namespace robot_shelf

#endif  // FARPOINT_EXAMPLES_ROBOT_SHELF_ARM_H_
