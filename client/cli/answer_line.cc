#include "client/cli/answer_line.h"

#include <nlohmann/json.hpp>

namespace farpoint::cli {
namespace {

nlohmann::ordered_json Array(const Vec3d& v) { return {v.x, v.y, v.z}; }

}  // namespace

std::string SupportLine(const SupportPoints& points, size_t i) {
  nlohmann::ordered_json json = {{"point", Array(points.point[i])},
                                 {"index", points.vertex_index[i]}};
  if (!points.tie_count.empty()) json["count"] = points.tie_count[i];
  return json.dump();
}

std::string AnswerLine(const DistanceAnswers& answers, size_t i) {
  // The library writes the shortest digits that read back to the same number, and null for
  // others.
  nlohmann::ordered_json json = {
      {"distance", answers.distance[i]},       {"point_a", Array(answers.point_a[i])},
      {"point_b", Array(answers.point_b[i])},  {"normal", Array(answers.normal[i])},
      {"error_bound", answers.error_bound[i]}, {"status", StatusName(answers.status[i])}};
  if (!answers.iterations.empty()) json["iterations"] = answers.iterations[i];
  return json.dump();
}

}  // namespace farpoint::cli
