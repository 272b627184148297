// Farpoint: where the bytes of geometries are. The registry says what must be kept; a store keeps
// it.

#ifndef FARPOINT_SERVER_RESIDENCY_STORE_H_
#define FARPOINT_SERVER_RESIDENCY_STORE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "src/support/geometry.h"

namespace farpoint {

using GeometryPtr = std::shared_ptr<const Geometry>;

/// How much is alive, pinned geometries that were erased included.
struct StoreUsage {
  int64_t geometries = 0;
  int64_t bytes = 0;
};

/// Content by id, whoever it belongs to. Thread-safe; no method waits for anything.
class Store {
 public:
  virtual ~Store() = default;

  /// Keeps `geometry` under `id` and returns it in the form to hand out: holding that pins it. An
  /// id that is kept already keeps what it has, and that is returned. `ResourceExhausted` (see
  /// refusal.h) when it does not fit.
  virtual absl::StatusOr<GeometryPtr> Put(const std::string& id, GeometryPtr geometry) = 0;

  /// What is kept under `id`, or null.
  virtual GeometryPtr Find(const std::string& id) const = 0;

  /// Keeps `id` no longer. Its bytes go with its last pin.
  virtual void Erase(const std::string& id) = 0;

  /// OK, or `ResourceExhausted` when `bytes` more would surely not fit: asked before work is put
  /// into a geometry.
  virtual absl::Status CheckRoom(int64_t bytes) const = 0;

  virtual StoreUsage usage() const = 0;
};

}  // namespace farpoint

#endif  // FARPOINT_SERVER_RESIDENCY_STORE_H_
