// Farpoint: supports of as many hulls as there are lanes, by their fields of blocks.
//
// Coordinates in blocks are rounded: enough for a search. For proofs the rounded heights name all
// vertices that may be farthest, mostly one, and float64 decides between those.

#ifndef FARPOINT_SRC_NARROWPHASE_HULL_SUPPORT_H_
#define FARPOINT_SRC_NARROWPHASE_HULL_SUPPORT_H_

#include "src/math/lane_pack.h"
// The pack's overloads come first.
#include "src/support/hull_core.h"

namespace farpoint::FARPOINT_ISA {

namespace stdx = std::experimental;
using BlockFloats = stdx::simd<float, stdx::simd_abi::deduce_t<float, kBlockSize>>;
using BlockWords = stdx::simd<int16_t, stdx::simd_abi::deduce_t<int16_t, kBlockSize>>;

/// Heights of a block's vertices along (x, y, z), in steps.
inline BlockFloats HeightsOf(const CellBlock& block, float x, float y, float z) {
  const auto wide = [](const int16_t* words) {
    return stdx::static_simd_cast<BlockFloats>(BlockWords(words, stdx::vector_aligned));
  };
  return wide(block.x) * x + wide(block.y) * y + wide(block.z) * z;
}

/// The blocks that a direction's cell names, one query a lane.
template <int kWidth>
struct HullQuery {
  const CellBlock* block[kWidth];
  uint32_t count[kWidth];

  /// Asks for the memory at once. As CellOf in exact_cells.h; any direction, even NaN, finds a
  /// cell.
  template <class P>
  void Find(const HullCore* const* cores, const P& resolution, const Vec3<P>& d) {
    const P ax = Abs(d.x), ay = Abs(d.y), az = Abs(d.z), zero(0);
    const P scale = resolution / (ax + ay + az), last = resolution - P(1);
    const P u = ax * scale, v = ay * scale;
    const P p = Select(u < last, trunc(u), last), q = Select(v < last, trunc(v), last);
    const P octant = Select(d.x < zero, P(1), zero) + Select(d.y < zero, P(2), zero) +
                     Select(d.z < zero, P(4), zero);
    alignas(64) int32_t cell[kWidth];
    using Integers = stdx::rebind_simd_t<int32_t, P>;
    stdx::static_simd_cast<Integers>((octant * resolution + p) * resolution + q)
        .copy_to(cell, stdx::element_aligned);
    for (int lane = 0; lane < kWidth; ++lane) {
      const CellBlocksView& field = cores[lane]->field;
      const uint32_t range = field.cells[cell[lane]];
      block[lane] = field.blocks + (range & ((1u << kCountShift) - 1));
      count[lane] = range >> kCountShift;
      __builtin_prefetch(block[lane]);
    }
  }
};

/// The place of the first of the farthest of `count` blocks' vertices.
struct BlockPlace {
  const CellBlock* block;
  int at;
};
inline BlockPlace FarthestInBlocks(const CellBlock* block, uint32_t count, float x, float y,
                                   float z) {
  BlockFloats height = HeightsOf(*block, x, y, z);
  float highest = hmax(height);
  BlockPlace best{block, 0};
  for (uint32_t k = 1; k < count; ++k) {
    const BlockFloats other = HeightsOf(block[k], x, y, z);
    const float higher = hmax(other);
    if (!(higher > highest)) continue;
    highest = higher;
    height = other;
    best.block = block + k;
  }
  const auto found = height == highest;
  if (any_of(found)) best.at = find_first_set(found);  // none of a direction that is NaN
  return best;
}

/// The farthest vertices in steps, and their indices.
template <int kWidth, class P>
Vec3<P> FarthestRounded(const HullQuery<kWidth>& query, const Vec3<P>& direction, P* index) {
  alignas(64) float dx[kWidth], dy[kWidth], dz[kWidth];
  alignas(64) int32_t x[kWidth], y[kWidth], z[kWidth], id[kWidth];
  direction.x.copy_to(dx, stdx::vector_aligned);
  direction.y.copy_to(dy, stdx::vector_aligned);
  direction.z.copy_to(dz, stdx::vector_aligned);
  for (int lane = 0; lane < kWidth; ++lane) {
    const BlockPlace place =
        FarthestInBlocks(query.block[lane], query.count[lane], dx[lane], dy[lane], dz[lane]);
    x[lane] = place.block->x[place.at];
    y[lane] = place.block->y[place.at];
    z[lane] = place.block->z[place.at];
    id[lane] = place.block->index[place.at];
  }
  const auto pack = [](const int32_t* from) {
    using Integers = stdx::rebind_simd_t<int32_t, P>;
    return stdx::static_simd_cast<P>(Integers(from, stdx::vector_aligned));
  };
  *index = pack(id);
  return {pack(x), pack(y), pack(z)};
}

/// The index of the vertex that is farthest in float64, the first of those that tie.
inline int32_t FarthestVertex(const HullCore& core, const CellBlock* block, uint32_t count,
                              const Vec3d& d) {
  // Steps: each of two vertices' coordinates is half a step off, and the sums in float32 less.
  constexpr float kNear = 2;
  const float x = float(d.x), y = float(d.y), z = float(d.z);
  float highest = -std::numeric_limits<float>::infinity();
  for (uint32_t k = 0; k < count; ++k) {
    const float here = hmax(HeightsOf(block[k], x, y, z));
    if (here > highest) highest = here;
  }
  const float least = highest - kNear;
  int32_t best = block->index[0];  // of a direction that is none
  double best_height = -std::numeric_limits<double>::infinity();
  for (uint32_t k = 0; k < count; ++k) {
    auto near = HeightsOf(block[k], x, y, z) >= least;
    while (any_of(near)) {
      const int at = find_first_set(near);
      near[at] = false;
      const auto vertex = static_cast<int32_t>(block[k].index[at]);
      const double height = Dot(core.vertices[vertex], d);
      if (!(height > best_height)) continue;
      best_height = height;
      best = vertex;
    }
  }
  return best;
}

/// The farthest vertices in metres, and their indices. `direction`: of unit length.
template <int kWidth, class P>
Vec3<P> FarthestExact(const HullQuery<kWidth>& query, const HullCore* const* cores,
                      const Vec3<P>& direction, P* index) {
  alignas(64) double dx[kWidth], dy[kWidth], dz[kWidth], id[kWidth];
  direction.x.copy_to(dx, stdx::vector_aligned);
  direction.y.copy_to(dy, stdx::vector_aligned);
  direction.z.copy_to(dz, stdx::vector_aligned);
  for (int lane = 0; lane < kWidth; ++lane) {
    const int32_t vertex = FarthestVertex(*cores[lane], query.block[lane], query.count[lane],
                                          {dx[lane], dy[lane], dz[lane]});
    const Vec3d& p = cores[lane]->vertices[vertex];
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
