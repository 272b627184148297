#include "server/residency/memory_store.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "server/residency/refusal.h"

namespace farpoint {

// Counts what is alive. The pointers that Put hands out give their bytes back when the last one
// goes.
class MemoryStore::Account {
 public:
  explicit Account(int64_t limit) : limit_(limit) {}

  absl::Status Check(int64_t bytes) const {
    std::lock_guard<std::mutex> lock(mutex_);
    return CheckLocked(bytes);
  }
  absl::Status Charge(int64_t bytes) {
    std::lock_guard<std::mutex> lock(mutex_);
    absl::Status status = CheckLocked(bytes);
    if (!status.ok()) return status;
    usage_.bytes += bytes;
    ++usage_.geometries;
    return absl::OkStatus();
  }
  void Release(int64_t bytes) {
    std::lock_guard<std::mutex> lock(mutex_);
    usage_.bytes -= bytes;
    --usage_.geometries;
  }
  StoreUsage usage() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return usage_;
  }

 private:
  absl::Status CheckLocked(int64_t bytes) const {
    if (bytes <= limit_ - usage_.bytes) return absl::OkStatus();
    return MemoryFullError(absl::StrCat("a geometry of at least ", bytes, " bytes does not fit: ",
                                        usage_.bytes, " of ", limit_, " bytes are taken"));
  }

  const int64_t limit_;
  mutable std::mutex mutex_;
  StoreUsage usage_;
};

MemoryStore::MemoryStore(int64_t limit_bytes) : account_(std::make_shared<Account>(limit_bytes)) {}

absl::StatusOr<GeometryPtr> MemoryStore::Put(const std::string& id, GeometryPtr geometry) {
  std::lock_guard<std::mutex> lock(mutex_);
  GeometryPtr& kept = kept_[id];
  if (kept != nullptr) return kept;
  const int64_t bytes = geometry->facts().resident_bytes;
  if (absl::Status status = account_->Charge(bytes); !status.ok()) {
    kept_.erase(id);
    return status;
  }
  const Geometry* raw = geometry.get();
  // The deleter owns the geometry; it frees it first and gives the bytes back then.
  auto release = [owned = std::move(geometry), account = account_, bytes](const Geometry*) mutable {
    owned.reset();
    account->Release(bytes);
  };
  kept = GeometryPtr(raw, std::move(release));
  return kept;
}

GeometryPtr MemoryStore::Find(const std::string& id) const {
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = kept_.find(id);
  return found == kept_.end() ? nullptr : found->second;
}

void MemoryStore::Erase(const std::string& id) {
  GeometryPtr released;  // freed after the lock is: a large geometry takes its time
  std::lock_guard<std::mutex> lock(mutex_);
  const auto found = kept_.find(id);
  if (found == kept_.end()) return;
  released = std::move(found->second);
  kept_.erase(found);
}

absl::Status MemoryStore::CheckRoom(int64_t bytes) const { return account_->Check(bytes); }

StoreUsage MemoryStore::usage() const { return account_->usage(); }

}  // namespace farpoint
