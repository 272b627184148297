#include "src/math/lane_pack.h"
// The pack's overloads come first.
#include "src/narrowphase/hull_support.h"

// Nothing here may need a function of the standard library: it would not carry the set's name.

namespace farpoint::FARPOINT_ISA {
namespace {

// One group of lanes; those without a direction of their own repeat the last.
template <class S, class Answer>
void Ask(const HullCore& core, const Vec3d* directions, int n, const Answer& answer) {
  using P = Pack<S>;
  constexpr int kWidth = static_cast<int>(P::size());
  for (int begin = 0; begin < n; begin += kWidth) {
    const HullCore* cores[kWidth];
    Vec3<P> d;
    for (int lane = 0; lane < kWidth; ++lane) {
      const Vec3d& of = directions[begin + lane < n ? begin + lane : n - 1];
      cores[lane] = &core;
      d.x[lane] = static_cast<S>(of.x);
      d.y[lane] = static_cast<S>(of.y);
      d.z[lane] = static_cast<S>(of.z);
    }
    HullQuery<kWidth> query;
    query.Find(cores, P(static_cast<S>(core.field.resolution)), d);
    const P index = answer(query, cores, d);
    for (int lane = 0; lane < kWidth && begin + lane < n; ++lane) {
      answer.out[begin + lane] = static_cast<int32_t>(index[lane]);
    }
  }
}

struct Exact {
  int32_t* out;
  template <class Query, class P>
  P operator()(const Query& query, const HullCore* const* cores, const Vec3<P>& d) const {
    P index;
    FarthestExact(query, cores, d, &index);
    return index;
  }
};

struct RoundedHeights {
  int32_t* out;
  template <class Query, class P>
  P operator()(const Query& query, const HullCore* const* /*cores*/, const Vec3<P>& /*d*/) const {
    P index;
    FarthestRounded(query, &index);
    return index;
  }
};

}  // namespace

void ProbeSupports(const HullCore& core, const Vec3d* directions, int n, int32_t* exact,
                   int32_t* rounded) {
  Ask<double>(core, directions, n, Exact{exact});
  Ask<float>(core, directions, n, RoundedHeights{rounded});
}

void ProbePlaces(const CellBlock& block, const int16_t* direction, int32_t below, int32_t* highest,
                 uint32_t* near) {
  BlockDirection d = 0;
  for (int i = 0; i < 3; ++i) {
    d |= static_cast<BlockDirection>(static_cast<uint16_t>(direction[i])) << (16 * i);
  }
  const BlockHeights heights(block, d);
  const PlacedHeight found = heights.Highest();
  *highest = found & 7;
  *near = heights.AtLeast(found - below);
}

}  // namespace farpoint::FARPOINT_ISA
