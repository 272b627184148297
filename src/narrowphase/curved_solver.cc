// The pack's overloads come first.
#include "src/math/lane_pack.h"
//
#include <algorithm>
#include <cstddef>

#include "src/narrowphase/curved_proof.h"
#include "src/narrowphase/curved_search.h"
#include "src/narrowphase/curved_solver.h"
#include "src/narrowphase/curved_tables.h"

namespace farpoint::FARPOINT_ISA {
namespace {

using std::experimental::vector_aligned;

// Rows of the tables.
constexpr int RowOf(size_t offset) { return static_cast<int>(offset / sizeof(double)); }
constexpr int kCoreRows = sizeof(CurvedCore<double>) / sizeof(double);
constexpr int kVertexRow = RowOf(offsetof(CurvedCore<double>, vertex)),
              kStretchRow = RowOf(offsetof(CurvedCore<double>, stretch)),
              kRadiusRow = RowOf(offsetof(CurvedCore<double>, radius));
constexpr int kTranslationRow = RowOf(offsetof(CurvedPair<double>, ot1));
constexpr int kUnitRow = RowOf(offsetof(CurvedLimits<double>, unit)),
              kCutoffRow = RowOf(offsetof(CurvedLimits<double>, cutoff));
constexpr int kSlotRow = RowOf(offsetof(CurvedSearch<double>, slot)),
              kSlotRows = sizeof(CurvedBranch<double>) / sizeof(double),
              kCodeRow = RowOf(offsetof(CurvedBranch<double>, code)),
              kDirectionRow = RowOf(offsetof(CurvedSearch<double>, m)),
              kBestMRow = RowOf(offsetof(CurvedSearch<double>, best_m)),
              kBestRow = RowOf(offsetof(CurvedSearch<double>, best));

// The pairs in float32, in their units.
void NarrowAll(const CurvedTasks& tasks, int n, CurvedTable<float, CurvedPair>* out) {
  constexpr int kPairs = CurvedTasks::kPairs;
  alignas(64) double inverse[kPairs], one[kPairs], stretch[2][kPairs], radius[2][kPairs];
  for (int i = 0; i < n; ++i) {
    one[i] = 1;
    inverse[i] = 1 / tasks.limits.row[kUnitRow][i];
  }
  for (int c = 0; c < 2; ++c) {
    // Of an ellipsoid the stretch is a length, of others the radius.
    const double* flat = tasks.pair.row[c * kCoreRows + kStretchRow + 2];
    const double* round = tasks.pair.row[c * kCoreRows + kRadiusRow];
    for (int i = 0; i < n; ++i) {
      const bool ellipsoid = flat[i] > 0 && round[i] > 0;
      stretch[c][i] = ellipsoid ? inverse[i] : 1;
      radius[c][i] = ellipsoid ? 1 : inverse[i];
    }
  }
  for (int k = 0; k < CurvedTable<float, CurvedPair>::kNumbers; ++k) {
    const double* by = k >= kTranslationRow ? inverse : one;
    if (k < 2 * kCoreRows) {
      const int c = k / kCoreRows, row = k % kCoreRows;
      if (row >= kVertexRow && row < kVertexRow + 3) by = inverse;
      if (row >= kStretchRow && row < kStretchRow + 3) by = stretch[c];
      if (row == kRadiusRow) by = radius[c];
    }
    const double* from = tasks.pair.row[k];
    float* to = out->row[k];
    for (int i = 0; i < n; ++i) to[i] = static_cast<float>(from[i] * by[i]);
  }
}

class Solver {
 public:
  Solver(int n, CurvedScratch* scratch)
      : tasks_(scratch->tasks), n_(n), scratch_(*scratch), answers_(scratch->found) {}

  // From the line of centres to the features.
  FARPOINT_FLATTEN void Search() {
    using P = WidePack<float>;
    constexpr int kWidth = static_cast<int>(P::size());
    CurvedPair<P> pair;
    CurvedSearch<P> search;
    CurvedFound<P> found;
    const P near_axis(kNearAxisFloat);
    Places open;
    for (int first = 0; first < n_; first += kWidth) {
      Load(scratch_.pair, first, &pair);
      search.m = StartDirection(pair.ot1);
      StepCurved<CurvedStep::kFirst>(pair, near_axis, &search, &found);
      for (int k = 1; k < CurvedFloatSteps(0); ++k)
        StepCurved<CurvedStep::kMiddle>(pair, near_axis, &search, &found);
      Store(search, first, &scratch_.search);
      const Mask<P> more = found.step2 > P(kSmallCurvedStep * kSmallCurvedStep);
      for (int lane = 0; lane < kWidth && first + lane < n_; ++lane) {
        answers_[first + lane].iterations = static_cast<uint32_t>(CurvedFloatSteps(0));
        if (more[lane] && GoesOn(first + lane)) open.Add(first + lane);
      }
    }
    for (int round = 1; round < kCurvedFloatRounds && open.count() > 0; ++round) {
      open.FillUp(kWidth);
      const int count = open.count();
      open.Clear();  // places are read ahead of being written again
      for (int i = 0; i < count; i += kWidth) {
        int place[kWidth];
        std::copy_n(open.at(i), kWidth, place);
        Gather(scratch_.pair, place, &pair);
        Gather(scratch_.search, place, &search);
        for (int k = 0; k < CurvedFloatSteps(round); ++k) {
          StepCurved<CurvedStep::kMiddle>(pair, near_axis, &search, &found);
        }
        Scatter(search, place, &scratch_.search);
        const Mask<P> more = found.step2 > P(kSmallCurvedStep * kSmallCurvedStep);
        for (int lane = 0; lane < kWidth && i + lane < count; ++lane) {
          answers_[place[lane]].iterations += static_cast<uint32_t>(CurvedFloatSteps(round));
          if (more[lane] && GoesOn(place[lane])) open.Add(place[lane]);
        }
      }
    }
  }

  // From the features to the proof.
  FARPOINT_FLATTEN void Finish() {
    using P = WidePack<double>;
    constexpr int kWidth = static_cast<int>(P::size());
    CurvedPair<P> pair;
    CurvedSearch<P> search;
    const P near_axis(kNearAxisDouble);
    Places open;
    for (int first = 0; first < n_; first += kWidth) {
      Load(tasks_.pair, first, &pair);
      Seed(pair, first, &search);
      CurvedFound<P> found;
      for (int k = 0; k < CurvedDoubleSteps(0) - 1; ++k) {
        StepCurved<CurvedStep::kMiddle>(pair, near_axis, &search, &found);
      }
      StepCurved<CurvedStep::kLast>(pair, near_axis, &search, &found);
      Store(search, first, &scratch_.finish);
      int place[kWidth];
      for (int lane = 0; lane < kWidth; ++lane) place[lane] = std::min(first + lane, n_ - 1);
      Conclude(found, place, std::min(kWidth, n_ - first), CurvedDoubleSteps(0), &open);
    }
    for (int round = 1; round < kCurvedDoubleRounds && open.count() > 0; ++round) {
      open.FillUp(kWidth);
      const int count = open.count();
      open.Clear();
      for (int i = 0; i < count; i += kWidth) {
        int place[kWidth];
        std::copy_n(open.at(i), kWidth, place);
        Gather(tasks_.pair, place, &pair);
        Gather(scratch_.finish, place, &search);
        CurvedFound<P> found;
        for (int k = 0; k < CurvedDoubleSteps(round) - 1; ++k) {
          StepCurved<CurvedStep::kMiddle>(pair, near_axis, &search, &found);
        }
        StepCurved<CurvedStep::kLast>(pair, near_axis, &search, &found);
        Scatter(search, place, &scratch_.finish);
        Conclude(found, place, std::min(kWidth, count - i), CurvedDoubleSteps(round), &open);
      }
    }
  }

 private:
  bool GoesOn(int i) const {
    return CurvedGoesOn(scratch_.search.row[kBestRow][i], tasks_.limits.row[kUnitRow][i],
                        tasks_.limits.row[kCutoffRow][i]);
  }

  template <class P>
  void Seed(const CurvedPair<P>& pair, int first, CurvedSearch<P>* search) const {
    constexpr int kWidth = static_cast<int>(P::size());
    alignas(64) double number[kWidth];
    const auto row = [&](int k) {
      for (int lane = 0; lane < kWidth; ++lane) number[lane] = scratch_.search.row[k][first + lane];
      return P(number, vector_aligned);
    };
    const auto vector = [&](int k) { return Vec3<P>{row(k), row(k + 1), row(k + 2)}; };
    const auto code = [&](int k) { return row(kSlotRow + kSlotRows * k + kCodeRow); };
    const CurvedSeed<P> seed{
        vector(kDirectionRow), vector(kBestMRow), row(kBestRow), {code(0), code(1), code(2)}};
    const P unit(&tasks_.limits.row[kUnitRow][first], vector_aligned);
    const P cutoff(&tasks_.limits.row[kCutoffRow][first], vector_aligned);
    SeedCurved(pair, seed, unit, cutoff, search);
  }

  // Writes the answers that are proven; others go on.
  template <class P>
  void Conclude(const CurvedFound<P>& found, const int* place, int count, int steps, Places* open) {
    CurvedTable<double, CurvedFound> out;
    Store(found, 0, &out);
    for (int lane = 0; lane < count; ++lane) {
      const int i = place[lane];
      answers_[i].iterations += static_cast<uint32_t>(steps);
      const auto* core0 = tasks_.pair.row;
      const Vec3d vertex{core0[kVertexRow][i], core0[kVertexRow + 1][i], core0[kVertexRow + 2][i]};
      const auto code_of = [&](int k) {
        return scratch_.finish.row[kSlotRow + kSlotRows * k + kCodeRow][i];
      };
      const double code[3] = {code_of(0), code_of(1), code_of(2)};
      answers_[i].proven =
          ProveCurved(At(lane, out), vertex, code, At(i, tasks_.limits), &answers_[i].core);
      if (!answers_[i].proven && scratch_.search.row[kBestRow][i] > 0) open->Add(i);
    }
  }

  CurvedTasks& tasks_;
  int n_;
  CurvedScratch& scratch_;
  CurvedAnswer* answers_;
};

}  // namespace

void SolveCurvedLanes(int n, CurvedScratch* scratch) {
  CurvedTasks* tasks = &scratch->tasks;
  if (n == 0) return;
  // To whole packs of either type.
  constexpr int kWidth = static_cast<int>(WidePack<float>::size());
  for (int i = n; i % kWidth != 0; ++i) {
    for (auto& row : tasks->pair.row) row[i] = row[n - 1];
    for (auto& row : tasks->limits.row) row[i] = row[n - 1];
  }
  for (int i = 0; i < n; ++i) scratch->found[i] = {};
  const int whole = (n + kWidth - 1) / kWidth * kWidth;
  NarrowAll(*tasks, whole, &scratch->pair);
  Solver solver(n, scratch);
  solver.Search();
  solver.Finish();
}

}  // namespace farpoint::FARPOINT_ISA
