// The pack's overloads come first.
#include "src/math/lane_pack.h"
//
#include <algorithm>
#include <cstddef>

#include "src/narrowphase/curved_proof.h"
#include "src/narrowphase/curved_solver.h"
#include "src/narrowphase/curved_tables.h"

namespace farpoint::FARPOINT_ISA {
namespace {

using std::experimental::vector_aligned;

constexpr float kSmallStep = 3e-3f;  // float64 squares what is missing
// The sines within which a cap's axis is tried.
constexpr double kNearAxisFloat = 0.25, kNearAxisDouble = 1e-5;
// Steps after which pairs are looked at.
constexpr int kFloatRounds[] = {4, 4, 8};
constexpr int kDoubleRounds[] = {2, 2, 3, 5};

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

template <class P>
Vec3<P> StartDirection(const Vec3<P>& ot1) {
  const P squared = Dot(ot1, ot1);
  const Mask<P> somewhere = squared > P(1e-14f);
  const P inverse = InverseRoot(Select(somewhere, squared, P(1)));
  return Select(somewhere, ot1 * inverse, Vec3<P>{P(1), P(0), P(0)});
}

class Solver {
 public:
  Solver(int n, CurvedScratch* scratch)
      : tasks_(scratch->tasks), n_(n), scratch_(*scratch), answers_(scratch->found) {}

  // From the line of centres to the features.
  FARPOINT_FLATTEN void Search() {
    using P = Pack<float>;
    constexpr int kWidth = static_cast<int>(P::size());
    CurvedPair<P> pair;
    CurvedSearch<P> search;
    CurvedFound<P> found;
    const P near_axis(static_cast<float>(kNearAxisFloat));
    Places open;
    for (int first = 0; first < n_; first += kWidth) {
      Load(scratch_.pair, first, &pair);
      search.m = StartDirection(pair.ot1);
      StepCurved<CurvedStep::kFirst>(pair, near_axis, &search, &found);
      for (int k = 1; k < kFloatRounds[0]; ++k)
        StepCurved<CurvedStep::kMiddle>(pair, near_axis, &search, &found);
      Store(search, first, &scratch_.search);
      const Mask<P> more = found.step2 > P(kSmallStep * kSmallStep);
      for (int lane = 0; lane < kWidth && first + lane < n_; ++lane) {
        answers_[first + lane].iterations = static_cast<uint32_t>(kFloatRounds[0]);
        if (more[lane] && GoesOn(first + lane)) open.Add(first + lane);
      }
    }
    for (int round = 1; round < 3 && open.count() > 0; ++round) {
      open.FillUp(kWidth);
      const int count = open.count();
      open.Clear();  // places are read ahead of being written again
      for (int i = 0; i < count; i += kWidth) {
        int place[kWidth];
        std::copy_n(open.at(i), kWidth, place);
        Gather(scratch_.pair, place, &pair);
        Gather(scratch_.search, place, &search);
        for (int k = 0; k < kFloatRounds[round]; ++k) {
          StepCurved<CurvedStep::kMiddle>(pair, near_axis, &search, &found);
        }
        Scatter(search, place, &scratch_.search);
        const Mask<P> more = found.step2 > P(kSmallStep * kSmallStep);
        for (int lane = 0; lane < kWidth && i + lane < count; ++lane) {
          answers_[place[lane]].iterations += static_cast<uint32_t>(kFloatRounds[round]);
          if (more[lane] && GoesOn(place[lane])) open.Add(place[lane]);
        }
      }
    }
  }

  // From the features to the proof.
  FARPOINT_FLATTEN void Finish() {
    using P = Pack<double>;
    constexpr int kWidth = static_cast<int>(P::size());
    CurvedPair<P> pair;
    CurvedSearch<P> search;
    const P near_axis(kNearAxisDouble);
    Places open;
    for (int first = 0; first < n_; first += kWidth) {
      Load(tasks_.pair, first, &pair);
      Seed(pair, first, &search);
      CurvedFound<P> found;
      for (int k = 0; k < kDoubleRounds[0] - 1; ++k) {
        StepCurved<CurvedStep::kMiddle>(pair, near_axis, &search, &found);
      }
      StepCurved<CurvedStep::kLast>(pair, near_axis, &search, &found);
      Store(search, first, &scratch_.finish);
      int place[kWidth];
      for (int lane = 0; lane < kWidth; ++lane) place[lane] = std::min(first + lane, n_ - 1);
      Conclude(found, place, std::min(kWidth, n_ - first), kDoubleRounds[0], &open);
    }
    for (int round = 1; round < 4 && open.count() > 0; ++round) {
      open.FillUp(kWidth);
      const int count = open.count();
      open.Clear();
      for (int i = 0; i < count; i += kWidth) {
        int place[kWidth];
        std::copy_n(open.at(i), kWidth, place);
        Gather(tasks_.pair, place, &pair);
        Gather(scratch_.finish, place, &search);
        CurvedFound<P> found;
        for (int k = 0; k < kDoubleRounds[round] - 1; ++k) {
          StepCurved<CurvedStep::kMiddle>(pair, near_axis, &search, &found);
        }
        StepCurved<CurvedStep::kLast>(pair, near_axis, &search, &found);
        Scatter(search, place, &scratch_.finish);
        Conclude(found, place, std::min(kWidth, count - i), kDoubleRounds[round], &open);
      }
    }
  }

 private:
  // Unless its best plane is beyond the cut-off already.
  bool GoesOn(int i) const {
    const double best = scratch_.search.row[kBestRow][i];
    return !(best * tasks_.limits.row[kUnitRow][i] > tasks_.limits.row[kCutoffRow][i] * (1 + 1e-5));
  }

  template <class P>
  void Seed(const CurvedPair<P>& pair, int first, CurvedSearch<P>* search) const {
    constexpr int kWidth = static_cast<int>(P::size());
    alignas(64) double number[kWidth];
    const auto row = [&](int k) {
      for (int lane = 0; lane < kWidth; ++lane) number[lane] = scratch_.search.row[k][first + lane];
      return P(number, vector_aligned);
    };
    // Where a plane beyond the cut-off is known, that is to be proven.
    const P unit(&tasks_.limits.row[kUnitRow][first], vector_aligned);
    const P cutoff(&tasks_.limits.row[kCutoffRow][first], vector_aligned);
    const Mask<P> beyond = row(kBestRow) * unit > cutoff;
    const Vec3<P> m =
        Select(beyond, Vec3<P>{row(kBestMRow), row(kBestMRow + 1), row(kBestMRow + 2)},
               Vec3<P>{row(kDirectionRow), row(kDirectionRow + 1), row(kDirectionRow + 2)});
    search->m = search->best_m = m * InverseRoot(Dot(m, m));
    search->best = -Infinity<P>();
    search->snapped[0] = search->snapped[1] = P(0);  // float32 misses an axis that it has found
    for (int k = 0; k < 3; ++k) {
      search->slot[k] = BranchOf(pair, row(kSlotRow + kSlotRows * k + kCodeRow));
    }
    SnapToAxes(pair, P(kNearAxisDouble), search);
  }

  // Writes the answers that are proven; others go on.
  template <class P>
  void Conclude(const CurvedFound<P>& found, const int* place, int count, int steps, Places* open) {
    CurvedTable<double, CurvedFound> out;
    Store(found, 0, &out);
    for (int lane = 0; lane < count; ++lane) {
      const int i = place[lane];
      answers_[i].iterations += static_cast<uint32_t>(steps);
      const Vec3d vertex = At(i, tasks_.pair).core[0].vertex;
      const CurvedSearch<double> search = At(i, scratch_.finish);
      const double code[3] = {search.slot[0].code, search.slot[1].code, search.slot[2].code};
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
  constexpr int kWidth = static_cast<int>(Pack<float>::size());
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
