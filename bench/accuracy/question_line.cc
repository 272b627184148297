#include "bench/accuracy/question_line.h"

#include <nlohmann/json.hpp>
#include <variant>

namespace farpoint::bench {
namespace {

using Json = nlohmann::ordered_json;

Json Coordinates(const Vec3d& v) { return Json::array({v.x, v.y, v.z}); }

template <class Vertices>
Json AllCoordinates(const Vertices& vertices) {
  Json all = Json::array();
  for (const Vec3d& v : vertices) all.push_back(Coordinates(v));
  return all;
}

struct Parameters {
  Json operator()(const Sphere& s) const { return {{"radius", s.radius}}; }
  Json operator()(const Ellipsoid& s) const { return {{"radii", Coordinates(s.radii)}}; }
  Json operator()(const Box& s) const { return {{"size", Coordinates(s.size)}}; }
  Json operator()(const Capsule& s) const { return Round(s); }
  Json operator()(const Cylinder& s) const { return Round(s); }
  Json operator()(const Cone& s) const { return Round(s); }
  Json operator()(const Halfspace& s) const {
    return {{"normal", Coordinates(s.normal)}, {"offset", s.offset}};
  }
  template <class WithVertices>
  Json operator()(const WithVertices& s) const {
    return {{"vertices", AllCoordinates(s.vertices)}};
  }

  template <class Shape>
  static Json Round(const Shape& s) {
    return {{"radius", s.radius}, {"length", s.length}};
  }
};

Json ShapeJson(const Shape& shape) { return {{ShapeName(shape), std::visit(Parameters(), shape)}}; }

Json PoseJson(const Pose& pose) {
  const auto& [position, q] = pose;
  return Json::array({position.x, position.y, position.z, q.x, q.y, q.z, q.w});
}

}  // namespace

std::string QuestionLine(const JudgedPair& judged, const std::string& name) {
  const situations::Pair& pair = judged.pair;
  return Json({{"a", ShapeJson(pair.a)},
               {"pose_a", PoseJson(pair.pose_a)},
               {"b", ShapeJson(pair.b)},
               {"pose_b", PoseJson(pair.pose_b)},
               {"class", name},
               {"expected", static_cast<double>(judged.truth.middle())},
               {"expected_error", static_cast<double>(judged.truth.width() / 2)}})
      .dump();
}

}  // namespace farpoint::bench
