#include "server/residency/registry.h"

#include <unordered_set>

#include "server/residency/refusal.h"
#include "src/geometry_id/geometry_id.h"

namespace farpoint {
namespace {

// What a shape's vertices alone take: a lower bound, known before any work.
int64_t VertexBytes(const Shape& shape) {
  const Mesh* mesh = std::get_if<Mesh>(&shape);
  return mesh == nullptr ? 0 : static_cast<int64_t>(mesh->vertices.size() * sizeof(Vec3d));
}

}  // namespace

Registry::Registry(std::unique_ptr<Store> store, const GeometryLimits& limits, const Clock& clock)
    : store_(std::move(store)), limits_(limits), clock_(clock) {}

absl::StatusOr<Registry::Created> Registry::Create(const std::string& tenant, Shape shape,
                                                   std::optional<absl::Duration> ttl,
                                                   const std::atomic<bool>* cancel) {
  const std::string id = GeometryId(shape);
  Released released;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    EndExpired(released);
    if (GeometryPtr found = store_->Find(id)) {
      return Created{TakeLease(tenant, id, std::move(found), ExpireTime(ttl)), false};
    }
    absl::Status room = store_->CheckRoom(VertexBytes(shape));
    if (!room.ok()) return room;
  }
  absl::StatusOr<GeometryPtr> geometry = Geometry::Create(std::move(shape), limits_, cancel);
  if (!geometry.ok()) return geometry.status();

  std::lock_guard<std::mutex> lock(mutex_);
  EndExpired(released);
  // Another upload of the same content may have been faster.
  const bool built = store_->Find(id) == nullptr;
  geometry = store_->Put(id, *std::move(geometry));
  if (!geometry.ok()) return geometry.status();
  built_ += built;
  return Created{TakeLease(tenant, id, *std::move(geometry), ExpireTime(ttl)), built};
}

std::vector<std::string> Registry::FindMissing(const std::string& tenant,
                                               const std::vector<std::string>& ids,
                                               std::optional<absl::Duration> ttl) {
  std::vector<std::string> missing;
  std::unordered_set<std::string> seen;
  Released released;
  std::lock_guard<std::mutex> lock(mutex_);
  Leases& leases = LiveLeases(tenant, released);
  for (const std::string& id : ids) {
    const auto found = leases.find(id);
    if (found == leases.end()) {
      if (seen.insert(id).second) missing.push_back(id);
    } else if (ttl) {
      Extend(tenant, id, found->second, ExpireTime(ttl));
    }
  }
  return missing;
}

absl::StatusOr<Resident> Registry::Get(const std::string& tenant, const std::string& id) {
  Released released;
  std::lock_guard<std::mutex> lock(mutex_);
  Leases& leases = LiveLeases(tenant, released);
  const auto found = leases.find(id);
  if (found == leases.end()) return GeometryNotFoundError({id});
  return Resident{id, found->second.geometry, found->second.expire_time};
}

Registry::Page Registry::List(const std::string& tenant, size_t size, const std::string& after) {
  Page page;
  Released released;
  std::lock_guard<std::mutex> lock(mutex_);
  Leases& leases = LiveLeases(tenant, released);
  for (auto it = leases.upper_bound(after); it != leases.end(); ++it) {
    if (page.residents.size() == size) {
      page.more = true;
      break;
    }
    page.residents.push_back({it->first, it->second.geometry, it->second.expire_time});
  }
  return page;
}

bool Registry::Delete(const std::string& tenant, const std::string& id) {
  Released released;
  std::lock_guard<std::mutex> lock(mutex_);
  EndExpired(released);
  return EndLease(tenant, id, released);
}

absl::StatusOr<std::vector<GeometryPtr>> Registry::Pin(const std::string& tenant,
                                                       const std::vector<std::string>& ids) {
  std::vector<GeometryPtr> pins;
  pins.reserve(ids.size());
  std::vector<std::string> missing;
  Released released;
  std::lock_guard<std::mutex> lock(mutex_);
  Leases& leases = LiveLeases(tenant, released);
  for (const std::string& id : ids) {
    const auto found = leases.find(id);
    if (found == leases.end()) {
      missing.push_back(id);
    } else {
      pins.push_back(found->second.geometry);
    }
  }
  if (!missing.empty()) return GeometryNotFoundError(missing);
  return pins;
}

StoreUsage Registry::usage() {
  {
    Released released;
    std::lock_guard<std::mutex> lock(mutex_);
    EndExpired(released);
  }
  return store_->usage();
}

int64_t Registry::built() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return built_;
}

absl::Time Registry::ExpireTime(std::optional<absl::Duration> ttl) const {
  return ttl ? clock_.Now() + *ttl : absl::InfiniteFuture();
}

Resident Registry::TakeLease(const std::string& tenant, const std::string& id, GeometryPtr geometry,
                             absl::Time expire_time) {
  const auto [it, is_new] =
      leases_[tenant].try_emplace(id, Lease{std::move(geometry), absl::InfinitePast()});
  if (is_new) ++lease_count_[id];
  Extend(tenant, id, it->second, expire_time);
  return {id, it->second.geometry, it->second.expire_time};
}

void Registry::Extend(const std::string& tenant, const std::string& id, Lease& lease,
                      absl::Time expire_time) {
  if (expire_time <= lease.expire_time) return;
  expiries_.erase({lease.expire_time, {tenant, id}});
  lease.expire_time = expire_time;
  if (expire_time != absl::InfiniteFuture()) expiries_.insert({expire_time, {tenant, id}});
}

Registry::Leases& Registry::LiveLeases(const std::string& tenant, Released& released) {
  EndExpired(released);
  return leases_[tenant];
}

void Registry::EndExpired(Released& released) {
  const absl::Time now = clock_.Now();
  while (!expiries_.empty() && expiries_.begin()->first <= now) {
    const auto [tenant, id] = expiries_.begin()->second;
    EndLease(tenant, id, released);
  }
}

bool Registry::EndLease(const std::string& tenant, const std::string& id, Released& released) {
  const auto leases = leases_.find(tenant);
  if (leases == leases_.end()) return false;
  const auto lease = leases->second.find(id);
  if (lease == leases->second.end()) return false;
  expiries_.erase({lease->second.expire_time, {tenant, id}});
  released.push_back(std::move(lease->second.geometry));
  leases->second.erase(lease);
  const auto count = lease_count_.find(id);
  if (--count->second == 0) {
    lease_count_.erase(count);
    store_->Erase(id);
  }
  return true;
}

}  // namespace farpoint
