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
// With momentum (GjkVariant) the query goes along a mixture of the last directions instead of v.
// Any direction proves its bound, so lower stays one; once such a query brings nothing new, the
// pair goes on without, as in the published algorithm, and ends as it would have.
//
// The loop is branch-free in the data, so a pack of lanes runs one pair a lane. It proves nothing
// by itself: the caller finishes in float64 and certifies (solve_pair.cc).

#ifndef FARPOINT_SRC_NARROWPHASE_GJK_H_
#define FARPOINT_SRC_NARROWPHASE_GJK_H_

#include <limits>

#include "src/narrowphase/gjk_variant.h"
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
  GjkVariant variant = GjkVariant::kPlain;
  bool flat = false;  // both cores have vertices only: Nesterov's momentum mixes unit vectors
};

namespace FARPOINT_ISA {

/// Where GJK stands. To start, set `v` to a guess of any length but 0; to go on from a simplex,
/// fill the slots too. `PointType`: what the difference answers, with members w and index.
template <class T, class PointType = SupportPoint<T, Index<T>>>
struct GjkState {
  Vec3<T> v;  // the point of the simplex nearest to the origin
  T squared;  // |v|²; infinity before the first step
  T lower;    // the best lower bound of the distance so far; −infinity before the first step
  Vec3<T> separating;  // the v that proved it
  using Point = PointType;
  Point slot[3];            // the simplex; unused slots repeat another
  Point newest;             // the support of the last step
  Mask<T> started;          // the slots hold a simplex
  Mask<T> inside;           // {newest, slots} contains the origin
  Mask<T> beyond;           // `lower` exceeds the cut-off
  Index<T> iterations;      // support queries so far
  Vec3<T> direction;        // with momentum: minus that of the last query
  Mask<T> accelerated;      // momentum still counts
  Index<T> momentum_steps;  // queries with momentum so far

  /// The state before the first step.
  FARPOINT_HD void Start(const Vec3<T>& guess) {
    v = separating = direction = guess;
    squared = Infinity<T>();
    lower = -Infinity<T>();
    started = inside = beyond = T(0) > T(1);
    iterations = momentum_steps = Index<T>(0);
    accelerated = T(1) > T(0);
  }
};

template <class T>
FARPOINT_HD Mask<T> SameVertices(const SupportIndex<Index<T>>& a, const SupportIndex<Index<T>>& b) {
  const Index<T> zero(0);
  return (a.index0 == b.index0) & (a.index1 == b.index1) & (a.index0 >= zero) & (a.index1 >= zero);
}

template <class T>
FARPOINT_HD void Replace(const Mask<T>& m, const SupportPoint<T, Index<T>>& from,
                         SupportPoint<T, Index<T>>* to) {
  to->w = Select(m, from.w, to->w);
  to->p0 = Select(m, from.p0, to->p0);
  to->p1 = Select(m, from.p1, to->p1);
  to->index.index0 = Select(m, from.index.index0, to->index.index0);
  to->index.index1 = Select(m, from.index.index1, to->index.index1);
}

/// The direction that momentum makes of the last one.
template <class T, class Point>
FARPOINT_HD Vec3<T> Accelerate(const GjkOptions<T>& options, const GjkState<T, Point>& s) {
  const T k = T(s.momentum_steps);
  if (options.variant == GjkVariant::kPolyak) {
    const T m = T(1) / (k + T(1));
    return s.direction * m + s.v * (T(1) - m);
  }
  const Vec3<T> w = Select(s.started, s.newest.w, s.v);
  if (!options.flat) {
    const T m = (k + T(1)) / (k + T(3));
    return s.direction * m + (s.v * m + w * (T(1) - m)) * (T(1) - m);
  }
  const T m = (k + T(2)) / (k + T(3));
  const Vec3<T> y = s.v * m + w * (T(1) - m);
  return s.direction * (m / Sqrt(Dot(s.direction, s.direction))) +
         y * ((T(1) - m) / Sqrt(Dot(y, y)));
}

/// One support query and what follows from it, in the lanes that are `active`; those that are to go
/// on are returned. `Difference` answers Support(direction, index) as MinkowskiDifference does.
template <bool kMomentum, class T, class Point, class Difference>
FARPOINT_HD Mask<T> StepGjk(const Difference& difference, const GjkOptions<T>& options,
                            Mask<T> active, GjkState<T, Point>* state) {
  using Tolerance = SimplexTolerance<typename Lane<T>::Scalar>;
  GjkState<T, Point>& s = *state;
  Vec3<T> direction = s.v;
  if constexpr (kMomentum) {
    const Vec3<T> next = Accelerate(options, s);
    // False for what is zero, too long or not a number.
    const Mask<T> usable = Dot(next, next) > T(Tolerance::tiny);
    direction = Select(s.accelerated & usable, next, s.v);
    s.direction = Select(active, direction, s.direction);
    s.momentum_steps = Select(active, Index<T>(s.momentum_steps + Index<T>(1)), s.momentum_steps);
  }
  const auto w = difference.Support(-direction, s.newest.index);
  s.iterations = Select(active, Index<T>(s.iterations + Index<T>(1)), s.iterations);
  Replace<T>(active, w, &s.newest);

  const T height = Dot(direction, w.w);
  const T length = Sqrt(Dot(direction, direction));
  // Of planes that are equally good but for rounding the newest: it belongs to the last simplex.
  const Mask<T> better = active & (height >= (s.lower - options.absolute_gap) * length);
  s.separating = Select(better, direction, s.separating);
  s.lower = Select(active, Max(s.lower, height / length), s.lower);
  s.beyond = s.beyond | (active & (s.lower > options.cutoff));
  const Mask<T> known = s.started & (SameVertices<T>(w.index, s.slot[0].index) |
                                     SameVertices<T>(w.index, s.slot[1].index) |
                                     SameVertices<T>(w.index, s.slot[2].index));
  const T vw = kMomentum ? Dot(s.v, w.w) : height;
  const T v_length = kMomentum ? Sqrt(Dot(s.v, s.v)) : length;
  const Mask<T> met = s.started & (s.squared - vw <= options.relative_gap * s.squared +
                                                         options.absolute_gap * v_length);
  Mask<T> done = known | met;
  Mask<T> idle = T(0) > T(1);  // a query with momentum that brought nothing
  if constexpr (kMomentum) {
    idle = s.accelerated & done;
    done = done & Not(idle);
  }
  active = active & Not(done | s.beyond);
  if (!Any(active)) return active;

  const Mask<T> first = active & Not(s.started);
  for (auto& slot : s.slot) Replace<T>(first, w, &slot);
  s.started = s.started | first;

  const NearestOnSimplex<T> next = SolveSimplex(w.w, s.slot[0].w, s.slot[1].w, s.slot[2].w);
  s.inside = s.inside | (active & next.inside & (height <= T(0)) & Not(s.lower > options.rounding));
  active = active & Not(s.inside);
  // No progress proves nothing: the certificate decides. So does a v that is rounding only.
  Mask<T> progress = next.squared < s.squared;
  if constexpr (kMomentum) {
    progress = progress & Not(idle);
    idle = s.accelerated & Not(progress);
    s.accelerated = s.accelerated & Not(idle);
  }
  active = active & (progress | idle);
  const Mask<T> moves = active & progress;
  s.v = Select(moves, next.point, s.v);
  s.squared = Select(moves, next.squared, s.squared);
  for (int i = 0; i < 3; ++i) Replace<T>(moves & Not(next.keep[i]), w, &s.slot[i]);
  return active & (s.squared > options.rounding * options.rounding);
}

/// RunGjk for one kind of variant: kPlain, or one of those with momentum.
template <bool kMomentum, class T>
FARPOINT_HD void AdvanceGjk(const MinkowskiDifference<T>& difference, const GjkOptions<T>& options,
                            GjkState<T>* state) {
  Mask<T> active = T(1) > T(0);
  for (int32_t step = 0; step < options.max_iterations && Any(active); ++step) {
    active = StepGjk<kMomentum>(difference, options, active, state);
  }
}

/// Advances `state` until every lane is done.
template <class T>
FARPOINT_HD void RunGjk(const MinkowskiDifference<T>& difference, const GjkOptions<T>& options,
                        GjkState<T>* state) {
  if (options.variant == GjkVariant::kPlain) {
    AdvanceGjk<false>(difference, options, state);
  } else {
    AdvanceGjk<true>(difference, options, state);
  }
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_GJK_H_
