#include "src/batch/cuda/resident_store.h"

#include <algorithm>
#include <utility>

#include "src/batch/cuda/device_geometry.h"

namespace farpoint {

ResidentStore::ResidentStore(Device* device, int64_t limit_bytes) : arena_(device, limit_bytes) {}
ResidentStore::~ResidentStore() = default;

ResidentStore::Pins& ResidentStore::Pins::operator=(Pins&& other) noexcept {
  Release();
  store_ = std::exchange(other.store_, nullptr);
  keys_ = std::exchange(other.keys_, {});
  geometries_ = std::exchange(other.geometries_, {});
  return *this;
}

void ResidentStore::Pins::Release() {
  if (store_ != nullptr && !keys_.empty()) store_->Unpin(keys_);
  store_ = nullptr;
  keys_.clear();
  geometries_.clear();
}

absl::StatusOr<ResidentStore::Pins> ResidentStore::Pin(const Wanted& geometries, Stream* stream) {
  std::unique_lock<std::mutex> lock(mutex_);
  Pins pins;
  pins.store_ = this;
  const auto give_back = [&] { UnpinLocked(std::exchange(pins.keys_, {})); };
  absl::Status done = PinEach(geometries, stream, &pins);
  if (absl::IsResourceExhausted(done)) {
    give_back();
    // There may be holes between residents: the same again from the start, the largest first.
    if (Compact()) {
      Wanted by_size = geometries;
      std::stable_sort(by_size.begin(), by_size.end(), [](const auto* a, const auto* b) {
        return DeviceGeometryBytes(**a) > DeviceGeometryBytes(**b);
      });
      done = PinEach(by_size, stream, &pins);
      give_back();
      if (done.ok()) done = PinEach(geometries, stream, &pins);  // all there: for their order
    }
  }
  lock.unlock();  // on failure `pins` gives back what it has
  if (!done.ok()) return done;
  return pins;
}

absl::Status ResidentStore::PinEach(const Wanted& geometries, Stream* stream, Pins* pins) {
  pins->geometries_.clear();
  for (const auto* geometry : geometries) {
    absl::StatusOr<Entry*> entry = Bring(*geometry, stream);
    if (!entry.ok()) return entry.status();
    ++(*entry)->pins;
    recent_.splice(recent_.begin(), recent_, (*entry)->used);
    pins->keys_.push_back(geometry->get());
    pins->geometries_.push_back(reinterpret_cast<const DeviceGeometry*>((*entry)->piece));
  }
  return absl::OkStatus();
}

// Drops everything, if nothing is pinned; whether it was so.
bool ResidentStore::Compact() {
  for (const auto& [key, entry] : entries_) {
    if (entry.pins > 0) return false;
  }
  while (!recent_.empty()) Drop(recent_.back());
  return true;
}

int64_t ResidentStore::bytes() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return bytes_;
}
int64_t ResidentStore::count() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<int64_t>(entries_.size());
}

absl::StatusOr<ResidentStore::Entry*> ResidentStore::Bring(
    const std::shared_ptr<const Geometry>& geometry, Stream* stream) {
  const auto found = entries_.find(geometry.get());
  if (found != entries_.end()) {
    const bool same =
        !found->second.owner.owner_before(geometry) && !geometry.owner_before(found->second.owner);
    if (same) return &found->second;
    Drop(geometry.get());  // of a geometry that is gone: nobody can have pinned it
  }
  const int64_t bytes = DeviceGeometryBytes(*geometry);
  absl::StatusOr<char*> piece = arena_.Allocate(bytes);
  while (!piece.ok() && absl::IsResourceExhausted(piece.status()) && DropOne()) {
    piece = arena_.Allocate(bytes);
  }
  if (!piece.ok()) return piece.status();
  const std::vector<char> content = MakeDeviceGeometry(*geometry, *piece);
  absl::Status came = stream->Upload(*piece, content.data(), content.size());
  if (came.ok()) came = stream->Wait();
  if (!came.ok()) {
    arena_.Free(*piece);
    return came;
  }
  Entry& entry = entries_[geometry.get()];
  entry.owner = geometry;
  entry.piece = *piece;
  entry.bytes = bytes;
  entry.pins = 0;
  recent_.push_front(geometry.get());
  entry.used = recent_.begin();
  bytes_ += bytes;
  return &entry;
}

void ResidentStore::Drop(const Geometry* key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return;
  arena_.Free(found->second.piece);
  bytes_ -= found->second.bytes;
  recent_.erase(found->second.used);
  entries_.erase(found);
}

// Of a geometry that is gone, or else the least recently used; false if all are pinned.
bool ResidentStore::DropOne() {
  const Geometry* least = nullptr;
  for (auto key = recent_.rbegin(); key != recent_.rend(); ++key) {
    const Entry& entry = entries_.at(*key);
    if (entry.pins > 0) continue;
    if (least == nullptr) least = *key;
    if (!entry.owner.expired()) continue;
    least = *key;
    break;
  }
  if (least == nullptr) return false;
  Drop(least);
  return true;
}

void ResidentStore::Unpin(const std::vector<const Geometry*>& keys) {
  std::lock_guard<std::mutex> lock(mutex_);
  UnpinLocked(keys);
}

void ResidentStore::UnpinLocked(const std::vector<const Geometry*>& keys) {
  for (const Geometry* key : keys) --entries_.at(key).pins;
}

}  // namespace farpoint
