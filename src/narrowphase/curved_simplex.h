// Farpoint: the point of a simplex nearest to the origin, with weights, for StepCurved.
//
// As SolveSimplex (simplex.h), but by inner products, which is half the work and finds weights, and
// for vertices that move: no older one is known to be nearer. An origin inside is not told.

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_SIMPLEX_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_SIMPLEX_H_

#include "src/narrowphase/simplex.h"

namespace farpoint::FARPOINT_ISA {

/// `area`: of a triangle, as |sin|² of its least corner; `flat`: the sine below which a direction
/// is a cap's axis; `tiny` guards divisions.
template <class T>
struct CurvedTolerance;
template <>
struct CurvedTolerance<float> {
  static constexpr float area = 1e-6f, flat = 1e-6f, tiny = 1e-30f;
};
template <>
struct CurvedTolerance<double> {
  static constexpr double area = 1e-14, flat = 1e-15, tiny = 1e-200;
};

template <class T>
struct CurvedSimplex {
  Vec3<T> point;   // nearest to the origin, of the faces that have the newest vertex
  Vec3<T> across;  // of a triangle: its normal, towards the origin
  T weight[3];     // of the older vertices; the newest has the rest
};

/// `w`: the newest vertex; `edge`: from it to the older ones.
template <class T>
FARPOINT_HD CurvedSimplex<T> SolveCurvedSimplex(const Vec3<T>& w, const Vec3<T> edge[3]) {
  using Tolerance = SimplexTolerance<typename Lane<T>::Scalar>;
  const T zero(0), one(1), tiny(Tolerance::tiny);
  CurvedSimplex<T> r;
  r.point = w;
  r.weight[0] = r.weight[1] = r.weight[2] = zero;
  T least = Dot(w, w);
  T length2[3], down[3], cross[3];  // |e|², −w·e, eᵢ·eᵢ₊₁
  for (int i = 0; i < 3; ++i) {
    length2[i] = Dot(edge[i], edge[i]);
    down[i] = -Dot(w, edge[i]);
    cross[i] = Dot(edge[i], edge[(i + 1) % 3]);
  }
  for (int i = 0; i < 3; ++i) {
    const T t = Min(Max(down[i] * Reciprocal(Max(length2[i], tiny)), zero), one);
    const Vec3<T> p = w + edge[i] * t;
    const T squared = Dot(p, p);
    const Mask<T> better = squared < least;
    least = Select(better, squared, least);
    r.point = Select(better, p, r.point);
    for (int j = 0; j < 3; ++j) r.weight[j] = Select(better, i == j ? t : zero, r.weight[j]);
  }
  Vec3<T> from = edge[0], to = edge[1];  // of the triangle that is nearest
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, other = (i + 2) % 3;
    const T product = length2[i] * length2[j];
    const T area2 = product - cross[i] * cross[i];
    const Mask<T> solid =
        area2 > product * T(CurvedTolerance<typename Lane<T>::Scalar>::area) + tiny;
    const T inverse = Reciprocal(Max(area2, tiny));
    const T wi = (down[i] * length2[j] - down[j] * cross[i]) * inverse;
    const T wj = (down[j] * length2[i] - down[i] * cross[i]) * inverse;
    const Vec3<T> p = w + edge[i] * wi + edge[j] * wj;
    const T squared = Dot(p, p);
    const Mask<T> better =
        solid & (wi >= zero) & (wj >= zero) & (wi + wj <= one) & (squared < least);
    least = Select(better, squared, least);
    r.point = Select(better, p, r.point);
    r.weight[i] = Select(better, wi, r.weight[i]);
    r.weight[j] = Select(better, wj, r.weight[j]);
    r.weight[other] = Select(better, zero, r.weight[other]);
    from = Select(better, edge[i], from);
    to = Select(better, edge[j], to);
  }
  const Vec3<T> normal = Cross(from, to);
  r.across = normal * Select(Dot(normal, w) > zero, -one, one);
  return r;
}

}  // namespace farpoint::FARPOINT_ISA

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_SIMPLEX_H_
