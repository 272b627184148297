#include "src/narrowphase/curved_search.h"

#include <limits>

#include "src/narrowphase/curved_proof.h"
#include "src/narrowphase/curved_step.h"

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr int kFloatSteps = 16, kDoubleSteps = 8;
constexpr float kSmallStep = 3e-3f;  // float64 squares what is missing
constexpr double kNearAxisFloat = 0.25, kNearAxisDouble = 1e-5;

Vec3f Narrow(const Vec3d& v, double by) {
  return {static_cast<float>(v.x * by), static_cast<float>(v.y * by), static_cast<float>(v.z * by)};
}

CurvedCore<float> Narrow(const CurvedCore<double>& core, double inverse) {
  // Of an ellipsoid the stretch is a length, of others the radius.
  const bool ellipsoid = core.radius > 0 && core.stretch.z > 0;
  return {Narrow(core.vertex, inverse), Narrow(core.stretch, ellipsoid ? inverse : 1),
          static_cast<float>(core.radius * (ellipsoid ? 1 : inverse)),
          static_cast<float>(core.cone)};
}

CurvedPair<float> Narrow(const CurvedPair<double>& pair, double inverse) {
  return {{Narrow(pair.core[0], inverse), Narrow(pair.core[1], inverse)},
          {Narrow(pair.oR1.row0, 1), Narrow(pair.oR1.row1, 1), Narrow(pair.oR1.row2, 1)},
          Narrow(pair.ot1, inverse)};
}

}  // namespace

bool SolveCurved(const CurvedPair<double>& pair, const CurvedLimits<double>& limits,
                 CoreAnswer* answer, uint32_t* iterations) {
  const CurvedPair<float> narrow = Narrow(pair, 1 / limits.unit);
  CurvedSearch<float> search;
  CurvedFound<float> seen;
  const double apart = Norm(pair.ot1);
  search.m = apart > limits.rounding ? Narrow(pair.ot1, 1 / apart) : Vec3f{1, 0, 0};
  for (int k = 0; k < kFloatSteps; ++k) {
    if (k == 0) {
      StepCurved<CurvedStep::kFirst>(narrow, float(kNearAxisFloat), &search, &seen);
    } else {
      StepCurved<CurvedStep::kMiddle>(narrow, float(kNearAxisFloat), &search, &seen);
    }
    ++*iterations;
    if (!(seen.step2 > kSmallStep * kSmallStep)) break;
    if (search.best * limits.unit > limits.cutoff * (1 + 1e-5)) break;
  }
  if (!(search.best > 0)) return false;

  CurvedSearch<double> finish;
  CurvedFound<double> found;
  // Where a plane beyond the cut-off is known, that is to be proven.
  const Vec3f& m = search.best * limits.unit > limits.cutoff ? search.best_m : search.m;
  const Vec3d wide{m.x, m.y, m.z};
  finish.m = finish.best_m = wide * (1 / Norm(wide));
  finish.best = -std::numeric_limits<double>::infinity();
  finish.snapped[0] = finish.snapped[1] = 0;
  for (int k = 0; k < 3; ++k) finish.slot[k] = BranchOf(pair, double(search.slot[k].code));
  SnapToAxes(pair, kNearAxisDouble, &finish);
  for (int k = 0; k < kDoubleSteps; ++k) {
    StepCurved<CurvedStep::kMiddle>(pair, kNearAxisDouble, &finish, &found);
    ++*iterations;
    const double code[3] = {finish.slot[0].code, finish.slot[1].code, finish.slot[2].code};
    if (ProveCurved(found, pair.core[0].vertex, code, limits, answer)) return true;
  }
  return false;
}

}  // namespace farpoint::FARPOINT_ISA
