#include "src/narrowphase/least_height.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace farpoint::FARPOINT_ISA {
namespace {

constexpr double kPi = 3.141592653589793;

}  // namespace

void LeastHeight::Add(const PolarHeight& height, const DirectionPatch& patch, double at_least) {
  const HeightPiece piece = height.PieceAt(patch.latitude, patch.longitude);
  const PieceModel model = height.Model(piece, patch);
  ++supports_;
  if (model.value < upper_) {
    upper_ = model.value;
    latitude_ = patch.latitude;
    longitude_ = patch.longitude;
  }
  const double u = patch.half_latitude, v = patch.half_longitude;
  PieceModel models[4] = {model};
  HeightPiece pieces[4] = {piece};
  int count = 1;
  double bound = LeastOnPatch(models, count, patch);
  // Downhill there may be other pieces that hold the height up.
  const double down_u = model.by_latitude > 0 ? -u : u, down_v = model.by_longitude > 0 ? -v : v;
  const double ways[3][2] = {{down_u, 0}, {0, down_v}, {down_u, down_v}};
  for (const auto& [du, dv] : ways) {
    if (bound >= upper_) break;
    const HeightPiece other =
        patch.polar ? height.PieceAt(patch.latitude > 0 ? patch.latitude - u : patch.latitude + u,
                                     std::atan2(dv, du))
                    : height.PieceAt(patch.latitude + du, patch.longitude + dv);
    ++supports_;
    if (std::find(pieces, pieces + count, other) != pieces + count) continue;
    pieces[count] = other;
    models[count++] = height.Model(other, patch);
    bound = std::max(bound, LeastOnPatch(models, count, patch));
  }
  bound = std::max(bound, at_least);
  const auto bends = [](double bend, double off) { return std::max(0.0, bend + off); };
  const double slope_u = u * std::abs(model.by_latitude),
               slope_v = v * std::abs(model.by_longitude);
  const bool by_latitude = slope_u + bends(model.bend.x, model.bend_off.x) * u * u / 2 >
                           slope_v + bends(model.bend.z, model.bend_off.z) * v * v / 2;
  heap_.push_back({bound, by_latitude, patch});
  std::push_heap(heap_.begin(), heap_.end());
}

void LeastHeight::AddRing(const PolarHeight& height, double latitude, double half_latitude,
                          int sectors, double at_least) {
  for (int j = 0; j < sectors; ++j) {
    Add(height, {latitude, 2 * kPi * ((j + 0.5) / sectors - 0.5), half_latitude, kPi / sectors},
        at_least);
  }
}

LeastHeight::Bracket LeastHeight::Run(const MinkowskiDifference<double>& difference,
                                      const Options& options, uint32_t* iterations) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const PolarHeight height(difference);
  heap_.clear();
  upper_ = kInfinity;
  latitude_ = longitude_ = 0;
  supports_ = 0;
  constexpr int kBands = 3, kSectors = 8;
  constexpr double kPole = kPi / 8, kBand = (kPi - 2 * kPole) / kBands;
  for (const double pole : {-kPi / 2, kPi / 2})
    Add(height, {pole, 0, kPole, kPi, true}, -kInfinity);
  for (int i = 0; i < kBands; ++i) {
    AddRing(height, kPi / 2 - kPole - (i + 0.5) * kBand, kBand / 2, kSectors, -kInfinity);
  }
  constexpr uint32_t kSupportsOfSplit = 4 * (1 + kSectors);
  while (supports_ + kSupportsOfSplit <= options.max_supports) {
    const Entry e = heap_.front();
    if (upper_ - e.bound <= options.tolerance) break;
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
    DirectionPatch half = e.patch;
    if (e.patch.polar) {
      half.half_latitude /= 2;
      Add(height, half, e.bound);
      const double rim = std::abs(e.patch.latitude) - 1.5 * half.half_latitude;
      AddRing(height, std::copysign(rim, e.patch.latitude), half.half_latitude / 2, kSectors,
              e.bound);
      continue;
    }
    (e.by_latitude ? half.half_latitude : half.half_longitude) /= 2;
    for (const double side : {-1.0, 1.0}) {
      DirectionPatch part = half;
      if (e.by_latitude) {
        part.latitude += side * half.half_latitude;
      } else {
        part.longitude += side * half.half_longitude;
      }
      Add(height, part, e.bound);
    }
  }
  *iterations += supports_;
  return {std::min(heap_.front().bound, upper_), upper_, height.Direction(latitude_, longitude_)};
}

}  // namespace farpoint::FARPOINT_ISA
