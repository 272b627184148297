// Farpoint: the Minkowski differences of as many pairs as there are lanes, for StepGjk.

#ifndef FARPOINT_SRC_NARROWPHASE_LANE_DIFFERENCE_H_
#define FARPOINT_SRC_NARROWPHASE_LANE_DIFFERENCE_H_

#include "src/math/lane_pack.h"
// The pack's overloads come first.
#include "src/narrowphase/lane_task.h"
#include "src/support/minkowski_difference.h"

namespace farpoint::FARPOINT_ISA {

/// The place of a maximum in a cell's blocks.
struct BlockPlace {
  const CellBlock* block;
  int lane;
  float height;
};

/// The farthest of `count` blocks' vertices along (x, y, z); the first of those that tie.
inline BlockPlace FarthestInBlocks(const CellBlock* block, uint32_t count, float x, float y,
                                   float z) {
  using F = Pack<float>;
  constexpr int kWidth = static_cast<int>(F::size());
  BlockPlace best{block, 0, -std::numeric_limits<float>::infinity()};
  for (uint32_t k = 0; k < count; ++k, ++block) {
    for (int at = 0; at < 16; at += kWidth) {
      const F height = F(block->x + at, std::experimental::element_aligned) * x +
                       F(block->y + at, std::experimental::element_aligned) * y +
                       F(block->z + at, std::experimental::element_aligned) * z;
      const float highest = hmax(height);
      if (!(highest > best.height)) continue;
      best = {block, at + find_first_set(height == highest), highest};
    }
  }
  return best;
}

/// The index of the vertex that is farthest in float64. Float32 finds those that may be: it is off
/// by less than kNear of the unit, the direction being one of unit length.
inline int32_t FarthestVertex(const LaneCore& core, const CellBlock* block, uint32_t count,
                              const Vec3d& direction, const Vec3f& unit) {
  constexpr float kNear = 2e-6f;
  using F = Pack<float>;
  constexpr int kWidth = static_cast<int>(F::size());
  const float least = FarthestInBlocks(block, count, unit.x, unit.y, unit.z).height - kNear;
  int32_t best = static_cast<int32_t>(block->index[0]);  // of a direction that is none
  double best_height = -std::numeric_limits<double>::infinity();
  for (uint32_t k = 0; k < count; ++k, ++block) {
    for (int at = 0; at < 16; at += kWidth) {
      const F height = F(block->x + at, std::experimental::element_aligned) * unit.x +
                       F(block->y + at, std::experimental::element_aligned) * unit.y +
                       F(block->z + at, std::experimental::element_aligned) * unit.z;
      auto near = height >= least;
      while (any_of(near)) {
        const int lane = find_first_set(near);
        near[lane] = false;
        const auto vertex = static_cast<int32_t>(block->index[at + lane]);
        const double exact = Dot(core.vertices[vertex], direction);
        if (exact > best_height) {
          best_height = exact;
          best = vertex;
        }
      }
    }
  }
  return best;
}

/// In float32 in each pair's unit, in float64 in metres.
template <class S>
class LaneDifference {
 public:
  using P = Pack<S>;
  static constexpr int kWidth = static_cast<int>(P::size());

  void SetLane(int lane, const LaneTask& task, double unit) {
    const auto narrow = [&](const Vec3d& v, double by, Vec3<P>* out) {
      out->x[lane] = static_cast<S>(v.x / by);
      out->y[lane] = static_cast<S>(v.y / by);
      out->z[lane] = static_cast<S>(v.z / by);
    };
    narrow(task.oR1.row0, 1, &oR1_.row0);
    narrow(task.oR1.row1, 1, &oR1_.row1);
    narrow(task.oR1.row2, 1, &oR1_.row2);
    narrow(task.ot1, unit, &ot1_);
    SetCore(lane, task.core0, unit, &core_[0]);
    SetCore(lane, task.core1, unit, &core_[1]);
  }

  SupportPoint<P, P> Support(const Vec3<P>& direction, const SupportIndex<P>& /*hint*/) const {
    SupportPoint<P, P> s;
    const Vec3<P> turned = MultiplyTransposed(oR1_, -direction);
    alignas(64) int32_t cell[2][kWidth];
    CellsOf(core_[0].resolution, direction, cell[0]);
    CellsOf(core_[1].resolution, turned, cell[1]);
    const CellBlock* block[2][kWidth];
    uint32_t count[2][kWidth];
    for (int i = 0; i < 2; ++i) {
      for (int lane = 0; lane < kWidth; ++lane) {
        const CellBlocksView& view = core_[i].of[lane]->blocks;
        const CellBlockRange range = view.cells[cell[i][lane]];
        block[i][lane] = view.blocks + range.first;
        count[i][lane] = range.count;
        for (int line = 0; line < 4; ++line) {
          __builtin_prefetch(reinterpret_cast<const char*>(block[i][lane]) + 64 * line);
        }
      }
    }
    s.p0 = Farthest(core_[0], block[0], count[0], direction, &s.index.index0);
    s.p1 = Multiply(oR1_, Farthest(core_[1], block[1], count[1], turned, &s.index.index1)) + ot1_;
    s.w = s.p0 - s.p1;
    return s;
  }

 private:
  struct Cores {
    P resolution, scale;
    const LaneCore* of[kWidth];
  };

  static void SetCore(int lane, const LaneCore& core, double unit, Cores* out) {
    out->resolution[lane] = static_cast<S>(core.blocks.resolution);
    out->scale[lane] = static_cast<S>(core.radius / unit);
    out->of[lane] = &core;
  }

  // As CellOf in exact_cells.h.
  static void CellsOf(const P& resolution, const Vec3<P>& d, int32_t* cell) {
    const P ax = Abs(d.x), ay = Abs(d.y), az = Abs(d.z), zero(0);
    const P scale = resolution / (ax + ay + az), last = resolution - P(1);
    const P u = ax * scale, v = ay * scale;
    const P p = Select(u < last, trunc(u), last), q = Select(v < last, trunc(v), last);
    const P octant = Select(d.x < zero, P(1), zero) + Select(d.y < zero, P(2), zero) +
                     Select(d.z < zero, P(4), zero);
    const P index = (octant * resolution + p) * resolution + q;
    for (int lane = 0; lane < kWidth; ++lane) cell[lane] = static_cast<int32_t>(index[lane]);
  }

  static Vec3<P> Farthest(const Cores& cores, const CellBlock* const* block, const uint32_t* count,
                          const Vec3<P>& direction, P* index) {
    alignas(64) S dx[kWidth], dy[kWidth], dz[kWidth], x[kWidth], y[kWidth], z[kWidth], id[kWidth];
    direction.x.copy_to(dx, std::experimental::vector_aligned);
    direction.y.copy_to(dy, std::experimental::vector_aligned);
    direction.z.copy_to(dz, std::experimental::vector_aligned);
    for (int lane = 0; lane < kWidth; ++lane) {
      if constexpr (std::is_same_v<S, float>) {
        const BlockPlace place =
            FarthestInBlocks(block[lane], count[lane], dx[lane], dy[lane], dz[lane]);
        x[lane] = place.block->x[place.lane];
        y[lane] = place.block->y[place.lane];
        z[lane] = place.block->z[place.lane];
        id[lane] = place.block->index[place.lane];
      } else {
        const Vec3d d{dx[lane], dy[lane], dz[lane]};
        const double inverse = 1 / Norm(d);
        const int32_t vertex = FarthestVertex(
            *cores.of[lane], block[lane], count[lane], d,
            {float(d.x * inverse), float(d.y * inverse), float(d.z * inverse)});
        const Vec3d& p = cores.of[lane]->vertices[vertex];
        x[lane] = p.x;
        y[lane] = p.y;
        z[lane] = p.z;
        id[lane] = vertex;
      }
    }
    *index = P(id, std::experimental::vector_aligned);
    const Vec3<P> found{P(x, std::experimental::vector_aligned),
                        P(y, std::experimental::vector_aligned),
                        P(z, std::experimental::vector_aligned)};
    if constexpr (std::is_same_v<S, float>) {
      return found * cores.scale;
    } else {
      return found;
    }
  }

  Cores core_[2];
  Mat3<P> oR1_;
  Vec3<P> ot1_;
};

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_LANE_DIFFERENCE_H_
