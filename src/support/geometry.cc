#include "src/support/geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::Norm;
using scalar::operator+;
using scalar::operator-;
using scalar::operator*;

constexpr double kPi = 3.14159265358979323846;
// Below this a scan of all vertices beats the look-up of a cell.
constexpr size_t kScanLimit = 16;

// Raw vertices of a vertex core, empty for curved shapes.
struct VerticesOf {
  std::vector<Vec3d> operator()(const Sphere&) const { return {Vec3d{0, 0, 0}}; }
  std::vector<Vec3d> operator()(const Capsule& s) const {
    return {Vec3d{0, 0, -s.length / 2}, Vec3d{0, 0, s.length / 2}};
  }
  std::vector<Vec3d> operator()(const Box& s) const {
    std::vector<Vec3d> corners;
    for (int i = 0; i < 8; ++i) {
      corners.push_back({s.size.x * ((i & 1) - 0.5), s.size.y * ((i >> 1 & 1) - 0.5),
                         s.size.z * ((i >> 2) - 0.5)});
    }
    return corners;
  }
  std::vector<Vec3d> operator()(const Ellipsoid& s) const {
    const Vec3d& r = s.radii;
    if (r.x == r.y && r.y == r.z) return {Vec3d{0, 0, 0}};  // a sphere
    const int flat = (r.x == 0) + (r.y == 0) + (r.z == 0);
    if (flat < 2) return {};
    return {r * -1.0, r};  // a segment
  }
  std::vector<Vec3d> operator()(const Cylinder& s) const {
    return s.radius == 0 ? (*this)(Capsule{0, s.length}) : std::vector<Vec3d>();
  }
  std::vector<Vec3d> operator()(const Cone& s) const {
    return s.radius == 0 ? (*this)(Capsule{0, s.length}) : std::vector<Vec3d>();
  }
  std::vector<Vec3d> operator()(const Halfspace&) const { return {}; }
  template <class Vertices>
  std::vector<Vec3d> operator()(const Vertices& s) const {
    return {s.vertices.begin(), s.vertices.end()};
  }
};

struct SweptRadiusOf {
  double operator()(const Sphere& s) const { return s.radius; }
  double operator()(const Capsule& s) const { return s.radius; }
  double operator()(const Ellipsoid& s) const {
    return s.radii.x == s.radii.y && s.radii.y == s.radii.z ? s.radii.x : 0;
  }
  template <class Other>
  double operator()(const Other&) const {
    return 0;
  }
};

// m³ of everything that is not the hull of its vertices.
struct CurvedVolumeOf {
  double operator()(const Sphere& s) const {
    return 4.0 / 3 * kPi * s.radius * s.radius * s.radius;
  }
  double operator()(const Ellipsoid& s) const {
    return 4.0 / 3 * kPi * s.radii.x * s.radii.y * s.radii.z;
  }
  double operator()(const Capsule& s) const {
    return kPi * s.radius * s.radius * (s.length + 4.0 / 3 * s.radius);
  }
  double operator()(const Cylinder& s) const { return kPi * s.radius * s.radius * s.length; }
  double operator()(const Cone& s) const { return kPi / 3 * s.radius * s.radius * s.length; }
  double operator()(const Halfspace&) const { return std::numeric_limits<double>::infinity(); }
  template <class Other>
  double operator()(const Other&) const {
    return -1;
  }
};

int64_t VerticesGiven(const Shape& shape) {
  return std::visit(
      [](const auto& s) -> int64_t {
        if constexpr (requires { s.vertices; }) return static_cast<int64_t>(s.vertices.size());
        return 0;
      },
      shape);
}

template <class T>
int64_t BytesOf(const std::vector<T>& v) {
  return static_cast<int64_t>(v.capacity() * sizeof(T));
}

}  // namespace

void Geometry::SetCurvedCore(CoreKind kind, const Vec3d& parameters, double radius) {
  core_kind_ = kind;
  core_parameters_ = parameters;
  core_radius_ = radius;
}

absl::Status Geometry::SetVertexCore(const Vec3d* vertices, size_t count, double swept_radius,
                                     const GeometryLimits& limits) {
  core_kind_ = CoreKind::kVertices;
  swept_radius_ = swept_radius;
  absl::StatusOr<ConvexHull> hull = BuildConvexHull(vertices, count);
  if (!hull.ok()) return hull.status();
  const size_t limit = std::min<size_t>(std::max(limits.max_hull_vertices, 1), 65'535);
  if (hull->vertices.size() > limit) {
    return absl::InvalidArgumentError(
        absl::StrCat("vertices: their convex hull has ", hull->vertices.size(),
                     " vertices, more than max_hull_vertices = ", limit));
  }
  facts_.hull_vertices = static_cast<int32_t>(hull->vertices.size());
  facts_.hull_faces = static_cast<int32_t>(hull->faces.size());
  facts_.volume = hull->volume;

  Vec3d low = vertices[hull->vertices[0]], high = low;
  for (uint32_t i : hull->vertices) {
    const Vec3d& v = vertices[i];
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  core_origin_ = low + (high - low) * 0.5;
  core_vertices_.reserve(hull->vertices.size());
  for (uint32_t i : hull->vertices) {
    core_vertices_.push_back(vertices[i] - core_origin_);
    core_radius_ = std::max(core_radius_, Norm(core_vertices_.back()));
  }
  for (const Vec3d& v : core_vertices_) {
    core_interior_ = core_interior_ + v * (1.0 / static_cast<double>(core_vertices_.size()));
  }
  core_deviation_ = hull->deviation;
  given_index_ = std::move(hull->vertices);
  const double inverse = core_radius_ > 0 ? 1 / core_radius_ : 1;
  for (const Vec3d& v : core_vertices_) {
    unit_vertices_.push_back({static_cast<float>(v.x * inverse), static_cast<float>(v.y * inverse),
                              static_cast<float>(v.z * inverse)});
  }
  if (core_vertices_.size() > kScanLimit) {
    cells_ = std::make_unique<ExactCells>(core_vertices_,
                                          ExactCells::ResolutionFor(core_vertices_.size()));
  }
  if (!hull->faces.empty()) {
    graph_ = std::make_unique<HullGraph>(hull->faces, core_vertices_.size());
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const Geometry>> Geometry::Create(Shape shape,
                                                                 const GeometryLimits& limits) {
  if (VerticesGiven(shape) > limits.max_vertices) {
    return absl::InvalidArgumentError(absl::StrCat(
        "vertices: ", VerticesGiven(shape), " are more than max_vertices = ", limits.max_vertices));
  }
  absl::Status valid = Validate(shape);
  if (!valid.ok()) return valid;

  std::shared_ptr<Geometry> geometry(new Geometry());
  Geometry& g = *geometry;
  const std::vector<Vec3d> converted =
      std::holds_alternative<Mesh>(shape) ? std::vector<Vec3d>() : std::visit(VerticesOf(), shape);
  const std::vector<Vec3d>& vertices =
      std::holds_alternative<Mesh>(shape) ? std::get<Mesh>(shape).vertices : converted;
  if (!vertices.empty()) {
    absl::Status built = g.SetVertexCore(vertices.data(), vertices.size(),
                                         std::visit(SweptRadiusOf(), shape), limits);
    if (!built.ok()) return built;
  } else if (const auto* e = std::get_if<Ellipsoid>(&shape)) {
    g.SetCurvedCore(CoreKind::kEllipsoid, e->radii, std::max({e->radii.x, e->radii.y, e->radii.z}));
  } else if (const auto* c = std::get_if<Cylinder>(&shape)) {
    g.SetCurvedCore(CoreKind::kCylinder, {c->radius, c->radius, c->length / 2},
                    std::hypot(c->radius, c->length / 2));
  } else if (const auto* k = std::get_if<Cone>(&shape)) {
    g.SetCurvedCore(CoreKind::kCone, {k->radius, k->radius, k->length / 2},
                    std::hypot(k->radius, k->length / 2));
    g.core_interior_ = {0, 0, -k->length / 4};
  } else {
    const auto& h = std::get<Halfspace>(shape);
    const double inverse = 1 / Norm(h.normal);
    g.SetCurvedCore(CoreKind::kHalfspace, h.normal * inverse, 0);
    g.core_origin_ = g.core_parameters_ * (h.offset * inverse);
  }

  GeometryFacts& facts = g.facts_;
  facts.vertices_given = VerticesGiven(shape);
  const double volume = std::visit(CurvedVolumeOf(), shape);
  if (volume >= 0) facts.volume = volume;
  facts.centre = g.core_origin_;
  facts.bounding_radius = g.core_kind_ == CoreKind::kHalfspace
                              ? std::numeric_limits<double>::infinity()
                              : g.core_radius_ + g.swept_radius_;
  g.shape_ = std::move(shape);
  facts.resident_bytes =
      static_cast<int64_t>(sizeof(Geometry)) + BytesOf(g.core_vertices_) +
      BytesOf(g.unit_vertices_) + BytesOf(g.given_index_) +
      (g.cells_ ? g.cells_->bytes() + static_cast<int64_t>(sizeof(ExactCells)) : 0) +
      (g.graph_ ? g.graph_->bytes() + static_cast<int64_t>(sizeof(HullGraph)) : 0);
  if (const auto* mesh = std::get_if<Mesh>(&g.shape_))
    facts.resident_bytes += BytesOf(mesh->vertices);
  return std::shared_ptr<const Geometry>(std::move(geometry));
}

}  // namespace farpoint
