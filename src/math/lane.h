// Farpoint: the few operations that the solver templates need beyond arithmetic.
//
// Solver code is written once for a number type T and never branches on data: it computes masks and
// selects. `Mask<T>` is `bool` for a plain number; a pack of lanes brings its own mask type,
// `Select`, `Any` and the functions below, and the same code then runs one pair in every lane.

#ifndef FARPOINT_SRC_MATH_LANE_H_
#define FARPOINT_SRC_MATH_LANE_H_

#include <cmath>
#include <cstdint>
#include <limits>

#include "src/isa.h"
#include "src/math/vec3.h"

namespace farpoint::FARPOINT_ISA {

/// For a number type T: the type of a comparison, an integer of as many lanes (vertex indices,
/// counters), and what numbers in memory need. A pack loads and stores at addresses aligned to its
/// size.
template <class T>
struct Lane {
  using Scalar = T;  // what each lane holds
  using Mask = bool;
  using Index = int32_t;
  static constexpr int kWidth = 1;
  FARPOINT_HD static T Load(const T* from) { return *from; }
  FARPOINT_HD static void Store(const T& v, T* to) { *to = v; }
  FARPOINT_HD static T Least(const T& v) { return v; }
  /// Bit i for lane i.
  FARPOINT_HD static uint64_t Bits(bool m) { return m ? 1 : 0; }
};
template <class T>
using Mask = typename Lane<T>::Mask;
template <class T>
using Index = typename Lane<T>::Index;

/// The inverse of anything larger is finite.
template <class T>
FARPOINT_HD T SmallestDivisor() {
  return T(4 * std::numeric_limits<typename Lane<T>::Scalar>::min());
}
template <class T>
FARPOINT_HD T Infinity() {
  return T(std::numeric_limits<typename Lane<T>::Scalar>::infinity());
}

FARPOINT_HD inline float Select(bool m, float a, float b) { return m ? a : b; }
FARPOINT_HD inline double Select(bool m, double a, double b) { return m ? a : b; }
FARPOINT_HD inline int32_t Select(bool m, int32_t a, int32_t b) { return m ? a : b; }
FARPOINT_HD inline bool Not(bool m) { return !m; }
FARPOINT_HD inline bool Any(bool m) { return m; }

FARPOINT_HD inline float Abs(float a) { return std::fabs(a); }
FARPOINT_HD inline double Abs(double a) { return std::fabs(a); }
FARPOINT_HD inline float Max(float a, float b) { return a > b ? a : b; }
FARPOINT_HD inline double Max(double a, double b) { return a > b ? a : b; }
FARPOINT_HD inline float Min(float a, float b) { return a < b ? a : b; }
FARPOINT_HD inline double Min(double a, double b) { return a < b ? a : b; }
FARPOINT_HD inline float Sqrt(float a) { return std::sqrt(a); }
FARPOINT_HD inline double Sqrt(double a) { return std::sqrt(a); }

/// 1/a and 1/√a, to a few units in the last place; packs may be quicker than a division.
FARPOINT_HD inline float Reciprocal(float a) { return 1 / a; }
FARPOINT_HD inline double Reciprocal(double a) { return 1 / a; }
FARPOINT_HD inline float InverseRoot(float a) { return 1 / std::sqrt(a); }
FARPOINT_HD inline double InverseRoot(double a) { return 1 / std::sqrt(a); }

/// The place of the lowest bit, and of the highest, of `bits` ≠ 0, and their number.
FARPOINT_HD inline int LowestBit(uint64_t bits) {
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return __builtin_ctzll(bits);
#endif
}
FARPOINT_HD inline int HighestBit(uint64_t bits) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll(static_cast<long long>(bits));
#else
  return 63 - __builtin_clzll(bits);
#endif
}
FARPOINT_HD inline int CountBits(uint64_t bits) {
#ifdef __CUDA_ARCH__
  return __popcll(bits);
#else
  return __builtin_popcountll(bits);
#endif
}

template <class M, class T>
FARPOINT_HD Vec3<T> Select(const M& m, const Vec3<T>& a, const Vec3<T>& b) {
  return {Select(m, a.x, b.x), Select(m, a.y, b.y), Select(m, a.z, b.z)};
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_MATH_LANE_H_
