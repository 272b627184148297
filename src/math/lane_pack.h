// Farpoint: a pack of lanes as a number type of the solver.
//
// `std::experimental::simd`, so the width is part of the type's name. 8 floats or 4 doubles where
// there is AVX2, else 4 and 2. With AVX-512 too: its masks and its 32 registers help, but where
// work between packs goes lane by lane, packs of 512 bits, which leave two vector ports of three,
// measured 10 % slower. WidePack has them, for work that stays in packs. Include before any solver
// header, whose templates must see these overloads. Vertex indices and counters are packs of floats
// as well, which hold whole numbers up to 2²⁴ and share the masks of what they are compared with.

#ifndef FARPOINT_SRC_MATH_LANE_PACK_H_
#define FARPOINT_SRC_MATH_LANE_PACK_H_

#include <experimental/simd>
#ifdef __AVX512VL__
#include <immintrin.h>
#endif

#include "src/math/lane.h"

namespace farpoint::FARPOINT_ISA {

#ifdef __AVX2__
inline constexpr int kPackBytes = 32;
#else
inline constexpr int kPackBytes = 16;
#endif
#ifdef __AVX512VL__
inline constexpr int kWidePackBytes = 64;
#else
inline constexpr int kWidePackBytes = kPackBytes;
#endif
template <class S, int kBytes>
using PackOf = std::experimental::simd<
    S, std::experimental::simd_abi::deduce_t<S, kBytes / static_cast<int>(sizeof(S))>>;
template <class S>
using Pack = PackOf<S, kPackBytes>;
/// For work that stays in packs.
template <class S>
using WidePack = PackOf<S, kWidePackBytes>;

template <class S, class Abi>
struct Lane<std::experimental::simd<S, Abi>> {
  using Scalar = S;
  using Mask = std::experimental::simd_mask<S, Abi>;
  using Index = std::experimental::simd<S, Abi>;
  using Simd = std::experimental::simd<S, Abi>;
  static constexpr int kWidth = static_cast<int>(Simd::size());
  static Simd Load(const S* from) { return Simd(from, std::experimental::vector_aligned); }
  static void Store(const Simd& v, S* to) { v.copy_to(to, std::experimental::vector_aligned); }
  static S Least(const Simd& v) { return hmin(v); }
  static uint64_t Bits(const Mask& m) { return m.__to_bitset().to_ullong(); }
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
#ifdef __AVX512VL__
// The processor's estimates, of 14 bits.
inline Pack<float> RoughReciprocal(const Pack<float>& a) {
  return Pack<float>(_mm256_rcp14_ps(static_cast<__m256>(a)));
}
inline Pack<double> RoughReciprocal(const Pack<double>& a) {
  return Pack<double>(_mm256_rcp14_pd(static_cast<__m256d>(a)));
}
inline WidePack<float> RoughReciprocal(const WidePack<float>& a) {
  return WidePack<float>(_mm512_rcp14_ps(static_cast<__m512>(a)));
}
inline WidePack<double> RoughReciprocal(const WidePack<double>& a) {
  return WidePack<double>(_mm512_rcp14_pd(static_cast<__m512d>(a)));
}
inline Pack<float> RoughInverseRoot(const Pack<float>& a) {
  return Pack<float>(_mm256_rsqrt14_ps(static_cast<__m256>(a)));
}
inline Pack<double> RoughInverseRoot(const Pack<double>& a) {
  return Pack<double>(_mm256_rsqrt14_pd(static_cast<__m256d>(a)));
}
inline WidePack<float> RoughInverseRoot(const WidePack<float>& a) {
  return WidePack<float>(_mm512_rsqrt14_ps(static_cast<__m512>(a)));
}
inline WidePack<double> RoughInverseRoot(const WidePack<double>& a) {
  return WidePack<double>(_mm512_rsqrt14_pd(static_cast<__m512d>(a)));
}
#endif

// From the estimate by Newton's iteration, which doubles its bits.
template <class S, class Abi>
std::experimental::simd<S, Abi> Reciprocal(const std::experimental::simd<S, Abi>& a) {
  using P = std::experimental::simd<S, Abi>;
#ifdef __AVX512VL__
  P r = RoughReciprocal(a);
  if constexpr (std::is_same_v<S, double>) r = r + r * (P(1) - a * r);
  return r + r * (P(1) - a * r);
#else
  return P(1) / a;
#endif
}
template <class S, class Abi>
std::experimental::simd<S, Abi> InverseRoot(const std::experimental::simd<S, Abi>& a) {
  using P = std::experimental::simd<S, Abi>;
#ifdef __AVX512VL__
  const P half(S(0.5));
  P r = RoughInverseRoot(a);
  if constexpr (std::is_same_v<S, double>) r = r + r * (half - half * a * r * r);
  return r + r * (half - half * a * r * r);
#else
  return P(1) / sqrt(a);
#endif
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_MATH_LANE_PACK_H_
