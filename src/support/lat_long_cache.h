// Farpoint: lat-long fields, made on first use and kept while there is room.
//
//   LatLongCache cache(int64_t{1} << 30);
//   ASSIGN_OR_RETURN(LatLongCache::Ticket ticket, cache.Acquire(cup, 180));
//   if (ticket.build && ticket.mine) ticket.build->FillHere();   // or column by column, by threads
//   ticket.build->WhenReady([…] { … ticket.build->fields() … });
//
// Whoever acquires a field first makes it; others are told when it is ready, and nobody waits.

#ifndef FARPOINT_SRC_SUPPORT_LAT_LONG_CACHE_H_
#define FARPOINT_SRC_SUPPORT_LAT_LONG_CACHE_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "src/support/geometry.h"
#include "src/support/lat_long.h"

namespace farpoint {

/// The field of one geometry while it is made, and after. Thread-safe.
class LatLongBuild {
 public:
  /// Gives `bytes` back to `alive` in the end.
  LatLongBuild(std::shared_ptr<const Geometry> geometry, int32_t resolution,
               std::shared_ptr<std::atomic<int64_t>> alive);
  ~LatLongBuild();

  /// By whoever makes it: every column once, then Finish.
  void FillColumn(int32_t i);
  void Finish();
  /// All of it, by the caller's thread.
  void FillHere();

  int32_t columns() const { return resolution_; }
  /// Calls `then` once, when the field is ready: at once, or by the thread that finishes it.
  void WhenReady(std::function<void()> then);
  /// Once it is ready.
  const LatLongFields& fields() const { return fields_; }

 private:
  const std::weak_ptr<const Geometry> owner_;
  std::shared_ptr<const Geometry> geometry_;  // until it is ready
  const int32_t resolution_;
  const std::shared_ptr<std::atomic<int64_t>> alive_;
  LatLongFields fields_;
  std::mutex mutex_;
  bool ready_ = false;
  std::vector<std::function<void()>> waiting_;

  friend class LatLongCache;
};

/// Thread-safe.
class LatLongCache {
 public:
  /// At most `limit_bytes` are alive at any time, those that are held outside included.
  explicit LatLongCache(int64_t limit_bytes);

  struct Ticket {
    std::shared_ptr<LatLongBuild> build;  // null if the geometry has no field
    bool mine = false;                    // the caller makes it
  };
  /// The field of `geometry` alone. Fields least recently asked for make room; `ResourceExhausted`
  /// if those that others hold leave none, which may pass.
  absl::StatusOr<Ticket> Acquire(const std::shared_ptr<const Geometry>& geometry,
                                 int32_t resolution);

  /// OK, or `InvalidArgument` beginning with "field_resolution" if the fields of all these
  /// geometries can never be alive together.
  absl::Status CheckFits(const std::vector<std::shared_ptr<const Geometry>>& geometries,
                         int32_t resolution) const;

  /// Bytes that are alive.
  int64_t bytes() const { return *alive_; }

 private:
  // A geometry's address may be used again once it is gone: the weak pointer tells.
  using Key = std::pair<const Geometry*, int32_t>;
  struct Entry {
    Key key;
    std::shared_ptr<LatLongBuild> build;
  };
  using Entries = std::list<Entry>;

  std::shared_ptr<LatLongBuild> Find(const Key& key);
  Entries::iterator Drop(Entries::iterator entry);
  absl::Status MakeRoom(int64_t bytes);

  const int64_t limit_bytes_;
  // Shared with every field, which may outlive the cache.
  const std::shared_ptr<std::atomic<int64_t>> alive_;
  std::mutex mutex_;
  Entries entries_;  // the most recently used first
  std::map<Key, Entries::iterator> places_;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_SUPPORT_LAT_LONG_CACHE_H_
