#include "src/narrowphase/direction_patch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace farpoint::FARPOINT_ISA {
namespace {

PieceModel Mix(const PieceModel& a, const PieceModel& b, double share) {
  const auto mix = [share](double x, double y) { return x + share * (y - x); };
  const auto mix3 = [share](const Vec3d& x, const Vec3d& y) { return x + (y - x) * share; };
  return {mix(a.value, b.value), mix(a.by_latitude, b.by_latitude),
          mix(a.by_longitude, b.by_longitude), mix3(a.bend, b.bend), mix3(a.bend_off, b.bend_off)};
}

// The least of slope·x − bend·x²/2 for |x| ≤ half.
double LeastOfParabola(double slope, double bend, double half) {
  slope = std::abs(slope);
  if (bend < 0 && slope < -bend * half) return slope * slope / (2 * bend);
  return -slope * half - bend * half * half / 2;
}

double Least(const PieceModel& m, const DirectionPatch& patch) {
  const double u = patch.half_latitude, v = patch.polar ? u : patch.half_longitude;
  return m.value + LeastOfParabola(m.by_latitude, m.bend.x + m.bend_off.x, u) +
         LeastOfParabola(m.by_longitude, m.bend.z + m.bend_off.z, v) -
         (std::abs(m.bend.y) + m.bend_off.y) * u * v;
}

// Concave in the share, with a corner wherever a slope vanishes.
double LeastOfTwo(const PieceModel& a, const PieceModel& b, const DirectionPatch& patch) {
  double best = -std::numeric_limits<double>::infinity();
  const double slopes[2][2] = {{a.by_latitude, b.by_latitude}, {a.by_longitude, b.by_longitude}};
  for (const auto& [x, y] : slopes) {
    if (x * y < 0) best = std::max(best, Least(Mix(a, b, x / (x - y)), patch));
  }
  return best;
}

// Where both slopes vanish.
double LeastOfThree(const PieceModel& a, const PieceModel& b, const PieceModel& c,
                    const DirectionPatch& patch) {
  const auto cross = [](const PieceModel& p, const PieceModel& q) {
    return p.by_latitude * q.by_longitude - p.by_longitude * q.by_latitude;
  };
  const double of_a = cross(b, c), of_b = cross(c, a), of_c = cross(a, b);
  const bool around = (of_a > 0 && of_b > 0 && of_c > 0) || (of_a < 0 && of_b < 0 && of_c < 0);
  if (!around) return -std::numeric_limits<double>::infinity();
  const PieceModel ab = Mix(a, b, of_b / (of_a + of_b));
  return Least(Mix(ab, c, of_c / (of_a + of_b + of_c)), patch);
}

}  // namespace

double LeastOnPatch(const PieceModel* pieces, int count, const DirectionPatch& patch) {
  double best = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < count; ++i) {
    best = std::max(best, Least(pieces[i], patch));
    for (int j = 0; j < i; ++j) {
      best = std::max(best, LeastOfTwo(pieces[i], pieces[j], patch));
      for (int k = 0; k < j; ++k) {
        best = std::max(best, LeastOfThree(pieces[i], pieces[j], pieces[k], patch));
      }
    }
  }
  return best;
}

}  // namespace farpoint::FARPOINT_ISA
