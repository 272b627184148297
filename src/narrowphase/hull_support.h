// Farpoint: supports of as many hulls as there are lanes, by their fields of blocks.
//
// Heights there are rounded: enough for a search. For proofs they name all vertices that may be
// farthest, mostly one, and float64 decides between those.

#ifndef FARPOINT_SRC_NARROWPHASE_HULL_SUPPORT_H_
#define FARPOINT_SRC_NARROWPHASE_HULL_SUPPORT_H_

#include "src/math/lane_pack.h"
// The pack's overloads come first.
#include "src/support/block_heights.h"
#include "src/support/hull_core.h"

namespace farpoint::FARPOINT_ISA {

namespace stdx = std::experimental;

/// The blocks that a direction's cell names, and the direction in steps.
struct BlockRange {
  const CellBlock* block;
  uint32_t count;
  BlockDirection direction;
};

/// The highest vertex but for rounding.
inline const BlockVertex& RoundedFarthest(const BlockRange& range) {
  const CellBlock* found = range.block;
  PlacedHeight highest = BlockHeights(*found, range.direction).Highest();
  for (uint32_t k = 1; k < range.count; ++k) {
    const PlacedHeight h = BlockHeights(range.block[k], range.direction).Highest();
    if ((h | 7) <= (highest | 7)) continue;
    highest = h;
    found = range.block + k;
  }
  return found->vertex[highest & 7];
}

/// The index of the vertex that is farthest along `d`, of unit length, in float64; the first of
/// those that tie.
inline int32_t ExactFarthest(const BlockRange& range, const Vec3d* vertices, const Vec3d& d) {
  // Steps²: of two heights, each coordinate of vertex and direction is off by half a step and a
  // whole one (it is cut), and the place takes three bits.
  constexpr PlacedHeight kNear = 6 * kBlockSteps;
  const BlockHeights first(*range.block, range.direction);
  PlacedHeight highest = first.Highest();
  for (uint32_t k = 1; k < range.count; ++k) {
    const PlacedHeight h = BlockHeights(range.block[k], range.direction).Highest();
    highest = h > highest ? h : highest;
  }
  const PlacedHeight least = highest - kNear;
  int32_t best = range.block->vertex[highest & 7].index;  // of a direction that is none
  double best_height = -std::numeric_limits<double>::infinity();
  uint32_t near = first.AtLeast(least);
  if (range.count == 1 && (near & (near - 1)) == 0) return best;
  for (uint32_t k = 0;;) {
    for (; near != 0; near &= near - 1) {
      const int32_t vertex = range.block[k].vertex[__builtin_ctz(near)].index;
      const double height = Dot(vertices[vertex], d);
      if (!(height > best_height)) continue;
      best_height = height;
      best = vertex;
    }
    if (++k == range.count) break;
    near = BlockHeights(range.block[k], range.direction).AtLeast(least);
  }
  return best;
}

/// The same for one hull.
inline int32_t FarthestVertex(const HullCore& core, const Vec3d& d) {
  const auto steps = [](double c) { return static_cast<int16_t>(c * (kBlockSteps - 1)); };
  const auto word = [](int16_t c) { return static_cast<BlockDirection>(static_cast<uint16_t>(c)); };
  const uint32_t cell = core.field.cells[CellOf(core.field.resolution, d)];
  return ExactFarthest({core.field.blocks + (cell & ((1u << kCountShift) - 1)), cell >> kCountShift,
                        word(steps(d.x)) | word(steps(d.y)) << 16 | word(steps(d.z)) << 32},
                       core.vertices, d);
}

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
    const int32_t vertex = ExactFarthest(query.lane(lane), vertices, {dx[lane], dy[lane], dz[lane]});
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
