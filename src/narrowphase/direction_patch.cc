#include "src/narrowphase/direction_patch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/math/orthogonal.h"

namespace farpoint::FARPOINT_ISA {
namespace {

Vec3d OnSphere(double latitude, double longitude) {
  const double c = std::cos(latitude);
  return {c * std::cos(longitude), c * std::sin(longitude), std::sin(latitude)};
}

// The largest |cos| and |sin| of the latitude on the patch.
double LargestCos(const DirectionPatch& p) {
  return std::cos(std::max(0.0, std::abs(p.latitude) - p.half_latitude));
}
double LargestSin(const DirectionPatch& p) {
  constexpr double kRightAngle = 1.5707963267948966;
  return std::sin(std::min(kRightAngle, std::abs(p.latitude) + p.half_latitude));
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

// Minus a second derivative: its value at the middle and how far from it it gets on the patch; only
// the side above matters. Negative ones tell that a part bends up, which makes up for another that
// bends down.
struct PolarHeight::Bend {
  double latitude = 0, mixed = 0, longitude = 0;
  double latitude_off = 0, mixed_off = 0, longitude_off = 0;
  double swell = 0;  // no second derivative along a great circle on the patch is larger

  double Loss(const DirectionPatch& p) const {
    const double u = p.half_latitude, v = p.half_longitude;
    return std::max(0.0, latitude + latitude_off) * u * u +
           2 * (std::abs(mixed) + mixed_off) * u * v +
           std::max(0.0, longitude + longitude_off) * v * v;
  }
  void Add(const Bend& o) {
    latitude += o.latitude;
    mixed += o.mixed;
    longitude += o.longitude;
    latitude_off += o.latitude_off;
    mixed_off += o.mixed_off;
    longitude_off += o.longitude_off;
    swell += o.swell;
  }
  // Of w·n, n being the middle.
  static Bend OfPoint(const Vec3d& w, const Vec3d& n, const DirectionPatch& p) {
    const double across = std::hypot(w.x, w.y), way = p.half_latitude + p.half_longitude;
    const double cos = std::hypot(n.x, n.y);
    const double east = cos > 0 ? (w.y * n.x - w.x * n.y) / cos : across;
    const double outward = w.x * n.x + w.y * n.y;
    return {Dot(w, n),     east * n.z,   outward,
            Norm(w) * way, across * way, std::min(across * way, across * LargestCos(p) - outward),
            Norm(w)};
  }
};

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

// As a rim, or as the one point of it that is farthest at the middle: whichever bends less.
void PolarHeight::AddDisc(double radius, const Vec3d& axis, const Vec3d& n,
                          const DirectionPatch& patch, Bend* bend, Vec3d* linear) {
  const Vec3d across = Orthogonal(n, axis);
  const double length = Norm(across);
  const Vec3d point = length > 0 ? across * (radius / length) : Vec3d{0, 0, 0};
  const Bend as_point = Bend::OfPoint(point, n, patch);
  // With y = a·n the rim's height is r √(1 − y²).
  const double tilt = std::hypot(axis.x, axis.y), cos = LargestCos(patch), sin = LargestSin(patch);
  const double y = std::abs(Dot(axis, n)) + patch.half_latitude + tilt * cos * patch.half_longitude;
  const double least2 = 1 - y * y;
  // h'' + h ≥ 0 along any great circle.
  const double way = patch.half_latitude + tilt * patch.half_longitude;
  Bend as_rim{radius * length, 0, 0, radius * std::min(1 - length, way)};
  as_rim.swell = std::numeric_limits<double>::infinity();
  if (least2 > 0) {
    const double least = std::sqrt(least2), cubed = least2 * least;
    as_rim.swell = radius / cubed;
    as_rim.mixed_off = radius * (tilt * cos / cubed + y * tilt * sin / least);
    as_rim.longitude_off = radius * (tilt * tilt * cos * cos / cubed + y * tilt * cos / least);
  }
  const bool rim = tilt == 0 || (least2 > 0 && as_rim.Loss(patch) < as_point.Loss(patch));
  if (rim) {
    bend->Add(as_rim);
  } else {
    *linear = *linear + point;
  }
}

// As itself, or as the point of it that is farthest at the middle: whichever bends less.
void PolarHeight::AddEllipsoid(const Core& core, const Vec3d& n, const DirectionPatch& patch,
                               Bend* bend, Vec3d* linear) {
  // q = |M n|² = cos²φ e(θ) + 2 sin φ cos φ c(θ) + sin²φ q_zz.
  double xx = 0, xy = 0, yy = 0, zz = 0, xz = 0, yz = 0, q = 0;
  Vec3d point{0, 0, 0};
  for (const Vec3d& s : core.stretch) {
    const double along = Dot(s, n);
    q += along * along;
    point = point + s * along;
    xx += s.x * s.x, xy += s.x * s.y, yy += s.y * s.y;
    zz += s.z * s.z, xz += s.x * s.z, yz += s.y * s.z;
  }
  const double height = std::sqrt(q);
  point = height > 0 ? point * (1 / height) : Vec3d{0, 0, 0};
  const Bend as_point = Bend::OfPoint(point, n, patch);
  const double unround = std::hypot((xx - yy) / 2, xy), skew = std::hypot(xz, yz);
  const double cos = LargestCos(patch), sin = LargestSin(patch),
               both = std::min(1.0, 2 * sin * cos);
  const double flat = std::abs(zz - (xx + yy) / 2) + unround;
  const double by_latitude = both * flat + 2 * skew;
  const double by_longitude = 2 * cos * (unround * cos + skew * sin);
  const double least = q - by_latitude * patch.half_latitude - by_longitude * patch.half_longitude;
  if (least > 0) {
    const double root = std::sqrt(least), cubed = least * root;
    const double largest =
        q + by_latitude * patch.half_latitude + by_longitude * patch.half_longitude;
    Bend as_itself;
    as_itself.latitude = std::min(  // h'' + h ≥ 0 along any great circle
        std::sqrt(largest), (flat + 2 * skew) / root + by_latitude * by_latitude / (4 * cubed));
    as_itself.mixed_off =
        (2 * both * unround + 2 * skew) / (2 * root) + by_latitude * by_longitude / (4 * cubed);
    as_itself.longitude_off = (4 * cos * cos * unround + 2 * cos * sin * skew) / (2 * root) +
                              by_longitude * by_longitude / (4 * cubed);
    as_itself.swell = (xx + yy + zz) / root;
    if (as_itself.Loss(patch) < as_point.Loss(patch)) {
      bend->Add(as_itself);
      return;
    }
  }
  *linear = *linear + point;
}

PieceModel PolarHeight::Model(const HeightPiece& piece, const DirectionPatch& patch) const {
  const Vec3d n = OnSphere(patch.latitude, patch.longitude);
  Bend bend;
  Vec3d linear = piece.point, whole = piece.point;
  for (int i = 0; i < 2; ++i) {
    const Core& core = core_[i];
    if (piece.disc[i] > 0) {
      const Vec3d across = Orthogonal(n, core.axis);
      const double length = Norm(across);
      if (length > 0) whole = whole + across * (piece.disc[i] / length);
      AddDisc(piece.disc[i], core.axis, n, patch, &bend, &linear);
    } else if (core.kind == CoreKind::kEllipsoid) {
      Vec3d stretched{0, 0, 0};
      double q = 0;
      for (const Vec3d& s : core.stretch) {
        const double along = Dot(s, n);
        q += along * along;
        stretched = stretched + s * along;
      }
      if (q > 0) whole = whole + stretched * (1 / std::sqrt(q));
      AddEllipsoid(core, n, patch, &bend, &linear);
    }
  }
  const double value = Dot(whole, n);
  if (patch.polar) {  // the plane that touches it at the pole is below the piece
    const double bend_down = value + Norm(whole - n * value) * patch.half_latitude;
    return {value, whole.x, whole.y, {bend_down, 0, bend_down}, {0, 0, 0}};
  }
  bend.Add(Bend::OfPoint(linear, n, patch));
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
