#include "src/narrowphase/expanding_polytope.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "src/math/orthogonal.h"
#include "src/narrowphase/simplex.h"
#include "src/narrowphase/surface_certificate.h"

namespace farpoint::FARPOINT_ISA {

DepthInterval ExpandingPolytope::Run(const MinkowskiDifference<double>& difference,
                                     const SupportPoint<double>* seed, const Options& options,
                                     uint32_t* iterations) {
  difference_ = &difference;
  options_ = options;
  supports_ = 0;
  result_ = DepthInterval();
  vertices_.clear();
  faces_.clear();
  heap_.clear();
  if (Seed(seed)) {
    Expand();
    Certify();
  }
  *iterations += supports_;
  return result_;
}

// The cross product is taken at the corner between the two shorter edges, where it loses least; of
// a sliver it is square to the longest edge only when told so.
bool ExpandingPolytope::SetPlane(Face* face) const {
  const Vec3d corner[3] = {vertices_[face->vertex[0]].w, vertices_[face->vertex[1]].w,
                           vertices_[face->vertex[2]].w};
  int base = 0;
  double shortest = std::numeric_limits<double>::infinity();
  double length2[3];
  for (int i = 0; i < 3; ++i) {
    const Vec3d e = corner[(i + 1) % 3] - corner[i];
    length2[i] = Dot(e, e);
  }
  for (int i = 0; i < 3; ++i) {
    const double product = length2[i] * length2[(i + 2) % 3];
    if (product < shortest) {
      shortest = product;
      base = i;
    }
  }
  const Vec3d &b = corner[(base + 1) % 3], &c = corner[(base + 2) % 3];
  const Vec3d n = Cross(b - corner[base], c - corner[base]);
  const double n2 = Dot(n, n);
  if (!(n2 > SimplexTolerance<double>::face * shortest && n2 > 0)) return false;
  const Vec3d square = Orthogonal(n * (1 / std::sqrt(n2)), c - b);
  face->normal = square * (1 / Norm(square));
  face->offset = Dot(face->normal, corner[base]);
  return true;
}

void ExpandingPolytope::Expand() {
  while (!heap_.empty()) {
    const auto [offset, f] = heap_.front();
    if (!faces_[f].alive) {
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      heap_.pop_back();
      continue;
    }
    if (result_.upper - offset <= 2 * options_.rounding) return;
    if (supports_ >= options_.max_supports) return;
    const SupportPoint<double> w = Query(faces_[f].normal);
    const double height = Dot(faces_[f].normal, w.w);
    Offer(faces_[f].normal, height);
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
    if (height - offset <= 2 * options_.rounding) return;
    // Faces in one plane with w go too if they can: three points of a rim or an edge make a sliver
    // whose normal is noise.
    const bool added = AddVertex(f, w, -8 * options_.rounding) ||
                       AddVertex(f, w, options_.rounding) || AddVertex(f, w, 0) ||
                       AddVertex(f, w, 16 * options_.rounding);
    if (!added) return;
  }
}

// Replaces all faces that see `w`, found from `face` across edges, by a fan from w to their
// horizon. False, with nothing changed, if the horizon is not one simple loop.
bool ExpandingPolytope::AddVertex(int32_t face, const SupportPoint<double>& w, double tolerance) {
  const int32_t apex = static_cast<int32_t>(vertices_.size());
  vertices_.push_back(w);
  const int32_t old_faces = static_cast<int32_t>(faces_.size());
  const auto give_up = [&] {
    vertices_.resize(apex);
    faces_.resize(old_faces);
    return false;
  };
  const double floor = faces_[face].offset - options_.rounding;
  ++expansion_;
  stack_.assign(1, face);
  visible_.assign(1, face);
  faces_[face].visit = expansion_;
  horizon_.clear();
  start_.assign(apex, -1);
  while (!stack_.empty()) {
    const int32_t f = stack_.back();
    stack_.pop_back();
    for (int e = 0; e < 3; ++e) {
      const int32_t g = faces_[f].adjacent[e];
      Face& neighbour = faces_[g];
      if (neighbour.visit == expansion_) continue;
      const int32_t from = faces_[f].vertex[e], to = faces_[f].vertex[(e + 1) % 3];
      // A neighbour whose edge lines up with w must go too: the new face would have no plane.
      const Vec3d e1 = vertices_[to].w - vertices_[from].w, e2 = w.w - vertices_[from].w;
      const Vec3d n = Cross(e1, e2);
      const bool degenerate =
          !(Dot(n, n) > SimplexTolerance<double>::face * Dot(e1, e1) * Dot(e2, e2));
      if (degenerate || Dot(neighbour.normal, w.w) > neighbour.offset + tolerance) {
        neighbour.visit = expansion_;
        stack_.push_back(g);
        visible_.push_back(g);
      }
    }
  }
  for (int32_t f : visible_) {
    for (int e = 0; e < 3; ++e) {
      const int32_t g = faces_[f].adjacent[e];
      if (faces_[g].visit != expansion_) {
        horizon_.push_back({faces_[f].vertex[e], faces_[f].vertex[(e + 1) % 3], g});
      }
    }
  }
  for (size_t k = 0; k < horizon_.size(); ++k) {
    const HorizonEdge& h = horizon_[k];
    if (start_[h.from] != -1) return give_up();
    start_[h.from] = old_faces + static_cast<int32_t>(k);
    faces_.push_back({{h.from, h.to, apex}, {h.outside, -1, -1}, {0, 0, 0}, 0, true, 0});
    if (!SetPlane(&faces_.back())) return give_up();
    if (floor > 0 && faces_.back().offset < floor) return give_up();
  }
  if (horizon_.size() < 3) return give_up();
  for (size_t k = 0; k < horizon_.size(); ++k) {
    const int32_t f = old_faces + static_cast<int32_t>(k);
    const int32_t next = start_[horizon_[k].to];
    if (next < 0) return give_up();
    faces_[f].adjacent[1] = next;
    faces_[next].adjacent[2] = f;
  }
  for (size_t k = 0; k < horizon_.size(); ++k) {
    const HorizonEdge& h = horizon_[k];
    Face& outside = faces_[h.outside];
    for (int e = 0; e < 3; ++e) {
      if (outside.vertex[e] == h.to && outside.vertex[(e + 1) % 3] == h.from) {
        outside.adjacent[e] = old_faces + static_cast<int32_t>(k);
      }
    }
    Push(old_faces + static_cast<int32_t>(k));
  }
  for (int32_t f : visible_) faces_[f].alive = false;
  return true;
}

// By area: most vertices crowd where the surface is nearest to the origin.
Vec3d ExpandingPolytope::SurfaceCentroid() const {
  Vec3d sum{0, 0, 0};
  double area = 0;
  for (const Face& face : faces_) {
    if (!face.alive) continue;
    const Vec3d &a = vertices_[face.vertex[0]].w, &b = vertices_[face.vertex[1]].w,
                &c = vertices_[face.vertex[2]].w;
    const double twice = Norm(Cross(b - a, c - a));
    sum = sum + (a + b + c) * (twice / 3);
    area += twice;
  }
  return sum * (1 / area);
}

// Winding about a point deep inside, where no triangle is seen edge-on: the origin has the same if
// no triangle lies between the two.
bool ExpandingPolytope::WindsAsSeenFromInside() const {
  const Vec3d deep = SurfaceCentroid();
  Winding winding(2 * options_.rounding);
  for (const Face& face : faces_) {
    if (!face.alive) continue;
    const Vec3d &a = vertices_[face.vertex[0]].w, &b = vertices_[face.vertex[1]].w,
                &c = vertices_[face.vertex[2]].w;
    const double plane = std::min({Dot(face.normal, a), Dot(face.normal, b), Dot(face.normal, c)});
    if (!(plane > std::max(0.0, Dot(face.normal, deep)) + options_.rounding)) return false;
    winding.Add(a - deep, b - deep, c - deep);
  }
  return winding.proven();
}

// One pass over the surface: is the origin proven inside, how near is it, and where are the witness
// points?
void ExpandingPolytope::Certify() {
  const Vec3d target = result_.normal * result_.upper;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double ball = kInfinity;
  Winding winding(options_.rounding);
  for (const Face& face : faces_) {
    if (!face.alive) continue;
    const SupportPoint<double>&a = vertices_[face.vertex[0]], &b = vertices_[face.vertex[1]],
          &c = vertices_[face.vertex[2]];
    winding.Add(a.w, b.w, c.w);
    ball = std::min(ball, TriangleLowerBound(a.w, b.w, c.w, face.normal, ball));

    double weight[3];
    NearestOnTriangle(a.w, b.w, c.w, weight);
    const double reach = Norm(a.w * weight[0] + b.w * weight[1] + c.w * weight[2]);
    if (reach < result_.separation) {
      result_.separation = reach;
      result_.nearest0 = a.p0 * weight[0] + b.p0 * weight[1] + c.p0 * weight[2];
    }
    NearestOnTriangle(a.w - target, b.w - target, c.w - target, weight);
    const Vec3d p = a.w * weight[0] + b.w * weight[1] + c.w * weight[2];
    const double distance = Norm(p - target);
    if (distance < result_.foot_gap) {
      result_.foot_gap = distance;
      result_.p0 = a.p0 * weight[0] + b.p0 * weight[1] + c.p0 * weight[2];
    }
  }
  if (!(result_.upper > 0)) return;
  if (winding.proven() || WindsAsSeenFromInside()) result_.lower = ball - options_.rounding;
}

}  // namespace farpoint::FARPOINT_ISA
