// Farpoint: GJK, the distance between two cores that are apart.
//
// Gilbert, Johnson, Keerthi, "A fast procedure for computing the distance between complex objects
// in three-dimensional space", 1988; termination after van den Bergen, "Collision Detection in
// Interactive 3D Environments", 2003, section 4.3.
//
// 1. Ask the difference for its farthest point w towards the origin, seen from the nearest point v
//    known so far.
// 2. v·w/|v| is a proven lower bound of the distance: the plane through w across v separates. Stop
//    when it meets |v|, passes the cut-off, or w is a vertex that the simplex already has.
// 3. v becomes the point of the simplex {w, older vertices} nearest to the origin; vertices that do
//    not carry it go.
// 4. An origin inside the tetrahedron ends the search, but only while no plane has separated by
//    more than its own rounding: without this rule GJK calls separated pairs overlapping, even in
//    float64.
//
// The loop is branch-free in the data, so a pack of lanes runs one pair a lane. It proves nothing
// by itself: the caller finishes in float64 and certifies (solve_pair.cc).

#ifndef FARPOINT_SRC_NARROWPHASE_GJK_H_
#define FARPOINT_SRC_NARROWPHASE_GJK_H_

#include <limits>

#include "src/narrowphase/simplex.h"
#include "src/support/minkowski_difference.h"

namespace farpoint {

template <class T>
struct GjkOptions {
  T relative_gap;          // stop when |v| − lower ≤ relative_gap·|v| + absolute_gap
  T absolute_gap;          // in the solver's unit
  T rounding;              // what a lower bound may be off by: below it nothing counts as separated
  T cutoff;                // stop once the lower bound exceeds it; infinity for never
  int32_t max_iterations;  // bounds the loop
};

namespace FARPOINT_ISA {

/// Where GJK stands. To start, set `v` to a guess of any length but 0; to go on from a simplex,
/// fill the slots too.
template <class T>
struct GjkState {
  Vec3<T> v;  // the point of the simplex nearest to the origin
  T squared;  // |v|²; infinity before the first step
  T lower;    // the best lower bound of the distance so far; −infinity before the first step
  Vec3<T> separating;       // the v that proved it
  SupportPoint<T> slot[3];  // the simplex; unused slots repeat another
  SupportPoint<T> newest;   // the support of the last step
  Mask<T> started;          // the slots hold a simplex
  Mask<T> inside;           // {newest, slots} contains the origin
  Mask<T> beyond;           // `lower` exceeds the cut-off
  Index<T> iterations;      // support queries so far

  /// The state before the first step.
  FARPOINT_HD void Start(const Vec3<T>& guess) {
    v = separating = guess;
    squared = std::numeric_limits<T>::infinity();
    lower = -std::numeric_limits<T>::infinity();
    started = inside = beyond = T(0) > T(1);
    iterations = Index<T>(0);
  }
};

template <class T>
FARPOINT_HD Mask<T> SameVertices(const SupportPoint<T>& a, const SupportPoint<T>& b) {
  return (a.index.index0 == b.index.index0) & (a.index.index1 == b.index.index1) &
         (a.index.index0 >= 0) & (a.index.index1 >= 0);
}

template <class T>
FARPOINT_HD void Replace(const Mask<T>& m, const SupportPoint<T>& from, SupportPoint<T>* to) {
  to->w = Select(m, from.w, to->w);
  to->p0 = Select(m, from.p0, to->p0);
  to->p1 = Select(m, from.p1, to->p1);
  to->index.index0 = Select(m, from.index.index0, to->index.index0);
  to->index.index1 = Select(m, from.index.index1, to->index.index1);
}

/// Advances `state` until every lane is done.
template <class T>
FARPOINT_HD void RunGjk(const MinkowskiDifference<T>& difference, const GjkOptions<T>& options,
                        GjkState<T>* state) {
  GjkState<T>& s = *state;
  Mask<T> active = T(1) > T(0);
  for (int32_t step = 0; step < options.max_iterations && Any(active); ++step) {
    const SupportPoint<T> w = difference.Support(-s.v, s.newest.index);
    s.iterations = Select(active, Index<T>(s.iterations + 1), s.iterations);
    Replace<T>(active, w, &s.newest);

    const T vw = Dot(s.v, w.w);
    const T length = Sqrt(Dot(s.v, s.v));
    // Of planes that are equally good but for rounding the newest: it belongs to the last simplex.
    const Mask<T> better = active & (vw >= (s.lower - options.absolute_gap) * length);
    s.separating = Select(better, s.v, s.separating);
    s.lower = Select(active, Max(s.lower, vw / length), s.lower);
    s.beyond = s.beyond | (active & (s.lower > options.cutoff));
    const Mask<T> known = s.started & (SameVertices(w, s.slot[0]) | SameVertices(w, s.slot[1]) |
                                       SameVertices(w, s.slot[2]));
    const Mask<T> met = s.started & (s.squared - vw <= options.relative_gap * s.squared +
                                                           options.absolute_gap * length);
    active = active & Not(known | met | s.beyond);

    const Mask<T> first = active & Not(s.started);
    for (SupportPoint<T>& slot : s.slot) Replace<T>(first, w, &slot);
    s.started = s.started | first;

    const NearestOnSimplex<T> next = SolveSimplex(w.w, s.slot[0].w, s.slot[1].w, s.slot[2].w);
    s.inside = s.inside | (active & next.inside & (vw <= T(0)) & Not(s.lower > options.rounding));
    active = active & Not(s.inside);
    // No progress proves nothing: the certificate decides. So does a v that is rounding only.
    active = active & (next.squared < s.squared);
    s.v = Select(active, next.point, s.v);
    s.squared = Select(active, next.squared, s.squared);
    for (int i = 0; i < 3; ++i) Replace<T>(active & Not(next.keep[i]), w, &s.slot[i]);
    active = active & (s.squared > options.rounding * options.rounding);
  }
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_GJK_H_
