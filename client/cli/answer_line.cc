#include "client/cli/answer_line.h"

#include <nlohmann/json.hpp>

namespace farpoint::cli {
namespace {

nlohmann::ordered_json Array(const Vec3d& v) { return {v.x, v.y, v.z}; }

}  // namespace

std::string AnswerLine(const DistanceAnswers& answers, size_t i) {
  // The library writes the shortest digits that read back to the same number, and null for others.
  const nlohmann::ordered_json json = {
      {"distance", answers.distance[i]},       {"point_a", Array(answers.point_a[i])},
      {"point_b", Array(answers.point_b[i])},  {"normal", Array(answers.normal[i])},
      {"error_bound", answers.error_bound[i]}, {"status", StatusName(answers.status[i])}};
  return json.dump();
}

}  // namespace farpoint::cli
