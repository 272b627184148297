// Farpoint: the geometries that are resident on a device.
//
// A geometry comes when a batch first needs it, all of it in one piece of the device's memory, and
// stays. Those that no batch uses make room for others, the least recently used first: they can
// always come again, for the host keeps every geometry, so that nobody sees an eviction.

#ifndef FARPOINT_SRC_BATCH_CUDA_RESIDENT_STORE_H_
#define FARPOINT_SRC_BATCH_CUDA_RESIDENT_STORE_H_

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/status/statusor.h"
#include "src/batch/cuda/device.h"
#include "src/batch/cuda/device_arena.h"
#include "src/support/geometry.h"

namespace farpoint {

/// Thread-safe.
class ResidentStore {
 public:
  /// At most `limit_bytes` of `device`, which must outlive it.
  ResidentStore(Device* device, int64_t limit_bytes);
  ~ResidentStore();

  /// Geometries that stay where they are for as long as this lives. Movable.
  class Pins {
   public:
    Pins() = default;
    Pins(Pins&& other) noexcept = default;
    Pins& operator=(Pins&& other) noexcept;
    ~Pins() { Release(); }
    /// On the device, in the order asked.
    const std::vector<const DeviceGeometry*>& geometries() const { return geometries_; }
    void Release();

   private:
    friend class ResidentStore;
    ResidentStore* store_ = nullptr;
    std::vector<const Geometry*> keys_;
    std::vector<const DeviceGeometry*> geometries_;
  };

  using Wanted = std::vector<const std::shared_ptr<const Geometry>*>;
  /// Pins `geometries`, all with a form for devices (HasDeviceForm); those that are not resident
  /// come by `stream`, which is waited for. `ResourceExhausted` if there is no room beside what
  /// others have pinned; with nothing else pinned, what fits at all does, whatever came before.
  absl::StatusOr<Pins> Pin(const Wanted& geometries, Stream* stream);

  int64_t limit_bytes() const { return arena_.limit(); }
  int64_t bytes() const;
  int64_t count() const;

 private:
  struct Entry {
    std::weak_ptr<const Geometry> owner;  // an address may be used again once its geometry is gone
    char* piece = nullptr;
    int64_t bytes = 0;
    int64_t pins = 0;
    std::list<const Geometry*>::iterator used;  // in `recent_`
  };

  absl::Status PinEach(const Wanted& geometries, Stream* stream, Pins* pins);
  bool Compact();
  absl::StatusOr<Entry*> Bring(const std::shared_ptr<const Geometry>& geometry, Stream* stream);
  void Drop(const Geometry* key);
  bool DropOne();
  void Unpin(const std::vector<const Geometry*>& keys);
  void UnpinLocked(const std::vector<const Geometry*>& keys);

  mutable std::mutex mutex_;
  DeviceArena arena_;
  std::map<const Geometry*, Entry> entries_;
  std::list<const Geometry*> recent_;  // the most recently used first
  int64_t bytes_ = 0;
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_RESIDENT_STORE_H_
