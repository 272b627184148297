// Farpoint: lat-long fields, made on first use and kept while there is room.
//
//   LatLongCache cache(int64_t{1} << 30);
//   auto field = cache.Get(cup, 180);   // of `cup` alone

#ifndef FARPOINT_SRC_SUPPORT_LAT_LONG_CACHE_H_
#define FARPOINT_SRC_SUPPORT_LAT_LONG_CACHE_H_

#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "absl/status/statusor.h"
#include "src/support/geometry.h"
#include "src/support/lat_long.h"

namespace farpoint {

/// Thread-safe.
class LatLongCache {
 public:
  /// At most `limit_bytes` are alive at any time, those that are held outside included.
  explicit LatLongCache(int64_t limit_bytes);

  /// The field of `geometry` alone, made here if it is not kept; null if the geometry has none.
  /// Fields least recently asked for make room; `ResourceExhausted` if those that others hold leave
  /// none. Two callers at the same time may make a field twice; both are equal.
  absl::StatusOr<std::shared_ptr<const LatLongFields>> Get(
      const std::shared_ptr<const Geometry>& geometry, int32_t resolution);

  /// Bytes that are alive.
  int64_t bytes() const { return *alive_; }

 private:
  // A geometry's address may be used again once it is gone: the weak pointer tells.
  using Key = std::pair<const Geometry*, int32_t>;
  struct Entry {
    Key key;
    std::weak_ptr<const Geometry> geometry;
    std::shared_ptr<const LatLongFields> fields;
  };
  using Entries = std::list<Entry>;

  std::shared_ptr<const LatLongFields> Find(const Key& key);
  Entries::iterator Drop(Entries::iterator entry);
  absl::Status Charge(int64_t bytes);

  const int64_t limit_bytes_;
  // Shared with every field, which may outlive the cache.
  const std::shared_ptr<std::atomic<int64_t>> alive_;
  std::mutex mutex_;
  Entries entries_;  // the most recently used first
  std::map<Key, Entries::iterator> places_;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_LAT_LONG_CACHE_H_
