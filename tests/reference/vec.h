// The reference's own vector: long double, sharing no code with the solver it judges.

#ifndef FARPOINT_TESTS_REFERENCE_VEC_H_
#define FARPOINT_TESTS_REFERENCE_VEC_H_

#include <cmath>

namespace farpoint::reference {

using Real = long double;

struct Vec {
  Real x = 0, y = 0, z = 0;
};

inline Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator-(const Vec& a) { return {-a.x, -a.y, -a.z}; }
inline Vec operator*(const Vec& a, Real s) { return {a.x * s, a.y * s, a.z * s}; }
inline Real Dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec Cross(const Vec& a, const Vec& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Real Norm(const Vec& a) { return std::sqrt(Dot(a, a)); }
inline Vec Unit(const Vec& a) { return a * (1 / Norm(a)); }

/// Any plain aggregate with x, y and z.
template <class V>
Vec Widen(const V& v) {
  return {v.x, v.y, v.z};
}

/// A unit vector across the unit vector `n`.
inline Vec Across(const Vec& n) {
  const Vec other = std::fabs(n.x) < 0.6L ? Vec{1, 0, 0} : Vec{0, 1, 0};
  return Unit(Cross(n, other));
}

}  // namespace farpoint::reference

#endif  // FARPOINT_TESTS_REFERENCE_VEC_H_
