#include "src/support/lat_long_cache.h"

#include <iterator>
#include <set>

#include "absl/strings/str_cat.h"

namespace farpoint {

LatLongBuild::LatLongBuild(std::shared_ptr<const Geometry> geometry, int32_t resolution,
                           std::shared_ptr<std::atomic<int64_t>> alive)
    : owner_(geometry),
      geometry_(std::move(geometry)),
      resolution_(resolution),
      alive_(std::move(alive)),
      fields_(resolution) {
  *alive_ += LatLongFields::Bytes(resolution_);
}

LatLongBuild::~LatLongBuild() { *alive_ -= LatLongFields::Bytes(resolution_); }

void LatLongBuild::FillColumn(int32_t i) { fields_.FillColumn(*geometry_, i); }

void LatLongBuild::Finish() {
  std::vector<std::function<void()>> waiting;
  std::shared_ptr<const Geometry> geometry;  // freed after the lock is
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ready_ = true;
    waiting.swap(waiting_);
    geometry.swap(geometry_);
  }
  for (const auto& then : waiting) then();
}

void LatLongBuild::FillHere() {
  for (int32_t i = 0; i < resolution_; ++i) FillColumn(i);
  Finish();
}

void LatLongBuild::WhenReady(std::function<void()> then) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!ready_) {
      waiting_.push_back(std::move(then));
      return;
    }
  }
  then();
}

LatLongCache::LatLongCache(int64_t limit_bytes)
    : limit_bytes_(limit_bytes), alive_(std::make_shared<std::atomic<int64_t>>(0)) {}

absl::StatusOr<LatLongCache::Ticket> LatLongCache::Acquire(
    const std::shared_ptr<const Geometry>& geometry, int32_t resolution) {
  if (!LatLongFields::Has(*geometry)) return Ticket{};
  const Key key{geometry.get(), resolution};
  std::lock_guard<std::mutex> lock(mutex_);
  if (auto found = Find(key)) return Ticket{std::move(found), false};
  absl::Status room = MakeRoom(LatLongFields::Bytes(resolution));
  if (!room.ok()) return room;
  auto build = std::make_shared<LatLongBuild>(geometry, resolution, alive_);
  entries_.push_front({key, build});
  places_[key] = entries_.begin();
  return Ticket{std::move(build), true};
}

absl::Status LatLongCache::CheckFits(const std::vector<std::shared_ptr<const Geometry>>& geometries,
                                     int32_t resolution) const {
  std::set<const Geometry*> with_field;
  for (const auto& geometry : geometries) {
    if (LatLongFields::Has(*geometry)) with_field.insert(geometry.get());
  }
  const int64_t bytes = LatLongFields::Bytes(resolution) * static_cast<int64_t>(with_field.size());
  if (bytes <= limit_bytes_) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "field_resolution: at ", resolution, " the lat-long fields of ", with_field.size(),
      " geometries take ", bytes, " bytes, at most ", limit_bytes_, " (--field_memory)"));
}

// With it, the entry becomes the most recently used.
std::shared_ptr<LatLongBuild> LatLongCache::Find(const Key& key) {
  const auto place = places_.find(key);
  if (place == places_.end()) return nullptr;
  const Entries::iterator entry = place->second;
  if (entry->build->owner_.expired()) {
    Drop(entry);
    return nullptr;
  }
  entries_.splice(entries_.begin(), entries_, entry);
  return entry->build;
}

LatLongCache::Entries::iterator LatLongCache::Drop(Entries::iterator entry) {
  places_.erase(entry->key);
  return entries_.erase(entry);
}

absl::Status LatLongCache::MakeRoom(int64_t bytes) {
  for (auto entry = entries_.begin(); entry != entries_.end();) {
    entry = entry->build->owner_.expired() ? Drop(entry) : std::next(entry);
  }
  // The oldest first; one that is held outside gives nothing back yet.
  for (auto entry = entries_.end(); *alive_ + bytes > limit_bytes_ && entry != entries_.begin();) {
    --entry;
    if (entry->build.use_count() == 1) entry = Drop(entry);
  }
  if (*alive_ + bytes <= limit_bytes_) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("a lat-long field of ", bytes, " bytes does not fit now: ", alive_->load(),
                   " of ", limit_bytes_, " bytes (--field_memory) are in use"));
}

}  // namespace farpoint
