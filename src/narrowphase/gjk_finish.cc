#include "src/narrowphase/gjk_finish.h"

#include <algorithm>
#include <limits>

#include "src/math/orthogonal.h"

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr int kSteps = 16;

// A face of a simplex of up to four points: one to three of them.
struct Face {
  int count = 0;
  SupportPoint<double> corner[3];
  double weight[3];
  Vec3d out;      // unit, across the face, away from the origin
  double behind;  // out·(the simplex's nearest point): its plane's bound, if the simplex were all
};

Vec3d Unit(const Vec3d& v) { return v * (1 / Norm(v)); }

// Weights of the point of the face's affine hull that is nearest to the origin, and the normal;
// false if the face has none, or the point is not inside.
bool Solve(Face* face) {
  const auto& c = face->corner;
  if (face->count == 1) {
    face->weight[0] = 1;
    if (!(Norm(c[0].w) > 0)) return false;
    face->out = Unit(c[0].w);
    return true;
  }
  const Vec3d e1 = c[1].w - c[0].w;
  if (face->count == 2) {
    const double squared = Dot(e1, e1);
    if (!(squared > 0)) return false;
    const double share = -Dot(c[0].w, e1) / squared;
    if (!(share > 0 && share < 1)) return false;
    face->weight[0] = 1 - share;
    face->weight[1] = share;
    const Vec3d& nearer = share < 0.5 ? c[0].w : c[1].w;
    const Vec3d across = Orthogonal(nearer, e1);
    if (!(Norm(across) > 0)) return false;
    face->out = Unit(across);
    return true;
  }
  const Vec3d e2 = c[2].w - c[0].w, n = Cross(e1, e2);
  const double n2 = Dot(n, n);
  if (!(n2 > SimplexTolerance<double>::face * Dot(e1, e1) * Dot(e2, e2) && n2 > 0)) return false;
  face->weight[1] = Dot(Cross(e2, c[0].w), n) / n2;
  face->weight[2] = Dot(Cross(c[0].w, e1), n) / n2;
  face->weight[0] = 1 - face->weight[1] - face->weight[2];
  if (!(face->weight[0] > 0 && face->weight[1] > 0 && face->weight[2] > 0)) return false;
  Vec3d longest = e1;
  for (const Vec3d& e : {e2, c[2].w - c[1].w}) {
    if (Dot(e, e) > Dot(longest, longest)) longest = e;
  }
  face->out = Unit(Orthogonal(Unit(n), longest));
  if (Dot(face->out, c[0].w) < 0) face->out = -face->out;
  return true;
}

// Of all faces the one with its plane's bound highest. False if there is none.
bool BestFace(const SupportPoint<double>* points, int count, Face* best) {
  best->count = 0;
  for (int members = 1; members < 1 << count; ++members) {
    Face face;
    bool small = true;
    for (int i = 0; i < count; ++i) {
      if ((members >> i & 1) == 0) continue;
      small = face.count < 3;
      if (!small) break;
      face.corner[face.count++] = points[i];
    }
    if (!small || !Solve(&face)) continue;
    face.behind = std::numeric_limits<double>::infinity();
    for (int i = 0; i < count; ++i) face.behind = std::min(face.behind, Dot(face.out, points[i].w));
    if (best->count == 0 || face.behind > best->behind) *best = face;
  }
  return best->count > 0;
}

bool Known(const SupportPoint<double>& w, const Face& face) {
  for (int i = 0; i < face.count; ++i) {
    if (SameVertices<double>(w.index, face.corner[i].index)) return true;
  }
  return false;
}

double Off(const GjkBracket& b) { return Norm(b.v + b.normal * b.upper); }

}  // namespace

void FinishByPlanes(const RelativePair& pair, const GjkState<double>& state, GjkBracket* bracket,
                    uint32_t* iterations) {
  const double enough = 2 * pair.rounding;
  const auto doubt = [](const GjkBracket& b) { return std::max(b.upper - b.lower, Off(b)); };
  if (!state.started || state.inside || state.beyond || doubt(*bracket) <= enough) return;
  SupportPoint<double> points[4] = {state.slot[0], state.slot[1], state.slot[2]};
  int count = 3;
  for (int step = 0; step < kSteps; ++step) {
    Face face;
    if (!BestFace(points, count, &face)) return;
    GjkBracket next{};
    for (int i = 0; i < face.count; ++i) {
      next.p0 = next.p0 + face.corner[i].p0 * face.weight[i];
      next.v = next.v + face.corner[i].w * face.weight[i];
    }
    next.upper = Norm(next.v);
    next.normal = -face.out;
    const SupportPoint<double> w = pair.difference.Support(next.normal, {});
    ++*iterations;
    next.lower = Dot(face.out, w.w);
    if (doubt(next) < doubt(*bracket)) {
      *bracket = next;
    } else if (next.lower > bracket->lower) {
      bracket->lower = next.lower;
      bracket->normal = next.normal;
    }
    if (doubt(*bracket) <= enough || Known(w, face)) return;
    count = face.count;
    std::copy(face.corner, face.corner + count, points);
    points[count++] = w;
  }
}

}  // namespace farpoint::FARPOINT_ISA
