#include "tests/properties/describe.h"

#include "absl/strings/str_format.h"

namespace farpoint {
namespace {

std::string Numbers(const Vec3d& v) {
  return absl::StrFormat("%.17g, %.17g, %.17g", v.x, v.y, v.z);
}

struct Words {
  std::string operator()(const Sphere& s) const { return absl::StrFormat("%.17g", s.radius); }
  std::string operator()(const Ellipsoid& s) const { return Numbers(s.radii); }
  std::string operator()(const Box& s) const { return Numbers(s.size); }
  std::string operator()(const Halfspace& s) const {
    return absl::StrFormat("%s, %.17g", Numbers(s.normal), s.offset);
  }
  template <class Round>
  auto operator()(const Round& s) const -> decltype(s.length, std::string()) {
    return absl::StrFormat("%.17g, %.17g", s.radius, s.length);
  }
  template <class Vertices>
  auto operator()(const Vertices& s) const -> decltype(s.vertices, std::string()) {
    std::string all;
    for (const Vec3d& v : s.vertices) all += absl::StrFormat("{%s} ", Numbers(v));
    return all;
  }
};

std::string Describe(const Posed& p) {
  const Quaternion& q = p.pose.orientation;
  return absl::StrFormat("%s(%s) at {%s} turned {%.17g, %.17g, %.17g, %.17g} padded %.17g",
                         ShapeName(p.item->shape), std::visit(Words(), p.item->shape),
                         Numbers(p.pose.position), q.x, q.y, q.z, q.w, p.padding);
}

}  // namespace

const char* Name(Situation situation) {
  constexpr const char* kNames[kSituations] = {
      "apart",     "near",       "touching",       "shallow",       "deep",  "inside",
      "identical", "concentric", "parallel faces", "parallel axes", "tilted"};
  return kNames[static_cast<int>(situation)];
}

const char* Name(const Item& item) {
  return item.kind == Catalogue::kLargeHull ? "large mesh" : ShapeName(item.shape);
}

std::string Describe(const Question& q) {
  return absl::StrFormat("%s\n  A %s\n  B %s", Name(q.situation), Describe(q.a), Describe(q.b));
}

std::string Describe(const PairAnswer& answer) {
  return absl::StrFormat("distance %.17g ± %.3g, normal {%s}, points {%s}, {%s}, status %d, %d",
                         answer.distance, answer.error_bound, Numbers(answer.normal),
                         Numbers(answer.point_a), Numbers(answer.point_b), answer.status,
                         answer.iterations) +
         " iterations";
}

}  // namespace farpoint
