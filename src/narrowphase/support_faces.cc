#include "src/narrowphase/support_faces.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "src/math/orthogonal.h"
#include "src/narrowphase/gjk.h"

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int32_t kSupports = 64;

// The vertices that are highest but for rounding, and the same in the plane through the origin.
struct Face {
  std::vector<Vec3d> vertices, flat;

  Face(std::vector<Vec3d> all, const Vec3d& normal, double rounding) {
    double highest = -kInfinity;
    for (const Vec3d& v : all) highest = std::max(highest, Dot(normal, v));
    for (const Vec3d& v : all) {
      if (Dot(normal, v) < highest - rounding) continue;
      vertices.push_back(v);
      flat.push_back(Orthogonal(v, normal));
    }
  }
  CoreView<double> view() const {
    CoreView<double> view;
    view.vertices = flat.data();
    view.count = static_cast<int32_t>(flat.size());
    return view;
  }
};

}  // namespace

FacePoint CommonPoint(const RelativePair& pair, const Vec3d& normal, const Vec3d& shift,
                      uint32_t* iterations) {
  const MinkowskiDifference<double>& d = pair.difference;
  const CoreView<double>&core0 = d.core(0), &core1 = d.core(1);
  std::vector<Vec3d> moved;
  for (int32_t i = 0; i < core1.count; ++i) {
    moved.push_back(Multiply(d.oR1(), core1.vertices[i]) + d.ot1() + shift);
  }
  const Face face0({core0.vertices, core0.vertices + core0.count}, normal, pair.rounding);
  const Face face1(std::move(moved), -normal, pair.rounding);
  MinkowskiDifference<double> flat;
  flat.Set(face0.view(), face1.view());
  GjkState<double> state;
  const Vec3d start = face0.flat[0] - face1.flat[0];
  state.Start(Norm(start) > 0 ? start : Vec3d{1, 0, 0});
  RunGjk(flat, GjkOptions<double>{0, 0, pair.rounding / 8, kInfinity, kSupports}, &state);
  *iterations += static_cast<uint32_t>(state.iterations);
  if (!state.started) return {{0, 0, 0}, kInfinity};
  double weight[3];
  NearestOnTriangle(state.slot[0].w, state.slot[1].w, state.slot[2].w, weight);
  FacePoint common{{0, 0, 0}, 0};
  Vec3d w{0, 0, 0};
  for (int i = 0; i < 3; ++i) {
    const Vec3d& p0 = face0.vertices[state.slot[i].index.index0];
    const Vec3d& p1 = face1.vertices[state.slot[i].index.index1];
    common.p0 = common.p0 + p0 * weight[i];
    w = w + (p0 - p1) * weight[i];
  }
  common.gap = Norm(w);
  return common;
}

}  // namespace farpoint::FARPOINT_ISA
