#include "examples/robot_shelf/arm.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_cat.h"
#include "client/cli/mesh_file.h"

namespace robot_shelf {
namespace {

using nlohmann::json;

farpoint::Vec3d ReadVector(const json& value) {
  return {value.at(0).get<double>(), value.at(1).get<double>(), value.at(2).get<double>()};
}

farpoint::Pose ReadPose(const json& value) {
  return {.position = ReadVector(value),
          .orientation = {value.at(3).get<double>(), value.at(4).get<double>(),
                          value.at(5).get<double>(), value.at(6).get<double>()}};
}

absl::StatusOr<farpoint::Shape> ReadShape(const json& link) {
  if (link.contains("box")) return farpoint::Box{.size = ReadVector(link["box"])};
  return farpoint::cli::ReadMeshFile(link.at("mesh").get<std::string>(),
                                     ReadVector(link.at("scale")));
}

absl::StatusOr<Arm> ReadArm(const json& file) {
  Arm arm;
  arm.name = file.at("robot").get<std::string>();
  for (const json& link : file.at("links")) {
    arm.link_names.push_back(link.at("name").get<std::string>());
    absl::StatusOr<farpoint::Shape> shape = ReadShape(link);
    if (!shape.ok()) return shape.status();
    arm.link_shapes.push_back(*std::move(shape));
  }
  for (const json& configuration : file.at("configurations")) {
    std::vector<farpoint::Pose> poses;
    for (const json& pose : configuration) poses.push_back(ReadPose(pose));
    if (poses.size() != arm.links()) {
      return absl::InvalidArgumentError("a configuration needs one pose a link");
    }
    arm.link_poses.push_back(std::move(poses));
  }
  return arm;
}

}  // namespace

absl::StatusOr<Arm> ReadArm(const std::string& path) {
  std::ifstream stream(path);
  if (!stream) return absl::NotFoundError(absl::StrCat(path, ": cannot be opened"));
  try {
    return ReadArm(json::parse(stream));
  } catch (const json::exception& error) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": ", error.what()));
  }
}

}  // namespace robot_shelf
