#include "tests/fuzz/describe.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace farpoint::fuzz {
namespace {

std::string Digits(double x) { return absl::StrFormat("%.17g", x); }

template <class Vertices>
std::string List(const Vertices& vertices) {
  std::string list;
  for (const Vec3d& v : vertices) absl::StrAppend(&list, list.empty() ? "" : ", ", Describe(v));
  return absl::StrCat("{{", list, "}}");
}

struct Parameters {
  std::string operator()(const Sphere& s) const { return absl::StrCat("{", Digits(s.radius), "}"); }
  std::string operator()(const Ellipsoid& s) const {
    return absl::StrCat("{", Describe(s.radii), "}");
  }
  std::string operator()(const Box& s) const { return absl::StrCat("{", Describe(s.size), "}"); }
  std::string operator()(const Halfspace& s) const {
    return absl::StrCat("{", Describe(s.normal), ", ", Digits(s.offset), "}");
  }
  template <class Other>
  std::string operator()(const Other& s) const {
    if constexpr (requires { s.vertices; }) {
      return List(s.vertices);
    } else {
      return absl::StrCat("{", Digits(s.radius), ", ", Digits(s.length), "}");
    }
  }
};

}  // namespace

std::string Describe(const Vec3d& v) {
  return absl::StrCat("{", Digits(v.x), ", ", Digits(v.y), ", ", Digits(v.z), "}");
}

std::string Describe(const Shape& shape) {
  return absl::StrCat(ShapeName(shape), std::visit(Parameters(), shape));
}

std::string Describe(const Shape& shape, const Pose& pose, double padding) {
  const Quaternion& q = pose.orientation;
  return absl::StrCat(Describe(shape), ", {", Describe(pose.position), ", {", Digits(q.x), ", ",
                      Digits(q.y), ", ", Digits(q.z), ", ", Digits(q.w), "}}, padding ",
                      Digits(padding));
}

std::string Describe(const SolverOptions& o) {
  return absl::StrCat("max_distance ", o.max_distance ? Digits(*o.max_distance) : "none",
                      ", tolerance ", o.tolerance ? Digits(*o.tolerance) : "none", ", overlap ",
                      static_cast<int>(o.overlap), ", field ", static_cast<int>(o.field),
                      ", field_resolution ", o.field_resolution, ", gjk ", static_cast<int>(o.gjk));
}

std::string Describe(const PairAnswer& a) {
  return absl::StrCat(Digits(a.distance), " +- ", Digits(a.error_bound), ", points ",
                      Describe(a.point_a), " ", Describe(a.point_b), ", normal ",
                      Describe(a.normal), ", status ", static_cast<int>(a.status), ", iterations ",
                      a.iterations);
}

}  // namespace farpoint::fuzz
