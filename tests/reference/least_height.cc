#include "tests/reference/least_height.h"

#include <algorithm>
#include <array>
#include <limits>
#include <queue>
#include <vector>

namespace farpoint::reference {
namespace {

constexpr Real kInfinity = std::numeric_limits<Real>::infinity();

// A direction looked at, and a point of the difference that is farthest along it.
struct Corner {
  Vec n, w;
  Real height;
};

struct Triangle {
  std::array<int, 3> corner;
  Real lower;  // no unit direction within has less height
};

bool Higher(const Triangle& s, const Triangle& t) { return s.lower > t.lower; }

using Matrix = std::array<std::array<Real, 3>, 3>;  // by rows

// minᵢ Σⱼ mᵢⱼ·weightⱼ.
Real LeastRow(const Matrix& m, const std::array<Real, 3>& weight) {
  Real least = kInfinity;
  for (const auto& row : m) {
    least = std::min(least, row[0] * weight[0] + row[1] * weight[1] + row[2] * weight[2]);
  }
  return least;
}

// The value of the matrix game, whose columns' player wants much: the largest LeastRow over
// convex weights. Whatever rounding does to the weights, some convex weights reach what is
// returned.
Real GameValue(const Matrix& m) {
  Real best = -kInfinity;
  for (int j = 0; j < 3; ++j) best = std::max(best, std::min({m[0][j], m[1][j], m[2][j]}));
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3;
    for (int row = 0; row < 3; ++row) {
      const int other = (row + 1) % 3;
      // Where the two rows are equal on the edge from column j to column k.
      const Real at_j = m[row][j] - m[other][j], at_k = m[row][k] - m[other][k];
      if (!(at_j * at_k < 0)) continue;
      const Real t = at_j / (at_j - at_k);
      std::array<Real, 3> weight{};
      weight[j] = 1 - t, weight[k] = t;
      best = std::max(best, LeastRow(m, weight));
    }
  }
  // Where all three are.
  const Real a = m[0][0] - m[1][0], b = m[0][1] - m[1][1], c = m[0][2] - m[1][2];
  const Real d = m[1][0] - m[2][0], e = m[1][1] - m[2][1], f = m[1][2] - m[2][2];
  std::array<Real, 3> weight{b * f - c * e, c * d - a * f, a * e - b * d};
  const Real sum = weight[0] + weight[1] + weight[2];
  for (Real& w : weight) w /= sum;
  if (weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0)
    best = std::max(best, LeastRow(m, weight));
  return best;
}

class Search {
 public:
  Search(const Body& a, const Body& b) : a_(a), b_(b) {}

  int Look(const Vec& n) {
    const Vec w = CoreSupport(a_, n) - CoreSupport(b_, -n);
    corners_.push_back({n, w, CoreSum(a_, b_, n)});
    if (corners_.back().height < least_) {
      least_ = corners_.back().height;
      direction_ = n;
    }
    return static_cast<int>(corners_.size()) - 1;
  }

  void Add(const std::array<int, 3>& corner) {
    const Real lower = Bound(corner);
    if (!(lower < least_)) return;
    open_.push_back({corner, lower});
    std::push_heap(open_.begin(), open_.end(), Higher);
  }

  LeastHeight Run(int parts, Real width) {
    for (int part = 8; part < parts && !open_.empty(); ++part) {
      if (least_ - open_.front().lower <= width || !Split()) break;
    }
    const Real lower = open_.empty() ? least_ : std::min(least_, open_.front().lower);
    return {lower, least_, direction_};
  }

 private:
  Real Bound(const std::array<int, 3>& corner) const {
    Matrix m;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) m[i][j] = Dot(corners_[corner[i]].n, corners_[corner[j]].w);
    }
    const Real value = GameValue(m);
    if (value >= 0) return value;
    const Vec &u = corners_[corner[0]].n, &v = corners_[corner[1]].n, &w = corners_[corner[2]].n;
    const Vec centre = Unit(u + v + w);
    return value / std::min({Dot(u, centre), Dot(v, centre), Dot(w, centre)});
  }

  // The lowest, across its longest edge; false where the numbers are too coarse for that.
  bool Split() {
    std::array<int, 3> c = open_.front().corner;
    const auto edge = [&](int i) {
      const Vec way = corners_[c[i]].n - corners_[c[(i + 1) % 3]].n;
      return Dot(way, way);
    };
    int longest = edge(1) > edge(0) ? 1 : 0;
    if (edge(2) > edge(longest)) longest = 2;
    std::rotate(c.begin(), c.begin() + longest, c.end());
    if (edge(0) < 1e-35L) return false;
    std::pop_heap(open_.begin(), open_.end(), Higher);
    open_.pop_back();
    const int middle = Look(Unit(corners_[c[0]].n + corners_[c[1]].n));
    Add({c[0], middle, c[2]});
    Add({middle, c[1], c[2]});
    return true;
  }

  const Body &a_, &b_;
  std::vector<Corner> corners_;
  std::vector<Triangle> open_;  // a heap, the lowest first
  Real least_ = kInfinity;
  Vec direction_;
};

}  // namespace

Real CoreSum(const Body& a, const Body& b, const Vec& n) {
  return CoreHeight(a, n) + CoreHeight(b, -n);
}

LeastHeight LeastCoreHeight(const Body& a, const Body& b, const Vec& guess, int parts, Real width) {
  Search search(a, b);
  search.Look(guess);
  const int up = search.Look({0, 0, 1}), down = search.Look({0, 0, -1});
  const int round[4] = {search.Look({1, 0, 0}), search.Look({0, 1, 0}), search.Look({-1, 0, 0}),
                        search.Look({0, -1, 0})};
  for (int i = 0; i < 4; ++i) {
    search.Add({up, round[i], round[(i + 1) % 4]});
    search.Add({down, round[i], round[(i + 1) % 4]});
  }
  return search.Run(parts, width);
}

}  // namespace farpoint::reference
