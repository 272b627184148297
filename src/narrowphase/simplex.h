// Farpoint: the point of a simplex nearest to the origin, without branches.
//
// GJK (Gilbert, Johnson, Keerthi 1988) needs, in each step, the nearest point of the simplex that
// its newest vertex w makes with up to three older ones. The newest vertex always belongs to the
// answer, so the minimum is taken over w itself, its three clamped edges and its three faces, each
// guarded by a relative test against degeneracy; older slots that are unused repeat w and drop out
// by that test. One code for float, double and packs of lanes. Tests are relative, for products of
// four and six lengths know no absolute size (rule 1 and 4 of the numerics: a fused cross(e, e) is
// not zero).

#ifndef FARPOINT_SRC_NARROWPHASE_SIMPLEX_H_
#define FARPOINT_SRC_NARROWPHASE_SIMPLEX_H_

#include <limits>

#include "src/math/lane.h"
#include "src/math/vec3.h"

namespace farpoint {

namespace FARPOINT_ISA {

/// What counts as degenerate: |n|² ≤ face·|e₁|²|e₂|², vol² ≤ volume·|e₁|²|e₂|²|e₃|²; `tiny` guards
/// divisions.
template <class T>
struct SimplexTolerance;
template <>
struct SimplexTolerance<float> {
  static constexpr float face = 1e-10f, volume = 1e-12f, tiny = 1e-36f;
};
template <>
struct SimplexTolerance<double> {
  static constexpr double face = 1e-26, volume = 1e-29, tiny = 1e-250;
};

template <class T>
struct NearestOnSimplex {
  Vec3<T> point;
  T squared;        // |point|²
  Mask<T> keep[3];  // older slots that belong to the face found
  Mask<T> inside;   // the tetrahedron contains the origin; `point` is then of its boundary
};

/// The point nearest to the origin of the faces of {w, a, b, c} that contain w.
template <class T>
FARPOINT_HD NearestOnSimplex<T> SolveSimplex(const Vec3<T>& w, const Vec3<T>& a, const Vec3<T>& b,
                                             const Vec3<T>& c) {
  using Tolerance = SimplexTolerance<typename Lane<T>::Scalar>;
  const T zero = T(0), one = T(1);
  NearestOnSimplex<T> r;
  r.point = w;
  r.squared = Dot(w, w);
  const Mask<T> none = zero > one;
  r.keep[0] = r.keep[1] = r.keep[2] = none;
  const Vec3<T> edge[3] = {a - w, b - w, c - w};
  T length2[3];
  for (int i = 0; i < 3; ++i) {
    length2[i] = Dot(edge[i], edge[i]);
    const T usable = Select(length2[i] > T(Tolerance::tiny), length2[i], one);
    const T t = Min(Max(-Dot(w, edge[i]) / usable, zero), one);
    const Vec3<T> p = w + edge[i] * t;
    const T squared = Dot(p, p);
    const Mask<T> better = squared < r.squared;
    r.point = Select(better, p, r.point);
    r.squared = Select(better, squared, r.squared);
    for (int j = 0; j < 3; ++j) {
      r.keep[j] = i == j ? Mask<T>(r.keep[j] | better) : Mask<T>(r.keep[j] & Not(better));
    }
  }
  const Vec3<T> moment[3] = {Cross(w, edge[0]), Cross(w, edge[1]), Cross(w, edge[2])};
  const Vec3<T> normal[3] = {Cross(edge[0], edge[1]), Cross(edge[1], edge[2]),
                             Cross(edge[2], edge[0])};
  T height[3];
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, other = (i + 2) % 3;
    height[i] = Dot(w, normal[i]);
    const T n2 = Dot(normal[i], normal[i]);
    const Mask<T> solid = n2 > length2[i] * length2[j] * T(Tolerance::face) + T(Tolerance::tiny);
    const T along_i = -Dot(normal[i], moment[j]), along_j = Dot(normal[i], moment[i]);
    const T scale = height[i] / Select(solid, n2, one);
    const T squared = height[i] * scale;
    const Mask<T> better = solid & (along_i >= zero) & (along_j >= zero) &
                           (along_i + along_j <= n2) & (squared < r.squared);
    r.point = Select(better, normal[i] * scale, r.point);
    r.squared = Select(better, squared, r.squared);
    r.keep[i] = r.keep[i] | better;
    r.keep[j] = r.keep[j] | better;
    r.keep[other] = r.keep[other] & Not(better);
  }
  const T volume = Dot(edge[0], normal[1]);
  const T sign = Select(volume < zero, -one, one);
  const T la = -height[1] * sign, lb = -height[2] * sign, lc = -height[0] * sign;
  const T v = volume * sign;
  r.inside =
      (v * v > length2[0] * length2[1] * length2[2] * T(Tolerance::volume) + T(Tolerance::tiny)) &
      (la >= zero) & (lb >= zero) & (lc >= zero) & (la + lb + lc <= v);
  return r;
}

/// Barycentric weights of the point of triangle {a, b, c} nearest to the origin; corners may
/// coincide or line up.
template <class T>
FARPOINT_HD void NearestOnTriangle(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c,
                                   T weight[3]) {
  using Tolerance = SimplexTolerance<typename Lane<T>::Scalar>;
  const T zero = T(0), one = T(1);
  const Vec3<T> corner[3] = {a, b, c};
  weight[0] = one;
  weight[1] = weight[2] = zero;
  T best = Dot(a, a);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, other = (i + 2) % 3;
    const Vec3<T> e = corner[j] - corner[i];
    const T e2 = Dot(e, e);
    const T t = Min(Max(-Dot(corner[i], e) / Select(e2 > T(Tolerance::tiny), e2, one), zero), one);
    const Vec3<T> p = corner[i] + e * t;
    const T squared = Dot(p, p);
    const Mask<T> better = squared < best;
    best = Select(better, squared, best);
    weight[i] = Select(better, one - t, weight[i]);
    weight[j] = Select(better, t, weight[j]);
    weight[other] = Select(better, zero, weight[other]);
  }
  const Vec3<T> e1 = b - a, e2 = c - a, n = Cross(e1, e2);
  const T n2 = Dot(n, n);
  const Mask<T> solid = n2 > Dot(e1, e1) * Dot(e2, e2) * T(Tolerance::face) + T(Tolerance::tiny);
  const T inverse = one / Select(solid, n2, one);
  const T wb = Dot(n, Cross(e2, a)) * inverse, wc = Dot(n, Cross(a, e1)) * inverse;
  const T wa = one - wb - wc;
  const Vec3<T> p = a * wa + b * wb + c * wc;
  const Mask<T> better = solid & (wa >= zero) & (wb >= zero) & (wc >= zero) & (Dot(p, p) < best);
  weight[0] = Select(better, wa, weight[0]);
  weight[1] = Select(better, wb, weight[1]);
  weight[2] = Select(better, wc, weight[2]);
}

/// Barycentric weights of the point of tetrahedron {a, b, c, d} nearest to the origin: inside it
/// the origin itself. Corners may coincide, line up or lie in a plane.
inline void NearestOnTetrahedron(const Vec3<double>& a, const Vec3<double>& b,
                                 const Vec3<double>& c, const Vec3<double>& d, double weight[4]) {
  const Vec3<double> corner[4] = {a, b, c, d};
  double best = std::numeric_limits<double>::infinity();
  for (int left_out = 0; left_out < 4; ++left_out) {
    const int i = (left_out + 1) % 4, j = (left_out + 2) % 4, k = (left_out + 3) % 4;
    double w[3];
    NearestOnTriangle(corner[i], corner[j], corner[k], w);
    const Vec3<double> p = corner[i] * w[0] + corner[j] * w[1] + corner[k] * w[2];
    if (Dot(p, p) < best) {
      best = Dot(p, p);
      weight[left_out] = 0;
      weight[i] = w[0];
      weight[j] = w[1];
      weight[k] = w[2];
    }
  }
  // Signed volumes with the origin; all of one sign: inside.
  const double va = Dot(b, Cross(c, d)), vb = -Dot(a, Cross(c, d)), vc = Dot(a, Cross(b, d)),
               vd = -Dot(a, Cross(b, c));
  const double volume = va + vb + vc + vd;
  if (volume != 0 && va / volume >= 0 && vb / volume >= 0 && vc / volume >= 0 && vd / volume >= 0) {
    const double inverse = 1 / volume;
    const double w[4] = {va * inverse, vb * inverse, vc * inverse, vd * inverse};
    const Vec3<double> p = a * w[0] + b * w[1] + c * w[2] + d * w[3];
    if (Dot(p, p) < best) {
      for (int i = 0; i < 4; ++i) weight[i] = w[i];
    }
  }
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_SIMPLEX_H_
