// Farpoint: a pack of lanes as a number type of the solver.
//
// As many as the instruction set's registers hold (`std::experimental::simd`, so the width is part
// of the type's name): 4, 8 or 16 floats. Include before any solver header, whose templates must
// see these overloads. Vertex indices and counters are packs of floats as well, which hold whole
// numbers up to 2²⁴ and share the masks of what they are compared with.

#ifndef FARPOINT_SRC_MATH_LANE_PACK_H_
#define FARPOINT_SRC_MATH_LANE_PACK_H_

#include <experimental/simd>

#include "src/math/lane.h"

namespace farpoint::FARPOINT_ISA {

template <class S>
using Pack = std::experimental::native_simd<S>;

template <class S, class Abi>
struct Lane<std::experimental::simd<S, Abi>> {
  using Scalar = S;
  using Mask = std::experimental::simd_mask<S, Abi>;
  using Index = std::experimental::simd<S, Abi>;
};

template <class S, class Abi>
std::experimental::simd<S, Abi> Select(const std::experimental::simd_mask<S, Abi>& m,
                                       const std::experimental::simd<S, Abi>& a,
                                       const std::experimental::simd<S, Abi>& b) {
  std::experimental::simd<S, Abi> r = b;
  where(m, r) = a;
  return r;
}
template <class S, class Abi>
Vec3<std::experimental::simd<S, Abi>> Select(const std::experimental::simd_mask<S, Abi>& m,
                                             const Vec3<std::experimental::simd<S, Abi>>& a,
                                             const Vec3<std::experimental::simd<S, Abi>>& b) {
  return {Select(m, a.x, b.x), Select(m, a.y, b.y), Select(m, a.z, b.z)};
}
template <class S, class Abi>
std::experimental::simd_mask<S, Abi> Not(const std::experimental::simd_mask<S, Abi>& m) {
  return !m;
}
template <class S, class Abi>
bool Any(const std::experimental::simd_mask<S, Abi>& m) {
  return any_of(m);
}
template <class S, class Abi>
std::experimental::simd<S, Abi> Abs(const std::experimental::simd<S, Abi>& a) {
  return abs(a);
}
template <class S, class Abi>
std::experimental::simd<S, Abi> Max(const std::experimental::simd<S, Abi>& a,
                                    const std::experimental::simd<S, Abi>& b) {
  return Select(a > b, a, b);
}
template <class S, class Abi>
std::experimental::simd<S, Abi> Min(const std::experimental::simd<S, Abi>& a,
                                    const std::experimental::simd<S, Abi>& b) {
  return Select(a < b, a, b);
}
template <class S, class Abi>
std::experimental::simd<S, Abi> Sqrt(const std::experimental::simd<S, Abi>& a) {
  return sqrt(a);
}

/// The mask as a number: bit i for lane i.
template <class S, class Abi>
unsigned long long BitsOf(const std::experimental::simd_mask<S, Abi>& m) {
  return m.__to_bitset().to_ullong();
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_MATH_LANE_PACK_H_
