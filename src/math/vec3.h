// Farpoint: the solver's three-vector.
//
// `Vec3<T>` is a plain aggregate: T is `float`, `double`, or a pack of lanes. The type is shared by
// all instruction sets (it carries no code); its operators live in `FARPOINT_ISA` (see src/isa.h).
//
//   Vec3d n{0, 0, 1};
//   double height = Dot(n, point);

#ifndef FARPOINT_SRC_MATH_VEC3_H_
#define FARPOINT_SRC_MATH_VEC3_H_

#include <cmath>

#include "src/isa.h"

namespace farpoint {

template <class T>
struct Vec3 {
  T x, y, z;
};

using Vec3d = Vec3<double>;
using Vec3f = Vec3<float>;

/// A 3×3 matrix by rows.
template <class T>
struct Mat3 {
  Vec3<T> row0, row1, row2;
};

using Mat3d = Mat3<double>;

namespace FARPOINT_ISA {

template <class T>
FARPOINT_HD Vec3<T> operator+(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
FARPOINT_HD Vec3<T> operator-(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
FARPOINT_HD Vec3<T> operator-(const Vec3<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
FARPOINT_HD Vec3<T> operator*(const Vec3<T>& a, const T& s) {
  return {a.x * s, a.y * s, a.z * s};
}
template <class T>
FARPOINT_HD T Dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
FARPOINT_HD Vec3<T> Cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// m · v.
template <class T>
FARPOINT_HD Vec3<T> Multiply(const Mat3<T>& m, const Vec3<T>& v) {
  return {Dot(m.row0, v), Dot(m.row1, v), Dot(m.row2, v)};
}
/// mᵀ · v: for a rotation, the inverse rotation.
template <class T>
FARPOINT_HD Vec3<T> MultiplyTransposed(const Mat3<T>& m, const Vec3<T>& v) {
  return {m.row0.x * v.x + m.row1.x * v.y + m.row2.x * v.z,
          m.row0.y * v.x + m.row1.y * v.y + m.row2.y * v.z,
          m.row0.z * v.x + m.row1.z * v.y + m.row2.z * v.z};
}
/// aᵀ · b.
template <class T>
FARPOINT_HD Mat3<T> MultiplyTransposed(const Mat3<T>& a, const Mat3<T>& b) {
  return {b.row0 * a.row0.x + b.row1 * a.row1.x + b.row2 * a.row2.x,
          b.row0 * a.row0.y + b.row1 * a.row1.y + b.row2 * a.row2.y,
          b.row0 * a.row0.z + b.row1 * a.row1.z + b.row2 * a.row2.z};
}

FARPOINT_HD inline double Norm(const Vec3<double>& a) { return std::sqrt(Dot(a, a)); }
FARPOINT_HD inline float Norm(const Vec3<float>& a) { return std::sqrt(Dot(a, a)); }

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_MATH_VEC3_H_
