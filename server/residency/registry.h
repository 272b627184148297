// Farpoint: which geometries a tenant has, and for how long.
//
//   Registry registry(std::make_unique<MemoryStore>(limit), GeometryLimits(), SystemClock());
//   ASSIGN_OR_RETURN(Registry::Created created,
//                    registry.Create("default", Sphere{0.1}, absl::Minutes(5)));
//   ASSIGN_OR_RETURN(std::vector<GeometryPtr> pins,
//                    registry.Pin("default", {created.resident.id}));
//
// A lease belongs to (tenant, id) and ends at an absolute time, or never; a lease is only ever
// extended, because two clients of one tenant share it. Content is shared between tenants and kept
// while anyone has a lease on it; a pin (a shared_ptr) keeps the bytes beyond that. A lease that
// has ended is gone for every method from that moment on.

#ifndef FARPOINT_SERVER_RESIDENCY_REGISTRY_H_
#define FARPOINT_SERVER_RESIDENCY_REGISTRY_H_

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/residency/clock.h"
#include "server/residency/store.h"

namespace farpoint {

/// One geometry of a tenant.
struct Resident {
  std::string id;
  GeometryPtr geometry;                             // a pin
  absl::Time expire_time = absl::InfiniteFuture();  // InfiniteFuture: never
};

/// Thread-safe. Only Create does work worth mentioning, and it does it outside the lock.
class Registry {
 public:
  Registry(std::unique_ptr<Store> store, const GeometryLimits& limits, const Clock& clock);

  struct Created {
    Resident resident;
    bool built = false;  // false: the content was there already
  };
  /// Makes `shape` resident and takes or extends its lease; `ttl` > 0 from now, unset: for ever.
  /// Two calls with one shape at the same time may build it twice; one of the two is kept. Errors:
  /// those of Geometry::Create, and `ResourceExhausted` (kMemoryFull). `Cancelled` soon after
  /// `cancel` (may be null) is set while it is built.
  absl::StatusOr<Created> Create(const std::string& tenant, Shape shape,
                                 std::optional<absl::Duration> ttl,
                                 const std::atomic<bool>* cancel = nullptr);

  /// OK, or `ResourceExhausted` (kMemoryFull) when a geometry of `bytes` would surely not fit:
  /// asked before its data is let in.
  absl::Status CheckRoom(int64_t bytes) const { return store_->CheckRoom(bytes); }
  const GeometryLimits& geometry_limits() const { return limits_; }

  /// The ids without a lease, in the order asked, each once. With a `ttl` the leases of all others
  /// are extended.
  std::vector<std::string> FindMissing(const std::string& tenant,
                                       const std::vector<std::string>& ids,
                                       std::optional<absl::Duration> ttl);

  /// `NotFound` (kGeometryNotFound) without a lease.
  absl::StatusOr<Resident> Get(const std::string& tenant, const std::string& id);

  struct Page {
    std::vector<Resident> residents;  // by ascending id
    bool more = false;                // whether others follow
  };
  /// The first `size` geometries whose id is greater than `after` ("" for the first page).
  Page List(const std::string& tenant, size_t size, const std::string& after);

  /// Ends the lease; whether there was one.
  bool Delete(const std::string& tenant, const std::string& id);

  /// Pins for all ids, in order, or `NotFound` (kGeometryNotFound) with every id that is missing.
  absl::StatusOr<std::vector<GeometryPtr>> Pin(const std::string& tenant,
                                               const std::vector<std::string>& ids);

  /// What is alive, of all tenants, pins included.
  StoreUsage usage();
  /// How many geometries were built since the start.
  int64_t built() const;

 private:
  struct Lease {
    GeometryPtr geometry;
    absl::Time expire_time;
  };
  using Leases = std::map<std::string, Lease>;  // by id
  using Expiry =
      std::pair<absl::Time, std::pair<std::string, std::string>>;  // (time, (tenant, id))
  using Released = std::vector<GeometryPtr>;                       // freed after the lock is

  absl::Time ExpireTime(std::optional<absl::Duration> ttl) const;
  Resident TakeLease(const std::string& tenant, const std::string& id, GeometryPtr geometry,
                     absl::Time expire_time);
  void Extend(const std::string& tenant, const std::string& id, Lease& lease,
              absl::Time expire_time);
  Leases& LiveLeases(const std::string& tenant, Released& released);
  void EndExpired(Released& released);
  bool EndLease(const std::string& tenant, const std::string& id, Released& released);

  const std::unique_ptr<Store> store_;
  const GeometryLimits limits_;
  const Clock& clock_;

  mutable std::mutex mutex_;
  std::map<std::string, Leases> leases_;              // by tenant
  std::set<Expiry> expiries_;                         // of the leases that end
  std::unordered_map<std::string, int> lease_count_;  // by id, over all tenants
  int64_t built_ = 0;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_RESIDENCY_REGISTRY_H_
