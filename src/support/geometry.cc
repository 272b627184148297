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
// What the tables of geometries and leases take for one: four ids of 71 characters, their nodes,
// the counts of its pointers. A small geometry is little else.
constexpr int64_t kBookkeeping = 768;

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

// Whether faces have every one of the vertices.
bool IsConnected(size_t vertex_count, const std::vector<std::array<uint32_t, 3>>& faces) {
  std::vector<bool> used(vertex_count, false);
  for (const auto& face : faces) {
    for (uint32_t v : face) used[v] = true;
  }
  return std::find(used.begin(), used.end(), false) == used.end();
}

}  // namespace

int64_t Geometry::Bytes() const {
  int64_t bytes = kBookkeeping + static_cast<int64_t>(sizeof(Geometry)) + BytesOf(core_vertices_) +
                  BytesOf(unit_vertices_) + BytesOf(given_index_) + BytesOf(boundary_index_);
  if (cells_) bytes += cells_->bytes() + static_cast<int64_t>(sizeof(ExactCells));
  if (blocks_) bytes += blocks_->bytes() + static_cast<int64_t>(sizeof(CellBlocks));
  if (graph_) bytes += graph_->bytes() + static_cast<int64_t>(sizeof(HullGraph));
  if (const auto* mesh = std::get_if<Mesh>(&shape_)) bytes += BytesOf(mesh->vertices);
  return bytes;
}

void Geometry::SetCurvedCore(CoreKind kind, const Vec3d& parameters, double radius) {
  core_kind_ = kind;
  core_parameters_ = parameters;
  core_radius_ = radius;
}

void Geometry::SetFormula() {
  const Vec3d& p = core_parameters_;
  const auto set = [this](const CurvedCore<double>& core) {
    formula_ = FormulaCore{core, core_radius_, core_deviation_};
  };
  switch (core_kind_) {
    case CoreKind::kEllipsoid: {
      constexpr double kFlattest = 1e4;
      if (!(std::min({p.x, p.y, p.z}) * kFlattest >= core_radius_)) return;
      set({{0, 0, 0}, p, 1, 0});
      return;
    }
    case CoreKind::kCylinder:
    case CoreKind::kCone:
      set({{0, 0, p.z}, {1, 1, 0}, p.x, core_kind_ == CoreKind::kCone ? 1.0 : 0.0});
      return;
    case CoreKind::kVertices: {  // a point, a segment along an axis or a box
      Vec3d half{0, 0, 0};
      for (const Vec3d& v : core_vertices_) {
        half = {std::max(half.x, v.x), std::max(half.y, v.y), std::max(half.z, v.z)};
      }
      set({half, {1, 1, 1}, 0, 0});
      return;
    }
    case CoreKind::kHalfspace:
      return;
  }
}

absl::Status Geometry::SetVertexCore(const Vec3d* vertices, size_t count, double swept_radius,
                                     const GeometryLimits& limits,
                                     const std::atomic<bool>* cancel) {
  core_kind_ = CoreKind::kVertices;
  swept_radius_ = swept_radius;
  HullLimits hull_limits;
  hull_limits.max_vertices = std::clamp(limits.max_hull_vertices, 1, kMostHullVertices);
  hull_limits.cancel = cancel;
  absl::StatusOr<ConvexHull> hull = BuildConvexHull(vertices, count, hull_limits);
  if (!hull.ok()) return hull.status();
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
  if (IsConnected(core_vertices_.size(), hull->faces)) {
    graph_ = std::make_unique<HullGraph>(core_vertices_.size(), hull->faces);
  }
  boundary_index_ = std::move(hull->boundary);
  boundary_index_.shrink_to_fit();
  if (core_vertices_.size() > kScanLimit) {
    cells_ = std::make_unique<ExactCells>(core_vertices_,
                                          ExactCells::ResolutionFor(core_vertices_.size()), cancel);
  }
  if (core_vertices_.size() <= CellBlocks::kMostVertices) {
    blocks_ = std::make_unique<CellBlocks>(unit_vertices_, cells_.get());
    if (!blocks_->complete()) blocks_.reset();
  }
  if (blocks_ != nullptr) {
    hull_ = {blocks_->view(), core_vertices_.data(), core_radius_, core_deviation_,
             Norm(core_origin_)};
  }
  if (cancel != nullptr && cancel->load()) {
    return absl::CancelledError("cancelled while its support field was built");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const Geometry>> Geometry::Create(Shape shape,
                                                                 const GeometryLimits& limits,
                                                                 const std::atomic<bool>* cancel) {
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
                                         std::visit(SweptRadiusOf(), shape), limits, cancel);
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
  const bool has_vertices = facts.vertices_given > 0;
  if (!has_vertices) g.SetFormula();
  g.shape_ = std::move(shape);
  if (facts.vertices_given == 0) std::vector<uint32_t>().swap(g.boundary_index_);
  facts.resident_bytes = g.Bytes();
  return std::shared_ptr<const Geometry>(std::move(geometry));
}

}  // namespace farpoint
