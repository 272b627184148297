#include "src/narrowphase/meridian_depth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace farpoint::FARPOINT_ISA {

DepthInterval MeridianDepth::Run(const MinkowskiDifference<double>& difference, double rounding,
                                 uint32_t* iterations) const {
  constexpr int kMaxVertices = 512;
  std::vector<Vertex> vertices;
  std::vector<Edge> edges;
  const auto add_edge = [&](int32_t from, int32_t to) {
    const double dr = vertices[to].r - vertices[from].r, dz = vertices[to].z - vertices[from].z;
    const double length = std::hypot(dr, dz);
    if (length <= rounding / 4) return false;
    edges.push_back({from, to, dz / length, -dr / length, 0, false});
    Edge& e = edges.back();
    e.offset = e.nr * vertices[from].r + e.nz * vertices[from].z;
    return true;
  };
  // Counter-clockwise: +r, +z, −r, −z. Coincident ones give no edge; two of them a lens of two
  // edges.
  for (const auto& [nr, nz] :
       {std::pair(1., 0.), std::pair(0., 1.), std::pair(-1., 0.), std::pair(0., -1.)}) {
    const Vertex v = Support(nr, nz);
    if (vertices.empty() ||
        std::hypot(v.r - vertices.back().r, v.z - vertices.back().z) > rounding / 4) {
      vertices.push_back(v);
    }
  }
  for (size_t i = 0; i < vertices.size(); ++i) {
    add_edge(static_cast<int32_t>(i), static_cast<int32_t>((i + 1) % vertices.size()));
  }

  DepthInterval result;
  const auto nearest_edge = [&] {
    return std::min_element(edges.begin(), edges.end(),
                            [](const Edge& a, const Edge& b) { return a.offset < b.offset; });
  };
  const auto lift = [&](double r, double z) { return radial_ * r + axis_ * z; };
  while (!edges.empty()) {
    const auto edge = nearest_edge();
    const Edge e = *edge;
    const Vertex v = Support(e.nr, e.nz);
    ++*iterations;
    const double height = e.nr * v.r + e.nz * v.z;
    if (height < result.upper) {
      result.upper = height;
      const Vec3d normal = lift(e.nr, e.nz);
      result.normal = normal * (1 / Norm(normal));
    }
    if (result.upper - e.offset <= rounding / 2 || height - e.offset <= rounding / 2) break;
    if (vertices.size() >= kMaxVertices) break;
    vertices.push_back(v);
    const int32_t apex = static_cast<int32_t>(vertices.size()) - 1;
    edges.erase(edge);
    if (!add_edge(e.from, apex) || !add_edge(apex, e.to)) break;
  }
  if (edges.empty()) return result;

  // The ball, and the point of the polygon nearest to the plane's foot.
  double nearest = std::numeric_limits<double>::infinity();
  const double foot_r = Dot(result.normal, radial_) * result.upper,
               foot_z = Dot(result.normal, axis_) * result.upper;
  for (const Edge& e : edges) {
    const Vertex &a = vertices[e.from], &b = vertices[e.to];
    const double dr = b.r - a.r, dz = b.z - a.z, length2 = dr * dr + dz * dz;
    const auto clamp = [&](double r, double z) {
      return std::clamp(((r - a.r) * dr + (z - a.z) * dz) / length2, 0.0, 1.0);
    };
    const auto maker0 = [&](double u) {
      return lift(a.r0 + u * (b.r0 - a.r0), a.z0 + u * (b.z0 - a.z0));
    };
    const double t = clamp(0, 0), u = clamp(foot_r, foot_z);
    const double reach = std::hypot(a.r + t * dr, a.z + t * dz);
    if (reach < nearest) {
      nearest = reach;
      result.nearest0 = maker0(t);
    }
    const double distance = std::hypot(a.r + u * dr - foot_r, a.z + u * dz - foot_z);
    if (distance + tilt_ < result.foot_gap) {
      result.foot_gap = distance + tilt_;
      result.p0 = maker0(u);
    }
  }
  result.separation = nearest + tilt_;
  if (nearest_edge()->offset > rounding) result.lower = nearest - rounding - tilt_;
  // The plane holds for the cores as they are, tilt or not.
  int32_t index0 = -1, index1 = -1;
  result.upper = Dot(result.normal, difference.Support0(result.normal, &index0)) -
                 Dot(result.normal, difference.Support1(-result.normal, &index1));
  return result;
}

}  // namespace farpoint::FARPOINT_ISA
