#include "src/hull/distinct_points.h"

#include <algorithm>

#include "src/hull/cancel.h"

namespace farpoint {
namespace {

// Sorted with its coordinates: a sort of indices alone would wait for memory.
struct Entry {
  Vec3d p;
  uint32_t index;
};

bool Equal(const Vec3d& a, const Vec3d& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

bool Before(const Entry& a, const Entry& b) {
  if (a.p.x != b.p.x) return a.p.x < b.p.x;
  if (a.p.y != b.p.y) return a.p.y < b.p.y;
  if (a.p.z != b.p.z) return a.p.z < b.p.z;
  return a.index < b.index;
}

// So many are sorted at once, some milliseconds.
constexpr ptrdiff_t kBlock = 1 << 16;

// Leaves off, unsorted, once `cancel` is set.
void Sort(Entry* begin, Entry* end, const std::atomic<bool>* cancel) {
  if (IsSet(cancel)) return;
  if (end - begin <= kBlock) return std::sort(begin, end, Before);
  Entry* const middle = begin + (end - begin) / 2;
  std::nth_element(begin, middle, end, Before);
  Sort(begin, middle, cancel);
  Sort(middle, end, cancel);
}

}  // namespace

std::vector<uint32_t> DistinctPoints(const Vec3d* points, size_t count,
                                     const std::atomic<bool>* cancel) {
  std::vector<Entry> entries(count);
  for (size_t i = 0; i < count; ++i) entries[i] = {points[i], static_cast<uint32_t>(i)};
  Sort(entries.data(), entries.data() + count, cancel);
  if (IsSet(cancel)) return {};
  std::vector<bool> is_first(count, false);
  for (size_t k = 0; k < count; ++k) {
    is_first[entries[k].index] = k == 0 || !Equal(entries[k - 1].p, entries[k].p);
  }
  if (IsSet(cancel)) return {};
  std::vector<uint32_t> distinct;
  for (size_t i = 0; i < count; ++i) {
    if (is_first[i]) distinct.push_back(static_cast<uint32_t>(i));
  }
  return distinct;
}

}  // namespace farpoint
