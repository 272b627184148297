#include "src/support/lat_long_cache.h"

#include <iterator>
#include <vector>

#include "absl/strings/str_cat.h"

namespace farpoint {

LatLongCache::LatLongCache(int64_t limit_bytes)
    : limit_bytes_(limit_bytes), alive_(std::make_shared<std::atomic<int64_t>>(0)) {}

absl::StatusOr<std::shared_ptr<const LatLongFields>> LatLongCache::Get(
    const std::shared_ptr<const Geometry>& geometry, int32_t resolution) {
  if (!LatLongFields::Has(*geometry)) return nullptr;
  const Key key{geometry.get(), resolution};
  const int64_t bytes = LatLongFields::Bytes(resolution);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (auto found = Find(key)) return found;
    if (absl::Status charged = Charge(bytes); !charged.ok()) return charged;
  }
  // From here on the deleter gives the bytes back.
  std::shared_ptr<const LatLongFields> made(new LatLongFields({geometry.get()}, resolution),
                                            [alive = alive_, bytes](const LatLongFields* fields) {
                                              delete fields;
                                              *alive -= bytes;
                                            });
  std::lock_guard<std::mutex> lock(mutex_);
  if (auto found = Find(key)) return found;
  entries_.push_front({key, geometry, made});
  places_[key] = entries_.begin();
  return made;
}

// With it, the entry becomes the most recently used.
std::shared_ptr<const LatLongFields> LatLongCache::Find(const Key& key) {
  const auto place = places_.find(key);
  if (place == places_.end()) return nullptr;
  const Entries::iterator entry = place->second;
  if (entry->geometry.expired()) {
    Drop(entry);
    return nullptr;
  }
  entries_.splice(entries_.begin(), entries_, entry);
  return entry->fields;
}

LatLongCache::Entries::iterator LatLongCache::Drop(Entries::iterator entry) {
  places_.erase(entry->key);
  return entries_.erase(entry);
}

absl::Status LatLongCache::Charge(int64_t bytes) {
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    entry = entry->geometry.expired() ? Drop(entry) : std::next(entry);
  }
  // The oldest first; one that is held outside gives nothing back yet.
  for (auto entry = entries_.end(); *alive_ + bytes > limit_bytes_ && entry != entries_.begin();) {
    --entry;
    if (entry->fields.use_count() == 1) entry = Drop(entry);
  }
  if (*alive_ + bytes > limit_bytes_) {
    return absl::ResourceExhaustedError(
        absl::StrCat("a lat-long field of ", bytes, " bytes does not fit: ", alive_->load(), " of ",
                     limit_bytes_, " bytes (--field_memory) are in use"));
  }
  *alive_ += bytes;
  return absl::OkStatus();
}

}  // namespace farpoint
