#include "src/narrowphase/gjk_search.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "src/narrowphase/pair_rounding.h"
#include "src/support/shape_vertices.h"

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr int32_t kFloatIterations = 64;
constexpr int32_t kDoubleIterations = 128;

// A lat-long field names vertices by the order given; −1 for one that is no corner of the hull.
int32_t CoreIndex(const PosedGeometry& posed, SupportField used, int32_t index) {
  if (used != SupportField::kLatLong || !VerticesOf(*posed.geometry).given()) return index;
  const std::vector<uint32_t>& given = posed.geometry->given_index();
  const auto found = std::lower_bound(given.begin(), given.end(), static_cast<uint32_t>(index));
  const bool corner = found != given.end() && *found == static_cast<uint32_t>(index);
  return corner ? static_cast<int32_t>(found - given.begin()) : -1;
}

// A vertex that float32 found, as it was given, about the core's origin.
Vec3d VertexOf(const PosedGeometry& posed, SupportField used, int32_t index) {
  const Geometry& g = *posed.geometry;
  if (used != SupportField::kLatLong) return g.core_vertices()[index];
  return VerticesOf(g).at_index(index) - g.core_origin();
}

// A slot of the float32 simplex, made again from the original vertices.
SupportPoint<double> Refine(const RelativePair& pair, const MinkowskiDifference<float>& narrow,
                            const SupportHint& index) {
  const MinkowskiDifference<double>& d = pair.difference;
  const SupportField field0 = narrow.core(0).field, field1 = narrow.core(1).field;
  SupportPoint<double> s;
  s.index = {CoreIndex(*pair.a, field0, index.index0), CoreIndex(*pair.b, field1, index.index1)};
  s.p0 = VertexOf(*pair.a, field0, index.index0);
  s.p1 = Multiply(d.oR1(), VertexOf(*pair.b, field1, index.index1)) + d.ot1();
  s.w = s.p0 - s.p1;
  return s;
}

Vec3d StartDirection(const MinkowskiDifference<double>& d, double rounding) {
  return Norm(d.ot1()) > rounding ? -d.ot1() : Vec3d{1, 0, 0};
}

// The simplex is in the slots, unless it is rounding only.
void StartFromSlots(const RelativePair& pair, GjkState<double>* state) {
  const auto& slot = state->slot;
  double weight[3];
  NearestOnTriangle(slot[0].w, slot[1].w, slot[2].w, weight);
  const Vec3d v = slot[0].w * weight[0] + slot[1].w * weight[1] + slot[2].w * weight[2];
  if (!(Norm(v) > pair.rounding)) return;
  state->v = v;
  state->squared = Dot(v, v);
  state->started = true;
}

// Finds the features in float32 on cores of unit size; leaves `state` ready for float64.
void StartInFloat(const RelativePair& pair, const SolverOptions& solver, double cutoff,
                  GjkState<double>* state) {
  const MinkowskiDifference<double>& d = pair.difference;
  state->Start(StartDirection(d, pair.rounding));
  const double unit = std::max(pair.radius0, pair.radius1);
  if (!(unit > 0) || Norm(d.ot1()) > kLargestRatio * unit ||
      std::min(pair.radius0, pair.radius1) * kLargestRatio < unit) {
    return;
  }
  const auto narrow = [&](const Vec3d& v, double by) {
    return Vec3f{static_cast<float>(v.x / by), static_cast<float>(v.y / by),
                 static_cast<float>(v.z / by)};
  };
  MinkowskiDifference<float> narrow_difference;
  narrow_difference.Set(MakeUnitCoreView(*pair.a->geometry, unit, solver.field, pair.a->lat_long),
                        MakeUnitCoreView(*pair.b->geometry, unit, solver.field, pair.b->lat_long),
                        {narrow(d.oR1().row0, 1), narrow(d.oR1().row1, 1), narrow(d.oR1().row2, 1)},
                        narrow(d.ot1(), unit));
  GjkOptions<float> options;
  options.relative_gap = 1e-5f;
  options.absolute_gap = 1e-7f;
  options.rounding = 1e-6f;
  options.cutoff = static_cast<float>(cutoff / unit * (1 + 1e-5) + 1e-5);
  options.max_iterations = kFloatIterations;
  options.variant = solver.gjk;
  options.flat = AreVertexCores(pair.difference);
  GjkState<float> s;
  s.Start(narrow(state->v, unit));
  RunGjk(narrow_difference, options, &s);
  state->iterations = s.iterations;
  if (!s.started) return;

  const bool vertices = s.slot[0].index.index0 >= 0 && s.slot[0].index.index1 >= 0;
  if (vertices) {
    for (int i = 0; i < 3; ++i) state->slot[i] = Refine(pair, narrow_difference, s.slot[i].index);
    StartFromSlots(pair, state);
  } else {
    const Vec3d v{s.v.x * unit, s.v.y * unit, s.v.z * unit};
    if (Norm(v) > 1e-6 * unit) state->v = v;
  }
  state->direction = state->v;
}

// Goes on from where the lanes stood.
void StartWarm(const RelativePair& pair, const LaneAnswer& warm, GjkState<double>* state) {
  const MinkowskiDifference<double>& d = pair.difference;
  state->Start(StartDirection(d, pair.rounding));
  state->iterations = static_cast<int32_t>(warm.iterations);
  if (!warm.started) return;
  for (int i = 0; i < 3; ++i) {
    SupportPoint<double>& s = state->slot[i];
    s.index = warm.slot[i];
    s.p0 = d.core(0).vertices[s.index.index0];
    s.p1 = Multiply(d.oR1(), d.core(1).vertices[s.index.index1]) + d.ot1();
    s.w = s.p0 - s.p1;
  }
  StartFromSlots(pair, state);
  state->direction = state->v;
}

// A sliver among the simplex's faces can stop GJK short of a smooth boundary. Without its old
// vertices, from the direction it has reached, it gets closer.
void RestartWhereStalled(const RelativePair& pair, const GjkOptions<double>& options,
                         GjkState<double>* state) {
  constexpr int kRestarts = 3;
  for (int i = 0; i < kRestarts; ++i) {
    const GjkBracket before = BracketOf(*state);
    const double gap = before.upper - before.lower;
    if (state->inside || state->beyond || !(before.lower > pair.rounding) ||
        gap <= 2 * pair.rounding) {
      return;
    }
    GjkState<double> again;
    again.Start(before.v);
    RunGjk(pair.difference, options, &again);
    again.iterations += state->iterations;
    const GjkBracket after = BracketOf(again);
    if (!(after.upper - after.lower < gap)) {
      state->iterations = again.iterations;
      return;
    }
    *state = again;
  }
}

}  // namespace

GjkState<double> SearchGjk(const RelativePair& pair, const SolverOptions& solver, double cutoff,
                           const LaneAnswer* warm) {
  GjkState<double> s;
  if (warm != nullptr) {
    StartWarm(pair, *warm, &s);
  } else {
    StartInFloat(pair, solver, cutoff, &s);
  }
  GjkOptions<double> options;
  options.relative_gap = 0;
  options.absolute_gap = kEpsilon * (pair.radius0 + pair.radius1);
  options.rounding = pair.rounding;
  options.cutoff = cutoff + pair.rounding;
  options.max_iterations = kDoubleIterations;
  options.variant = solver.gjk;
  options.flat = AreVertexCores(pair.difference);
  RunGjk(pair.difference, options, &s);
  options.variant = GjkVariant::kPlain;
  RestartWhereStalled(pair, options, &s);
  return s;
}

GjkBracket BracketOf(const GjkState<double>& s) {
  GjkBracket b{};
  b.upper = kInfinity;
  b.lower = s.lower;
  b.normal = s.separating * (-1 / Norm(s.separating));
  if (!s.started) return b;
  double weight[3];
  NearestOnTriangle(s.slot[0].w, s.slot[1].w, s.slot[2].w, weight);
  b.p0 = s.slot[0].p0 * weight[0] + s.slot[1].p0 * weight[1] + s.slot[2].p0 * weight[2];
  b.v = s.slot[0].w * weight[0] + s.slot[1].w * weight[1] + s.slot[2].w * weight[2];
  b.upper = Norm(b.v);
  return b;
}

}  // namespace farpoint::FARPOINT_ISA
