// Farpoint: supports of as many hulls as there are lanes, by their fields of blocks.

#ifndef FARPOINT_SRC_NARROWPHASE_HULL_SUPPORT_H_
#define FARPOINT_SRC_NARROWPHASE_HULL_SUPPORT_H_

#include "src/math/lane_pack.h"
// The pack's overloads come first.
#include "src/support/block_support.h"
#include "src/support/hull_core.h"

namespace farpoint::FARPOINT_ISA {

namespace stdx = std::experimental;

/// One query a lane.
template <int kWidth>
struct HullQuery {
  const CellBlock* block[kWidth];
  uint32_t count[kWidth];
  alignas(64) BlockDirection direction[kWidth];

  /// Asks for the memory at once. `d`: of unit length. The cell is that of CellOf in exact_cells.h;
  /// any direction, even NaN, finds one.
  template <class P>
  void Find(const HullCore* const* cores, const P& resolution, const Vec3<P>& d) {
    const P ax = Abs(d.x), ay = Abs(d.y), az = Abs(d.z), zero(0);
    const P scale = resolution / (ax + ay + az), last = resolution - P(1);
    const P u = ax * scale, v = ay * scale;
    const P p = Select(u < last, trunc(u), last), q = Select(v < last, trunc(v), last);
    const P octant = Select(d.x < zero, P(1), zero) + Select(d.y < zero, P(2), zero) +
                     Select(d.z < zero, P(4), zero);
    using Integers = stdx::rebind_simd_t<int32_t, P>;
    alignas(64) int32_t cell[kWidth];
    stdx::static_simd_cast<Integers>((octant * resolution + p) * resolution + q)
        .copy_to(cell, stdx::element_aligned);
    const auto steps = [](const P& c) {
      return stdx::static_simd_cast<Integers>(c * P(kBlockSteps - 1));
    };
    const Integers words(0xFFFF);
    alignas(64) int32_t xy[kWidth], z[kWidth];
    ((steps(d.x) & words) | (steps(d.y) << 16)).copy_to(xy, stdx::element_aligned);
    (steps(d.z) & words).copy_to(z, stdx::element_aligned);
    for (int lane = 0; lane < kWidth; ++lane) {
      direction[lane] = static_cast<uint32_t>(xy[lane]) | static_cast<int64_t>(z[lane]) << 32;
      const CellBlocksView& field = cores[lane]->field;
      const uint32_t range = field.cells[cell[lane]];
      block[lane] = field.blocks + (range & ((1u << kCountShift) - 1));
      count[lane] = range >> kCountShift;
      __builtin_prefetch(block[lane]);
    }
  }

  BlockRange lane(int i) const { return {block[i], count[i], direction[i]}; }
};

/// The farthest vertices in steps, and their indices.
template <int kWidth, class P>
Vec3<P> FarthestRounded(const HullQuery<kWidth>& query, P* index) {
  using Integers = stdx::rebind_simd_t<int32_t, P>;
  alignas(64) int32_t low[kWidth], high[kWidth];  // y·2¹⁶ + x, index·2¹⁶ + z
  for (int lane = 0; lane < kWidth; ++lane) {
    int32_t words[2];
    __builtin_memcpy(words, &RoundedFarthest(query.lane(lane)), sizeof words);
    low[lane] = words[0];
    high[lane] = words[1];
  }
  const Integers a(low, stdx::vector_aligned), b(high, stdx::vector_aligned);
  *index = stdx::static_simd_cast<P>((b >> 16) & Integers(0xFFFF));
  return {stdx::static_simd_cast<P>((a << 16) >> 16), stdx::static_simd_cast<P>(a >> 16),
          stdx::static_simd_cast<P>((b << 16) >> 16)};
}

/// The farthest vertices in metres, and their indices. `direction`: that of the query.
template <int kWidth, class P>
Vec3<P> FarthestExact(const HullQuery<kWidth>& query, const HullCore* const* cores,
                      const Vec3<P>& direction, P* index) {
  alignas(64) double dx[kWidth], dy[kWidth], dz[kWidth], id[kWidth];
  direction.x.copy_to(dx, stdx::vector_aligned);
  direction.y.copy_to(dy, stdx::vector_aligned);
  direction.z.copy_to(dz, stdx::vector_aligned);
  for (int lane = 0; lane < kWidth; ++lane) {
    const Vec3d* vertices = cores[lane]->vertices;
    const int32_t vertex =
        ExactFarthest(query.lane(lane), vertices, {dx[lane], dy[lane], dz[lane]});
    const Vec3d& p = vertices[vertex];
    dx[lane] = p.x;
    dy[lane] = p.y;
    dz[lane] = p.z;
    id[lane] = vertex;
  }
  *index = P(id, stdx::vector_aligned);
  return {P(dx, stdx::vector_aligned), P(dy, stdx::vector_aligned), P(dz, stdx::vector_aligned)};
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_HULL_SUPPORT_H_
