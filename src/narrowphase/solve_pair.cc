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

// The pair without lanes, or from where they stood; null: from the start.
PairAnswer SolveAlone(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options,
                      const LaneAnswer* warm, PairScratch* scratch) {
  const double cutoff = CutoffOf(a, b, options);
  uint32_t iterations = 0;
  const CoreAnswer core = SolveCores(MakeRelative(a, b, options.field), options, cutoff, warm,
                                     &scratch->penetration, &iterations);
  return InWorld(a, b, options, cutoff, core, iterations);
}

// A pair whose depth the lanes have proven, but for the point that touches.
PairAnswer FinishDeep(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options,
                      const DepthInterval& depth, uint32_t iterations) {
  const CoreAnswer core = AnswerDepth(MakeRelative(a, b, options.field), depth, &iterations);
  return InWorld(a, b, options, CutoffOf(a, b, options), core, iterations);
}

// What the lanes left of a pair.
PairAnswer GoOn(const PosedGeometry& a, const PosedGeometry& b, const SolverOptions& options,
                const LaneAnswer& found, const DepthInterval& depth, PairScratch* scratch) {
  if (found.stage == LaneAnswer::Stage::kDeep) {
    return FinishDeep(a, b, options, depth, found.iterations);
  }
  return found.iterations > 0 ? SolveAlone(a, b, options, &found, scratch)
                              : SolvePair(a, b, options, scratch);
}

// Pairs of a block that are answered by formulas, a table at a time.
class CurvedBlock {
 public:
  CurvedBlock(const PairOfObjects* pairs, const SolverOptions& options, LaneSolver lanes,
              CurvedScratch* scratch, PairAnswer* answers)
      : pairs_(pairs), options_(options), lanes_(lanes), scratch_(scratch), answers_(answers) {}

  // False if the pair has no formulas. Those left open come to `open` sooner or later.
  bool Add(int32_t place, int32_t* open, int* open_count) {
    const PosedGeometry &a = *pairs_[place].a, &b = *pairs_[place].b;
    CurvedPair<double> pair;
    CurvedLimits<double> limits;
    if (!PrepareCurved(a, b, CutoffOf(a, b, options_), &pair, &limits)) return false;
    Put(count_, pair, &scratch_->tasks.pair);
    Put(count_, limits, &scratch_->tasks.limits);
    place_[count_++] = place;
    if (count_ == CurvedTasks::kPairs) Solve(open, open_count);
    return true;
  }

  void Solve(int32_t* open, int* open_count) {
    if (count_ == 0) return;
    lanes_.curved(count_, scratch_);
    for (int k = 0; k < count_; ++k) {
      const PosedGeometry &a = *pairs_[place_[k]].a, &b = *pairs_[place_[k]].b;
      const CurvedAnswer& found = scratch_->found[k];
      if (found.proven) {
        const double cutoff = At(k, scratch_->tasks.limits).cutoff;
        answers_[place_[k]] = InWorld(a, b, options_, cutoff, found.core, found.iterations);
      } else {
        open[(*open_count)++] = place_[k];
      }
    }
    count_ = 0;
  }

 private:
  const PairOfObjects* pairs_;
  const SolverOptions& options_;
  LaneSolver lanes_;
  CurvedScratch* scratch_;
  PairAnswer* answers_;
  int count_ = 0;
  int32_t place_[CurvedTasks::kPairs];
};

// Of the pairs open[k], k < n, of a block, those with formulas; the others are kept in `open`, and
// their number is returned.
int SolveCurved(const PairOfObjects* block, const SolverOptions& options, LaneSolver lanes, int n,
                int32_t* open, PairScratch* scratch, PairAnswer* answers) {
  if (scratch->curved == nullptr) scratch->curved = std::make_unique<CurvedScratch>();
  CurvedBlock curved(block, options, lanes, scratch->curved.get(), answers);
  int rest = 0;
  // `rest` never overtakes k: what is put back was taken before.
  for (int k = 0; k < n; ++k) {
    const int32_t place = open[k];
    const bool tried = scratch->lanes->found[place].iterations > 0;
    if (tried || !curved.Add(place, open, &rest)) open[rest++] = place;
  }
  curved.Solve(open, &rest);
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
      answers[begin + open[k]] = GoOn(a, b, options, scratch->lanes->found[open[k]],
                                      scratch->lanes->depth[open[k]], scratch);
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
  return SolveAlone(a, b, options, nullptr, scratch);
}

}  // namespace farpoint::FARPOINT_ISA
