#include "src/hull/thinning.h"

#include <algorithm>
#include <numeric>

#include "src/hull/quickhull.h"

namespace farpoint {
namespace {

// Of a neighbourhood: its hull takes some hundredths of a second.
constexpr size_t kPoints = 8192;
constexpr int kRounds = 4;
// A round pays if it keeps less than this of what there was.
constexpr double kWorthwhile = 0.8;
// Neighbourhoods that tell whether a round will pay.
constexpr size_t kSample = 8;
// Of one neighbourhood.
constexpr int64_t kMaxMergeWork = 2'000'000;
// As in BuildConvexHull: more than this is not rounding.
constexpr double kMaxDeviation = 1e-13;

// The bits of `x`, two zeros between each.
uint64_t Spread(uint64_t x) {
  x &= 0x1fffff;
  x = (x | x << 32) & 0x1f00000000ffff;
  x = (x | x << 16) & 0x1f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  return (x | x << 2) & 0x1249249249249249;
}

// Neighbours in space are mostly neighbours along this curve; `shift` moves where it jumps.
uint64_t CurvePosition(const Vec3d& p, double shift) {
  const auto bits = [&](double x) {
    return Spread(static_cast<uint64_t>((x + 1.5 + shift) * (1 << 19)));
  };
  return bits(p.x) | bits(p.y) << 1 | bits(p.z) << 2;
}

// Moves the hull of [begin, end) to the front of it and returns its end; all of it stays where
// qhull fails or simplifies.
uint32_t* KeepHull(const std::vector<Vec3d>& points, uint32_t* begin, uint32_t* end,
                   const std::atomic<bool>* cancel, double* deviation) {
  std::vector<double> coordinates;
  coordinates.reserve(3 * (end - begin));
  for (uint32_t* i = begin; i != end; ++i) {
    const Vec3d& p = points[*i];
    coordinates.insert(coordinates.end(), {p.x, p.y, p.z});
  }
  QuickhullLimits limits;
  limits.cancel = cancel;
  limits.max_merge_work = kMaxMergeWork;
  const Quickhull hull = RunQuickhull(coordinates, 3, /*merge=*/true, limits);
  if (hull.end != QuickhullEnd::kDone || hull.max_outside > kMaxDeviation) return end;
  if (hull.vertices.size() < static_cast<size_t>(end - begin)) {
    *deviation = std::max(*deviation, hull.max_outside);
  }
  uint32_t* out = begin;
  for (uint32_t v : hull.vertices) *out++ = begin[v];  // v ascends: nothing is overwritten unread
  return out;
}

}  // namespace

Thinned DropInnerPoints(const std::vector<Vec3d>& points, const std::atomic<bool>* cancel) {
  Thinned result;
  std::vector<uint32_t>& kept = result.kept;
  kept.resize(points.size());
  std::iota(kept.begin(), kept.end(), 0);
  for (int round = 0; round < kRounds && kept.size() > 2 * kPoints; ++round) {
    std::vector<std::pair<uint64_t, uint32_t>> order;
    order.reserve(kept.size());
    for (uint32_t i : kept) order.push_back({CurvePosition(points[i], 0.0371 * round), i});
    std::sort(order.begin(), order.end());
    for (size_t k = 0; k < kept.size(); ++k) kept[k] = order[k].second;

    double deviation = 0;
    size_t seen = 0, left = 0;
    for (size_t begin = 0, chunk = 0; begin < kept.size(); begin += kPoints, ++chunk) {
      if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return result;
      const size_t end = std::min(begin + kPoints, kept.size());
      const bool hopeless = chunk >= kSample && left > kWorthwhile * seen;
      uint32_t* const last =
          hopeless ? kept.data() + end
                   : KeepHull(points, kept.data() + begin, kept.data() + end, cancel, &deviation);
      seen += end - begin;
      std::copy(kept.data() + begin, last, kept.data() + left);
      left += last - (kept.data() + begin);
    }
    kept.resize(left);
    result.deviation += deviation;
    if (left > kWorthwhile * seen) break;
  }
  std::sort(kept.begin(), kept.end());
  return result;
}

}  // namespace farpoint
