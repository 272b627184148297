// Fuzz targets: how many dimensions points with small whole coordinates span, without rounding.

#ifndef FARPOINT_TESTS_FUZZ_EXACT_RANK_H_
#define FARPOINT_TESTS_FUZZ_EXACT_RANK_H_

#include <array>
#include <cstdint>
#include <vector>

#include "src/math/vec3.h"

namespace farpoint::fuzz {

/// 0 to 3, of one point or more whose coordinates are whole and below 1e5.
inline int ExactRank(const std::vector<Vec3d>& points) {
  using Whole = std::array<int64_t, 3>;
  const auto from_first = [&](const Vec3d& p) {
    return Whole{static_cast<int64_t>(p.x - points[0].x), static_cast<int64_t>(p.y - points[0].y),
                 static_cast<int64_t>(p.z - points[0].z)};
  };
  const auto cross = [](const Whole& a, const Whole& b) {
    return Whole{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  Whole axis{}, normal{};
  int rank = 0;
  for (const Vec3d& p : points) {
    const Whole e = from_first(p);
    if (rank == 0 && e != Whole{}) axis = e, rank = 1;
    if (rank == 1 && cross(axis, e) != Whole{}) normal = cross(axis, e), rank = 2;
    if (rank == 2 && normal[0] * e[0] + normal[1] * e[1] + normal[2] * e[2] != 0) rank = 3;
  }
  return rank;
}

}  // namespace farpoint::fuzz

#endif  // FARPOINT_TESTS_FUZZ_EXACT_RANK_H_
