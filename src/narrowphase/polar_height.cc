#include "src/narrowphase/polar_height.h"

#include <algorithm>
#include <cmath>

#include "src/math/orthogonal.h"
#include "src/narrowphase/patch_bend.h"

namespace farpoint::FARPOINT_ISA {
namespace {

Vec3d OnSphere(double latitude, double longitude) {
  const double c = std::cos(latitude);
  return {c * std::cos(longitude), c * std::sin(longitude), std::sin(latitude)};
}

// Of a core, in its own frame: the axis it is round about, or most nearly, and how large it is
// across that axis.
struct Roundness {
  Vec3d axis{0, 0, 1};
  double radius = -1;
};
Roundness RoundnessOf(const CoreView<double>& core) {
  const Vec3d& p = core.parameters;
  if (core.kind == CoreKind::kCylinder || core.kind == CoreKind::kCone) return {{0, 0, 1}, p.x};
  if (core.kind != CoreKind::kEllipsoid) return {};
  const auto unlike = [](double a, double b) { return std::abs(a - b) / (a + b); };
  const double x = unlike(p.y, p.z), y = unlike(p.z, p.x), z = unlike(p.x, p.y);
  if (x < y && x < z) return {{1, 0, 0}, std::min(p.y, p.z)};
  if (y < z) return {{0, 1, 0}, std::min(p.z, p.x)};
  return {{0, 0, 1}, std::min(p.x, p.y)};
}

Mat3d FrameAbout(const Vec3d& axis) {
  const Vec3d any = std::abs(axis.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
  const Vec3d side = Cross(axis, any);
  const Vec3d x = side * (1 / Norm(side));
  return {x, Cross(axis, x), axis};
}

Mat3d Product(const Mat3d& a, const Mat3d& b) {
  const auto row = [&](const Vec3d& r) { return b.row0 * r.x + b.row1 * r.y + b.row2 * r.z; };
  return {row(a.row0), row(a.row1), row(a.row2)};
}

}  // namespace

PolarHeight::Core PolarHeight::InPolarFrame(const CoreView<double>& view, const Mat3d& rotation) {
  Core core;
  core.kind = view.kind;
  const Vec3d x = {rotation.row0.x, rotation.row1.x, rotation.row2.x},
              y = {rotation.row0.y, rotation.row1.y, rotation.row2.y},
              z = {rotation.row0.z, rotation.row1.z, rotation.row2.z};
  core.axis = z;
  core.radius = view.parameters.x;
  core.half_length = view.parameters.z;
  if (view.kind == CoreKind::kEllipsoid) {
    core.stretch[0] = x * view.parameters.x;
    core.stretch[1] = y * view.parameters.y;
    core.stretch[2] = z * view.parameters.z;
  }
  return core;
}

PolarHeight::PolarHeight(const MinkowskiDifference<double>& difference) : difference_(difference) {
  const Roundness round0 = RoundnessOf(difference.core(0)),
                  round1 = RoundnessOf(difference.core(1));
  const bool second = round1.radius > round0.radius;
  polar_ = FrameAbout(second ? Multiply(difference.oR1(), round1.axis) : round0.axis);
  core_[0] = InPolarFrame(difference.core(0), polar_);
  core_[1] = InPolarFrame(difference.core(1), Product(polar_, difference.oR1()));
  core_[second].axis = {0, 0, 1};
  centre1_ = Multiply(polar_, difference.ot1());
}

Vec3d PolarHeight::Direction(double latitude, double longitude) const {
  const Vec3d n = MultiplyTransposed(polar_, OnSphere(latitude, longitude));
  return n * (1 / Norm(n));
}

HeightPiece PolarHeight::PieceAt(double latitude, double longitude) const {
  const Vec3d n = OnSphere(latitude, longitude), n0 = MultiplyTransposed(polar_, n);
  HeightPiece piece{{0, 0, 0}, {0, 0}};
  for (int i = 0; i < 2; ++i) {
    const Core& core = core_[i];
    const double sign = i == 0 ? 1 : -1;
    if (i == 1 && core.kind != CoreKind::kVertices) piece.point = piece.point - centre1_;
    if (core.kind == CoreKind::kVertices) {
      int32_t index = -1;
      const Vec3d p = i == 0 ? difference_.Support0(n0, &index) : difference_.Support1(-n0, &index);
      piece.point = piece.point + Multiply(polar_, p) * sign;
    } else if (core.kind != CoreKind::kEllipsoid) {
      const double z = sign * Dot(core.axis, n) * core.half_length;
      const double rim = core.radius * Norm(Cross(core.axis, n));
      const bool apex = core.kind == CoreKind::kCone && z >= rim - z;
      const bool top = apex || (core.kind == CoreKind::kCylinder && z >= 0);
      piece.disc[i] = apex ? 0 : core.radius;
      piece.point = piece.point + core.axis * (sign * (top ? core.half_length : -core.half_length));
    }
  }
  return piece;
}

PieceModel PolarHeight::Model(const HeightPiece& piece, const DirectionPatch& patch) const {
  const Vec3d n = OnSphere(patch.latitude, patch.longitude);
  PatchBend bend;
  Vec3d linear = piece.point, whole = piece.point;
  for (int i = 0; i < 2; ++i) {
    const Core& core = core_[i];
    if (piece.disc[i] > 0) {
      const Vec3d across = Orthogonal(n, core.axis);
      const double length = Norm(across);
      if (length > 0) whole = whole + across * (piece.disc[i] / length);
      AddRim(piece.disc[i], core.axis, n, patch, &bend, &linear);
    } else if (core.kind == CoreKind::kEllipsoid) {
      Vec3d stretched{0, 0, 0};
      double q = 0;
      for (const Vec3d& s : core.stretch) {
        const double along = Dot(s, n);
        q += along * along;
        stretched = stretched + s * along;
      }
      if (q > 0) whole = whole + stretched * (1 / std::sqrt(q));
      AddEllipsoid(core.stretch, n, patch, &bend, &linear);
    }
  }
  const double value = Dot(whole, n);
  if (patch.polar) {  // the plane that touches it at the pole is below the piece
    const double highest = value > 0 ? value : value * std::cos(patch.half_latitude);
    const double bend_down = highest + Norm(whole - n * value) * patch.half_latitude;
    return {value, whole.x, whole.y, {bend_down, 0, bend_down}, {0, 0, 0}};
  }
  bend.Add(PatchBend::OfPoint(linear, n, patch));
  // The piece is convex, so that h'' + h ≥ 0 along any great circle: it bends down no more than it
  // is high, anywhere on the patch.
  const double way = patch.half_latitude + patch.half_longitude;
  const double climb = Norm(whole - n * value) * way + bend.swell * way * way / 2;
  bend.latitude_off = std::min(bend.latitude + bend.latitude_off, value + climb) - bend.latitude;
  const double c = std::cos(patch.latitude), s = std::sin(patch.latitude);
  const double x = std::cos(patch.longitude), y = std::sin(patch.longitude);
  return {value,
          Dot(whole, {-s * x, -s * y, c}),
          Dot(whole, {-c * y, c * x, 0}),
          {bend.latitude, bend.mixed, bend.longitude},
          {bend.latitude_off, bend.mixed_off, bend.longitude_off}};
}

}  // namespace farpoint::FARPOINT_ISA
