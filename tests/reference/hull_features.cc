#include "tests/reference/hull_features.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace farpoint::reference {
namespace {

constexpr size_t kFewVertices = 12;
constexpr Real kEpsilon = std::numeric_limits<Real>::epsilon();

HullFeatures AllFeatures(uint32_t n) {
  HullFeatures all;
  for (uint32_t i = 0; i < n; ++i) {
    // A vertex with itself too, so that points are segments of length 0.
    for (uint32_t j = i; j < n; ++j) all.edges.push_back({i, j, {}});
    for (uint32_t j = i + 1; j < n; ++j) {
      for (uint32_t k = j + 1; k < n; ++k) all.triangles.push_back({i, j, k});
    }
  }
  return all;
}

// What the vertices look like along the line through two of them: the wedge that all others fit
// in, if they do in less than half a turn.
class Wedge {
 public:
  Wedge(const std::vector<Vec>& v, uint32_t from, uint32_t to, Real extent)
      : v_(v), from_(from), to_(to), line_(v[to] - v[from]) {
    const Real length = Norm(line_);
    tolerance_ = 16 * kEpsilon * length * extent * extent;
    on_line_ = 16 * kEpsilon * length * extent;
    open_ = length > 0;
    for (uint32_t k = 0; k < v.size() && open_; ++k) Take(k);
    open_ = open_ && seen_ && Side(right_, left_) > tolerance_;
  }

  bool IsEdge() const { return open_; }
  uint32_t left() const { return left_; }
  uint32_t right() const { return right_; }
  /// All vertices of either face.
  std::vector<uint32_t> OfFaces() const {
    std::vector<uint32_t> found;
    for (uint32_t k = 0; k < v_.size(); ++k) {
      if (OnLine(k)) continue;
      if (std::min(std::fabs(Side(left_, k)), std::fabs(Side(right_, k))) <= tolerance_) {
        found.push_back(k);
      }
    }
    return found;
  }

 private:
  bool OnLine(uint32_t k) const { return Norm(Cross(line_, v_[k] - v_[from_])) <= on_line_; }
  // Positive where q is to the left of p, seen along the line.
  Real Side(uint32_t p, uint32_t q) const {
    return Dot(line_, Cross(v_[p] - v_[from_], v_[q] - v_[from_]));
  }
  bool Opposite(uint32_t p, uint32_t q) const {
    return std::fabs(Side(p, q)) <= tolerance_ &&
           Dot(Cross(line_, v_[p] - v_[from_]), Cross(line_, v_[q] - v_[from_])) < 0;
  }
  void Take(uint32_t k) {
    if (k == from_ || k == to_ || OnLine(k)) return;
    if (!seen_) {
      seen_ = true;
      left_ = right_ = k;
      return;
    }
    const bool beyond_left = Side(left_, k) > tolerance_;
    const bool beyond_right = Side(right_, k) < -tolerance_;
    // On both sides of the line in one plane: within a face, if that is one.
    open_ = !(beyond_left && beyond_right) && !Opposite(left_, k) && !Opposite(right_, k);
    if (beyond_left) left_ = k;
    if (beyond_right) right_ = k;
  }

  const std::vector<Vec>& v_;
  uint32_t from_, to_;
  Vec line_;
  Real tolerance_, on_line_;
  uint32_t left_ = 0, right_ = 0;
  bool seen_ = false, open_ = false;
};

}  // namespace

HullFeatures FeaturesOf(const std::vector<Vec>& v) {
  const auto n = static_cast<uint32_t>(v.size());
  if (n <= kFewVertices) return AllFeatures(n);
  Real extent = 0;
  for (const Vec& p : v) extent = std::max(extent, Norm(p - v.front()));
  HullFeatures features;
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t j = i + 1; j < n; ++j) {
      const Wedge wedge(v, i, j, extent);
      if (!wedge.IsEdge()) continue;
      features.edges.push_back({i, j, {wedge.left(), wedge.right()}});
      for (uint32_t k : wedge.OfFaces()) {
        std::array<uint32_t, 3> corners{i, j, k};
        std::sort(corners.begin(), corners.end());
        features.triangles.push_back(corners);
      }
    }
  }
  // Flat, or thinner than rounding: no faces that meet.
  if (features.edges.size() < 6) return AllFeatures(n);
  std::sort(features.triangles.begin(), features.triangles.end());
  features.triangles.erase(std::unique(features.triangles.begin(), features.triangles.end()),
                           features.triangles.end());
  return features;
}

}  // namespace farpoint::reference
