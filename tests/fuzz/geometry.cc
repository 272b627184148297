// Fuzz target: any numbers as a shape, NaN, infinite and denormal ones too, become a geometry or an
// error that names the parameter. Of a geometry the facts are sane, and its farthest point in any
// direction is as high as the shape is, by each of the support fields.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "src/support/geometry.h"
#include "src/support/lat_long.h"
#include "src/support/support_query.h"
#include "tests/fuzz/any_shape.h"
#include "tests/fuzz/describe.h"
#include "tests/fuzz/violation.h"
#include "tests/reference/body.h"

namespace farpoint::fuzz {
namespace {

using reference::Body;
using reference::Dot;
using reference::Norm;
using reference::Real;
using reference::Vec;
using reference::Widen;
using reference::operator-;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr Real kLeast = 4 * std::numeric_limits<double>::denorm_min();
constexpr int kMostVertices = 80;

class GeometryChecks {
 public:
  explicit GeometryChecks(const Geometry& geometry)
      : geometry_(geometry),
        given_(geometry.facts().vertices_given),
        body_(reference::MakeBody(geometry.shape(), Pose())) {}

  void Facts() const {
    const GeometryFacts& f = geometry_.facts();
    if (body_.kind == Body::Kind::kHalfspace) {
      if (!std::isinf(f.volume) || !std::isinf(f.bounding_radius)) Fail("a bounded halfspace");
      const Real off = std::fabs(Dot(body_.normal, Widen(f.centre)) - body_.offset);
      if (off > 4 * kEpsilon * std::fabs(body_.offset) + kLeast)
        Fail("its centre is not on its plane");
      return;
    }
    if (!(f.volume >= 0 && std::isfinite(f.volume))) Fail("volume is no volume");
    if (!(f.bounding_radius >= 0 && std::isfinite(f.bounding_radius))) Fail("radius is no radius");
    if (f.hull_vertices < (given_ > 0 ? 1 : 0) || (given_ > 0 && f.hull_vertices > given_)) {
      Fail("hull_vertices is no number of them");
    }
    if (f.hull_faces < 0 || f.hull_faces > std::max(0, 2 * f.hull_vertices - 4)) {
      Fail("more faces than a hull can have");
    }
    if (f.resident_bytes < static_cast<int64_t>(sizeof(Geometry))) Fail("less bytes than it has");
    const Vec centre = Widen(f.centre);
    const Real rounding = 4 * kEpsilon * (Norm(centre) + f.bounding_radius) + kLeast;
    for (const Vec& v : body_.vertices) {
      const Real beyond = Norm(v - centre) + body_.radius - f.bounding_radius;
      if (beyond > geometry_.core_deviation() + rounding) Fail("a vertex is beyond the radius");
    }
    for (uint32_t i : geometry_.boundary_index()) {
      if (i >= given_) Fail("a boundary index that there is not");
    }
  }

  void Support(const Vec3d& direction, const SupportQuery& query) const {
    const SupportAnswer answer = FindSupport(geometry_, direction, query);
    const std::string way = absl::StrCat(
        " along ", Describe(direction), " by field ", static_cast<int>(query.field), ": ",
        Describe(answer.point), ", index ", answer.vertex_index, ", ties ", answer.tie_count);
    const Vec n = Unit(Widen(direction));
    const Real height = Dot(n, Widen(answer.point)), most = Height(body_, n);
    const Real rounding = 16 * kEpsilon * Extent(body_) + geometry_.core_deviation() + kLeast;
    if (!(height <= most + rounding)) Fail("a point above the shape" + way);
    if (query.field != SupportField::kLatLong && !(height >= most - rounding)) {
      Fail(absl::StrCat("a point below the farthest by ", static_cast<double>(most - height), way));
    }
    if (query.count_ties != (answer.tie_count > 0)) Fail("ties are not as asked for" + way);
    if (given_ == 0 ? answer.vertex_index != -1
                    : answer.vertex_index < 0 || answer.vertex_index >= given_) {
      Fail("an index that there is not" + way);
    }
    if (given_ > 0) {
      const Vec& v = body_.vertices[static_cast<size_t>(answer.vertex_index)];
      if (Norm(v - Widen(answer.point)) != 0) Fail("the point is not that of the index" + way);
    }
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    Violation(absl::StrCat(what, "; ", Describe(geometry_.shape())));
  }

  const Geometry& geometry_;
  const int64_t given_;
  const Body body_;
};

// A refusal names a parameter of the shape.
void CheckRefusal(const Shape& shape, const GeometryLimits& limits, const absl::Status& status) {
  const bool valid = Validate(shape).ok();
  const std::string message(status.message());
  bool named = false;
  for (const char* field : {"radius: ", "radii[", "size[",
                            "length: ", "normal: ", "offset: ", "vertices[", "vertices: "}) {
    named = named || absl::StartsWith(message, field);
  }
  const bool limit = absl::StrContains(message, valid ? "max_" : "max_vertices");
  if (status.code() == absl::StatusCode::kInvalidArgument && named && (!valid || limit)) return;
  Violation(absl::StrCat(status.ToString(), ", limits ", limits.max_vertices, " and ",
                         limits.max_hull_vertices, "; ", Describe(shape)));
}

void Create(Input* input) {
  GeometryLimits limits;
  if (input->Choice(8) == 0) limits.max_vertices = input->Choice(kMostVertices);
  if (input->Choice(8) == 0) limits.max_hull_vertices = input->Choice(kMostVertices);
  const Shape shape = AnyShape(input, kMostVertices);
  const auto geometry = Geometry::Create(shape, limits);
  if (!geometry.ok()) return CheckRefusal(shape, limits, geometry.status());
  if (!Validate(shape).ok()) Violation(absl::StrCat("accepted: ", Describe(shape)));
  const GeometryChecks checks(**geometry);
  checks.Facts();
  if ((*geometry)->core_kind() == CoreKind::kHalfspace) return;

  std::optional<LatLongFields> fields;
  if (LatLongFields::Has(**geometry)) {
    fields.emplace(std::vector<const Geometry*>{geometry->get()}, 2 + input->Choice(15));
  }
  for (int i = 0; i < 4; ++i) {
    const Vec3d direction = input->FiniteVector(1e150);
    const double squared =
        direction.x * direction.x + direction.y * direction.y + direction.z * direction.z;
    if (!(squared >= std::numeric_limits<double>::min())) continue;
    SupportQuery query;
    query.lat_long = fields ? &*fields : nullptr;
    query.count_ties = input->Choice(2) == 0;
    if (input->Choice(4) == 0) query.tie_tolerance = std::abs(input->Finite(1));
    for (int field = 1; field <= 4; ++field) {
      query.field = static_cast<SupportField>(field);
      checks.Support(direction, query);
    }
  }
}

}  // namespace
}  // namespace farpoint::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  farpoint::fuzz::Input input(data, size);
  farpoint::fuzz::Create(&input);
  return 0;
}
