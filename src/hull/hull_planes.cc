#include "src/hull/hull_planes.h"

#include <algorithm>
#include <cmath>

namespace farpoint {
namespace {

using scalar::Cross;
using scalar::Dot;
using scalar::Norm;
using scalar::operator-;
using scalar::operator+;
using scalar::operator*;

// A triangle's height, relative to the extent, below which its normal says nothing.
constexpr double kSliver = 1e-8;
// So few points are tested one by one.
constexpr size_t kLeaf = 16;

class NearPlanes {
 public:
  NearPlanes(const std::vector<Vec3d>& points, const std::vector<HullPlane>& planes,
             const NearTolerance& tolerance, const std::atomic<bool>* cancel,
             std::vector<uint32_t>* near)
      : points_(points), planes_(planes), tolerance_(tolerance), cancel_(cancel), near_(near) {}

  // [begin, end) are indices of points; `parent` the planes that may matter to them.
  void Visit(uint32_t* begin, uint32_t* end, const std::vector<uint32_t>& parent) {
    if (begin == end || (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed))) return;
    const BoxOf box(points_, begin, end);
    std::vector<uint32_t> list;
    for (uint32_t f : parent) {
      const double tolerance = tolerance_.Of(planes_[f]);
      const double height = Height(planes_[f], box.centre), reach = Reach(planes_[f], box.half);
      if (height + reach <= tolerance) {  // all of them are
        near_->insert(near_->end(), begin, end);
        return;
      }
      if (height - reach <= tolerance) list.push_back(f);
    }
    if (list.empty()) return;
    if (static_cast<size_t>(end - begin) <= kLeaf) return Test(begin, end, list);
    uint32_t* middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, [&](uint32_t i, uint32_t j) {
      return box.Along(points_[i]) < box.Along(points_[j]);
    });
    Visit(begin, middle, list);
    Visit(middle, end, list);
  }

 private:
  struct BoxOf : Box {
    BoxOf(const std::vector<Vec3d>& points, const uint32_t* begin, const uint32_t* end) {
      Vec3d low = points[*begin], high = low;
      for (const uint32_t* i = begin; i != end; ++i) {
        const Vec3d& p = points[*i];
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
      }
      centre = (low + high) * 0.5;
      half = high - centre;
    }
    // The coordinate along the longest edge.
    double Along(const Vec3d& p) const {
      return half.x >= half.y && half.x >= half.z ? p.x : half.y >= half.z ? p.y : p.z;
    }
  };

  void Test(const uint32_t* begin, const uint32_t* end, const std::vector<uint32_t>& list) {
    for (const uint32_t* i = begin; i != end; ++i) {
      if (std::any_of(list.begin(), list.end(), [&](uint32_t f) {
            return Height(planes_[f], points_[*i]) <= tolerance_.Of(planes_[f]);
          })) {
        near_->push_back(*i);
      }
    }
  }

  const std::vector<Vec3d>& points_;
  const std::vector<HullPlane>& planes_;
  const NearTolerance tolerance_;
  const std::atomic<bool>* const cancel_;
  std::vector<uint32_t>* const near_;
};

}  // namespace

double OrientFacesAndMeasure(const std::vector<Vec3d>& points,
                             const std::vector<uint32_t>& vertices,
                             std::vector<std::array<uint32_t, 3>>& faces) {
  Vec3d centroid{0, 0, 0};
  for (uint32_t v : vertices) centroid = centroid + points[v] * (1.0 / vertices.size());
  double volume = 0;
  for (auto& f : faces) {
    const Vec3d a = points[f[0]] - centroid, b = points[f[1]] - centroid,
                c = points[f[2]] - centroid;
    const double six_volumes = Dot(a, Cross(b, c));
    if (six_volumes < 0) std::swap(f[1], f[2]);
    volume += std::abs(six_volumes) / 6;
  }
  return volume;
}

std::vector<HullPlane> PlanesOf(const std::vector<Vec3d>& points,
                                const std::vector<std::array<uint32_t, 3>>& faces, double extent) {
  std::vector<HullPlane> planes;
  planes.reserve(faces.size());
  for (const auto& face : faces) {
    const Vec3d &a = points[face[0]], &b = points[face[1]], &c = points[face[2]];
    const Vec3d normal = Cross(b - a, c - a);
    const double twice_area = Norm(normal);
    const double height = twice_area / std::max({Norm(b - a), Norm(c - a), Norm(c - b)});
    if (!(height > kSliver * extent)) continue;
    const Vec3d unit = normal * (1 / twice_area);
    planes.push_back({unit, std::max({Dot(unit, a), Dot(unit, b), Dot(unit, c)}),
                      std::max(1.0, extent / height)});
  }
  return planes;
}

std::vector<uint32_t> OthersThan(const std::vector<uint32_t>& some, size_t count) {
  std::vector<bool> is_one(count, false);
  for (uint32_t i : some) is_one[i] = true;
  std::vector<uint32_t> others;
  for (size_t i = 0; i < count; ++i) {
    if (!is_one[i]) others.push_back(static_cast<uint32_t>(i));
  }
  return others;
}

void FindNearPlanes(const std::vector<Vec3d>& points, std::vector<uint32_t> candidates,
                    const std::vector<HullPlane>& planes, const NearTolerance& tolerance,
                    const std::atomic<bool>* cancel, std::vector<uint32_t>* near) {
  std::vector<uint32_t> all(planes.size());
  for (size_t f = 0; f < all.size(); ++f) all[f] = static_cast<uint32_t>(f);
  NearPlanes(points, planes, tolerance, cancel, near)
      .Visit(candidates.data(), candidates.data() + candidates.size(), all);
}

}  // namespace farpoint
