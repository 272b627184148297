// Farpoint: a store in memory, up to a limit. It never evicts.

#ifndef FARPOINT_SERVER_RESIDENCY_MEMORY_STORE_H_
#define FARPOINT_SERVER_RESIDENCY_MEMORY_STORE_H_

#include <mutex>
#include <unordered_map>

#include "server/residency/store.h"

namespace farpoint {

class MemoryStore : public Store {
 public:
  /// At most `limit_bytes` alive at any time, by GeometryFacts::resident_bytes, pinned geometries
  /// included.
  explicit MemoryStore(int64_t limit_bytes);

  absl::StatusOr<GeometryPtr> Put(const std::string& id, GeometryPtr geometry) override;
  GeometryPtr Find(const std::string& id) const override;
  void Erase(const std::string& id) override;
  absl::Status CheckRoom(int64_t bytes) const override;
  StoreUsage usage() const override;

 private:
  class Account;

  const std::shared_ptr<Account> account_;  // shared with every pin, which may outlive the store
  mutable std::mutex mutex_;
  std::unordered_map<std::string, GeometryPtr> kept_;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_RESIDENCY_MEMORY_STORE_H_
