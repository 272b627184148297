#include "src/narrowphase/solve_pair.h"

#include <algorithm>

#include "src/narrowphase/curved_prepare.h"
#include "src/narrowphase/halfspace_distance.h"
#include "src/narrowphase/in_world.h"
#include "src/narrowphase/relative_pair.h"
#include "src/narrowphase/solve_cores.h"

namespace farpoint::FARPOINT_ISA {
namespace {

// A halfspace and anything else but a halfspace.
PairAnswer SolveHalfspace(const PosedGeometry& a, const PosedGeometry& b,
                          const SolverOptions& options) {
  const RelativePair pair = MakeRelative(a, b, options.field);
  return InWorld(a, b, options, CutoffOf(a, b, options),
                 HalfspaceDistance(pair.difference, pair.rounding), 1);
}

bool IsHalfspace(const PosedGeometry& object) {
  return object.geometry->core_kind() == CoreKind::kHalfspace;
}

// The pair without lanes, or from where they stood. `depth`: null, or what they proved of it.
PairAnswer SolveAlone(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options,
                      const LaneAnswer* warm, const DepthInterval* depth, PairScratch* scratch) {
  const RelativePair pair = MakeRelative(a, b, options.field);
  const double cutoff = CutoffOf(a, b, options);
  if (depth != nullptr) {
    uint32_t iterations = warm->iterations;
    const CoreAnswer core = AnswerDepth(pair, *depth, &iterations);
    return InWorld(a, b, options, cutoff, core, iterations);
  }
  uint32_t iterations = 0;
  const CoreAnswer core = SolveCores(pair, options, cutoff, warm, &scratch->polytope, &iterations);
  return InWorld(a, b, options, cutoff, core, iterations);
}

// Of the pairs open[k], k < n, of a block, those with formulas; the others are kept in `open`, and
// their number is returned.
int SolveCurved(const PairOfObjects* block, const SolverOptions& options, LaneSolver lanes, int n,
                int32_t* open, PairScratch* scratch, PairAnswer* answers) {
  int curved = 0, rest = 0;
  int32_t place[kLaneBlock];
  for (int k = 0; k < n; ++k) {
    const PosedGeometry &a = *block[open[k]].a, &b = *block[open[k]].b;
    CurvedPair<double> pair;
    CurvedLimits<double> limits;
    const bool tried = scratch->lanes->found[open[k]].iterations > 0;
    if (tried || !HaveFormulas(a, b) ||
        !PrepareCurved(a, b, CutoffOf(a, b, options), &pair, &limits)) {
      open[rest++] = open[k];
      continue;
    }
    if (scratch->curved == nullptr) scratch->curved = std::make_unique<CurvedScratch>();
    Put(curved, pair, &scratch->curved->tasks.pair);
    Put(curved, limits, &scratch->curved->tasks.limits);
    place[curved++] = open[k];
  }
  if (curved == 0) return rest;
  lanes.curved(curved, scratch->curved.get());
  for (int k = 0; k < curved; ++k) {
    const PosedGeometry &a = *block[place[k]].a, &b = *block[place[k]].b;
    const CurvedAnswer& found = scratch->curved->found[k];
    if (found.proven) {
      answers[place[k]] =
          InWorld(a, b, options, CutoffOf(a, b, options), found.core, found.iterations);
    } else {
      open[rest++] = place[k];
    }
  }
  return rest;
}

}  // namespace

void SolvePairs(const PairOfObjects* pairs, int n, const SolverOptions& options,
                LaneSolver solve_lanes, PairScratch* scratch, PairAnswer* answers) {
  const bool lanes = solve_lanes.hulls != nullptr && options.field == SupportField::kExactCells &&
                     options.gjk == GjkVariant::kPlain;
  if (!lanes) {
    for (int i = 0; i < n; ++i) {
      answers[i] = SolvePair(*pairs[i].a, *pairs[i].b, options, scratch);
    }
    return;
  }
  if (scratch->lanes == nullptr) scratch->lanes = std::make_unique<LaneScratch>();
  for (int begin = 0; begin < n; begin += kLaneBlock) {
    const PairOfObjects* block = pairs + begin;
    int32_t open[kLaneBlock];
    const int hulls = solve_lanes.hulls(block, std::min(kLaneBlock, n - begin), options,
                                        scratch->lanes.get(), answers + begin, open);
    const int left =
        SolveCurved(block, options, solve_lanes, hulls, open, scratch, answers + begin);
    for (int k = 0; k < left; ++k) {
      const PosedGeometry &a = *block[open[k]].a, &b = *block[open[k]].b;
      const LaneAnswer& found = scratch->lanes->found[open[k]];
      const bool deep = found.stage == LaneAnswer::Stage::kDeep;
      const DepthInterval* depth = deep ? &scratch->lanes->depth[open[k]] : nullptr;
      answers[begin + open[k]] = found.iterations > 0
                                     ? SolveAlone(a, b, options, &found, depth, scratch)
                                     : SolvePair(a, b, options, scratch);
    }
  }
}

PairAnswer SolvePair(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options,
                     PairScratch* scratch) {
  const bool plane_a = IsHalfspace(a), plane_b = IsHalfspace(b);
  if (plane_a && plane_b) return WithoutNumbers(PairStatus::kUnbounded, 0);
  if (plane_a) return SolveHalfspace(a, b, options);
  if (plane_b) {  // the closed form wants the halfspace first
    PairAnswer answer = SolveHalfspace(b, a, options);
    std::swap(answer.point_a, answer.point_b);
    answer.normal = -answer.normal;
    return answer;
  }
  return SolveAlone(a, b, options, nullptr, nullptr, scratch);
}

}  // namespace farpoint::FARPOINT_ISA
