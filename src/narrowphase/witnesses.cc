#include "src/narrowphase/witnesses.h"

#include <algorithm>
#include <limits>

#include "src/narrowphase/core_projection.h"
#include "src/narrowphase/gjk.h"
#include "src/narrowphase/support_faces.h"

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int32_t kFootSupports = 64;
constexpr int kRounds = 16;

// A point of either core, frame 0.
struct Witnesses {
  Vec3d p0, p1;
};

// From p0 to the nearest point of core 1, from there back, and so on until p0 stays where it is;
// core 1 moved by `shift` first, p1 is told moved.
Witnesses AlternateProjections(const RelativePair& pair, const Vec3d& shift, const Vec3d& p0,
                               uint32_t* iterations) {
  const MinkowskiDifference<double>& d = pair.difference;
  const Vec3d centre1 = d.ot1() + shift;
  const auto onto1 = [&](const Vec3d& p) {
    const Vec3d local = MultiplyTransposed(d.oR1(), p - centre1);
    return Multiply(d.oR1(), NearestInCore(d.core(1), local, pair.rounding, iterations)) + centre1;
  };
  Witnesses w{p0, onto1(p0)};
  double last = kInfinity;
  for (int round = 0; round < kRounds; ++round) {
    const Vec3d next = NearestInCore(d.core(0), w.p1, pair.rounding, iterations);
    const double way = Norm(next - w.p0);
    w = {next, onto1(next)};
    if (!(way < last) || way <= pair.rounding / 8) break;
    last = way;
  }
  return w;
}

// A point of the difference and its maker on core 0.
struct Foot {
  Vec3d p0{0, 0, 0};
  double gap = kInfinity;  // from where it should be
};

// The point of the difference nearest to `target`, a point of its boundary, by GJK towards it.
// Where a plane touches along an edge or a face a search may hold only one end of it: this finds
// what lies between. `outward`: about normal to the boundary there.
Foot FindFoot(const RelativePair& pair, const Vec3d& target, const Vec3d& outward,
              uint32_t* iterations) {
  const MinkowskiDifference<double>& difference = pair.difference;
  MinkowskiDifference<double> about_target;
  about_target.Set(difference.core(0), difference.core(1), difference.oR1(),
                   difference.ot1() + target);
  GjkState<double> state;
  state.Start(outward);
  RunGjk(about_target, GjkOptions<double>{0, 0, pair.rounding, kInfinity, kFootSupports}, &state);
  *iterations += static_cast<uint32_t>(state.iterations);
  Foot foot;
  if (!state.started) return foot;
  const SupportPoint<double> corner[4] = {state.newest, state.slot[0], state.slot[1],
                                          state.slot[2]};
  double weight[4];
  NearestOnTetrahedron(corner[0].w, corner[1].w, corner[2].w, corner[3].w, weight);
  Vec3d w{0, 0, 0};
  for (int i = 0; i < 4; ++i) {
    w = w + corner[i].w * weight[i];
    foot.p0 = foot.p0 + corner[i].p0 * weight[i];
  }
  foot.gap = Norm(w);
  return foot;
}

}  // namespace

void AgreeWithPlane(const RelativePair& pair, double off, CoreAnswer* answer,
                    uint32_t* iterations) {
  const Vec3d to_touch = answer->normal * -answer->distance;
  if (off > pair.rounding) {
    const Foot foot = FindFoot(pair, to_touch, answer->normal, iterations);
    if (foot.gap < off) {
      off = foot.gap;
      answer->p0 = foot.p0;
    }
  }
  if (off > pair.rounding && AreVertexCores(pair.difference)) {
    const FacePoint common = CommonPoint(pair, answer->normal, to_touch, iterations);
    if (common.gap < off) {
      off = common.gap;
      answer->p0 = common.p0;
    }
  }
  if (off > pair.rounding) {
    const Witnesses w = AlternateProjections(pair, to_touch, answer->p0, iterations);
    const double left = Norm(w.p1 - w.p0);
    if (left < off) {
      off = left;
      answer->p0 = w.p0;
    }
  }
  answer->error_bound = std::max(answer->error_bound, off);
}

CoreAnswer AnswerApart(const RelativePair& pair, const GjkBracket& gjk, uint32_t* iterations) {
  const double rounding = pair.rounding;
  CoreAnswer answer;
  answer.distance = gjk.upper;
  answer.error_bound = std::max(0.0, gjk.upper - gjk.lower) + rounding;
  answer.normal = gjk.normal;
  answer.p0 = gjk.p0;
  if (Norm(gjk.v + gjk.normal * gjk.upper) <= rounding) return answer;

  const Witnesses w = AlternateProjections(pair, {0, 0, 0}, gjk.p0, iterations);
  const Vec3d way = w.p1 - w.p0;
  const double length = Norm(way);
  CoreAnswer own = answer;
  double behind = kInfinity;  // the plane of the points, behind them
  if (length > 0 && length < kInfinity) {
    own.distance = length;
    own.p0 = w.p0;
    own.normal = way * (1 / length);
    ++*iterations;
    const double plane = -Dot(own.normal, pair.difference.Support(own.normal, {}).w);
    behind = length - plane;
    own.error_bound = std::max({0.0, length - std::max(gjk.lower, plane), behind}) + rounding;
    if (behind <= 2 * rounding) return own;
  }
  answer.distance = gjk.lower;
  answer.p0 = w.p0;
  AgreeWithPlane(pair, Norm(way - gjk.normal * gjk.lower), &answer, iterations);
  return own.error_bound < answer.error_bound ? own : answer;
}

}  // namespace farpoint::FARPOINT_ISA
