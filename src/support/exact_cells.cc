#include "src/support/exact_cells.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace farpoint {
namespace {

using scalar::Dot;
using scalar::Norm;

// Cells are widened by this much in u and v: more than float32 rounding of a direction's
// coordinates.
constexpr double kSlack = 1e-6;
// A vertex is dropped only if it is beaten by more than this, relative to the vertices' extent:
// ties stay.
constexpr double kTieMargin = 1e-14;

// Indices of so many vertices fit into 16 bits.
constexpr size_t kNarrow = 65'536;
// Comparisons of two vertices of one list, in all: about a second.
constexpr int64_t kMaxPairs = 500'000'000;

// One octant's quadtree of cells; a node's list is made from its parent's.
class OctantBuilder {
 public:
  // Counts pairs down from `pairs_left`, over all octants.
  OctantBuilder(const std::vector<Vec3d>& vertices, int octant, int32_t resolution,
                const std::atomic<bool>* cancel, int64_t* pairs_left)
      : vertices_(vertices),
        octant_(octant),
        resolution_(resolution),
        cancel_(cancel),
        pairs_left_(pairs_left),
        lists_(size_t{1} * resolution * resolution) {
    double extent = 0;
    for (const Vec3d& v : vertices) extent = std::max(extent, Norm(v));
    margin_ = kTieMargin * extent;
  }

  std::vector<std::vector<uint32_t>> Build() {
    std::vector<uint32_t> all(vertices_.size());
    for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint32_t>(i);
    Split(0, 0, 1, all);
    return std::move(lists_);
  }

 private:
  Vec3d Direction(double u, double v) const {
    const double w = std::max(0.0, 1 - u - v);
    return {octant_ & 1 ? -u : u, octant_ & 2 ? -v : v, octant_ & 4 ? -w : w};
  }

  // Corners of the widened square clipped by u + v ≤ 1: at most five. An unreachable cell gets its
  // nearest point.
  std::vector<Vec3d> Corners(int32_t p, int32_t q, int32_t cells) const {
    const double u0 = std::max(0.0, double(p) / cells - kSlack),
                 u1 = double(p + 1) / cells + kSlack;
    const double v0 = std::max(0.0, double(q) / cells - kSlack),
                 v1 = double(q + 1) / cells + kSlack;
    if (u0 + v0 >= 1) return {Direction(u0 / (u0 + v0), v0 / (u0 + v0))};
    std::vector<Vec3d> corners = {Direction(u0, v0)};
    const auto side = [&](double u, double v, double cut_u, double cut_v) {
      corners.push_back(u + v <= 1 ? Direction(u, v) : Direction(cut_u, cut_v));
    };
    side(u1, v0, 1 - v0, v0);
    side(u0, v1, u0, 1 - u0);
    if (u1 + v1 <= 1) {
      corners.push_back(Direction(u1, v1));
    } else {
      if (u1 + v0 <= 1) corners.push_back(Direction(u1, 1 - u1));
      if (u0 + v1 <= 1) corners.push_back(Direction(1 - v1, v1));
    }
    return corners;
  }

  std::vector<uint32_t> Filter(const std::vector<Vec3d>& corners,
                               const std::vector<uint32_t>& candidates) const {
    std::vector<std::array<double, 5>> values(candidates.size());
    std::vector<size_t> champions;
    for (size_t k = 0; k < corners.size(); ++k) {
      size_t best = 0;
      for (size_t i = 0; i < candidates.size(); ++i) {
        values[i][k] = Dot(vertices_[candidates[i]], corners[k]);
        if (values[i][k] > values[best][k]) best = i;
      }
      champions.push_back(best);
    }
    const auto beats = [&](size_t i, size_t j) {
      for (size_t k = 0; k < corners.size(); ++k) {
        if (!(values[i][k] > values[j][k] + margin_)) return false;
      }
      return true;
    };
    std::vector<size_t> kept;
    for (size_t j = 0; j < candidates.size(); ++j) {
      if (std::none_of(champions.begin(), champions.end(), [&](size_t i) { return beats(i, j); })) {
        kept.push_back(j);
      }
    }
    // Beating is transitive, so testing against the champions' survivors loses nothing. Long lists
    // are split further; past the budget lists just stay longer than they need to be.
    std::vector<uint32_t> list;
    constexpr size_t kPairwiseLimit = 256;
    const int64_t pairs = static_cast<int64_t>(kept.size() * kept.size());
    const bool pairwise = kept.size() <= kPairwiseLimit && pairs <= *pairs_left_;
    if (pairwise) *pairs_left_ -= pairs;
    for (size_t j : kept) {
      if (!pairwise ||
          std::none_of(kept.begin(), kept.end(), [&](size_t i) { return beats(i, j); })) {
        list.push_back(candidates[j]);
      }
    }
    return list;
  }

  void Split(int32_t p, int32_t q, int32_t cells, const std::vector<uint32_t>& parent) {
    if (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed)) return;
    std::vector<uint32_t> list = Filter(Corners(p, q, cells), parent);
    if (cells == resolution_) {
      lists_[size_t{1} * p * resolution_ + q] = std::move(list);
      return;
    }
    for (int32_t child = 0; child < 4; ++child) {
      Split(2 * p + (child & 1), 2 * q + (child >> 1), 2 * cells, list);
    }
  }

  const std::vector<Vec3d>& vertices_;
  const int octant_;
  const int32_t resolution_;
  const std::atomic<bool>* const cancel_;
  int64_t* const pairs_left_;
  double margin_;
  std::vector<std::vector<uint32_t>> lists_;
};

}  // namespace

ExactCells::ExactCells(const std::vector<Vec3d>& vertices, int32_t resolution,
                       const std::atomic<bool>* cancel)
    : resolution_(resolution) {
  assert(!vertices.empty());
  assert((resolution & (resolution - 1)) == 0);
  const bool narrow = vertices.size() <= kNarrow;
  int64_t pairs_left = kMaxPairs;
  start_.reserve(size_t{8} * resolution * resolution + 1);
  start_.push_back(0);
  for (int octant = 0; octant < 8; ++octant) {
    OctantBuilder builder(vertices, octant, resolution, cancel, &pairs_left);
    for (const auto& list : builder.Build()) {
      if (narrow) {
        for (uint32_t i : list) list_.push_back(static_cast<uint16_t>(i));
      } else {
        wide_list_.insert(wide_list_.end(), list.begin(), list.end());
      }
      start_.push_back(static_cast<uint32_t>(narrow ? list_.size() : wide_list_.size()));
    }
  }
  list_.shrink_to_fit();
  wide_list_.shrink_to_fit();
}

int32_t ExactCells::ResolutionFor(size_t count) {
  int32_t resolution = 2;
  while (resolution < 512 && size_t{4} * resolution * resolution < count) resolution *= 2;
  return resolution;
}

int64_t ExactCells::bytes() const {
  return static_cast<int64_t>(start_.capacity() * sizeof(uint32_t) +
                              list_.capacity() * sizeof(uint16_t) +
                              wide_list_.capacity() * sizeof(uint32_t));
}

}  // namespace farpoint
