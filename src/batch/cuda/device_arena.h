// Farpoint: a device's memory for geometries. It grows by chunks, of which pieces are cut, up to a
// limit; chunks that are empty go back to the device.

#ifndef FARPOINT_SRC_BATCH_CUDA_DEVICE_ARENA_H_
#define FARPOINT_SRC_BATCH_CUDA_DEVICE_ARENA_H_

#include <cstdint>
#include <map>
#include <memory>

#include "absl/status/statusor.h"
#include "src/batch/cuda/device.h"

namespace farpoint {

/// Not thread-safe.
class DeviceArena {
 public:
  /// Bytes of a chunk; larger pieces have one of their own.
  static constexpr int64_t kChunk = int64_t{16} << 20;

  /// Takes at most `limit_bytes` of `device`, which must outlive it.
  DeviceArena(Device* device, int64_t limit_bytes) : device_(device), limit_(limit_bytes) {}
  ~DeviceArena();
  DeviceArena(const DeviceArena&) = delete;
  DeviceArena& operator=(const DeviceArena&) = delete;

  /// A piece of at least `bytes` > 0, aligned to 256. `ResourceExhausted` beyond the limit, or
  /// where the device has no more.
  absl::StatusOr<char*> Allocate(int64_t bytes);
  void Free(char* piece);

  int64_t limit() const { return limit_; }
  /// Bytes of all chunks.
  int64_t taken() const { return taken_; }
  /// What a piece takes.
  static int64_t Rounded(int64_t bytes) { return (bytes + 255) / 256 * 256; }

 private:
  struct Chunk {
    int64_t bytes;
    std::map<int64_t, int64_t> free;  // by offset: length; neighbours are joined
  };

  char* Cut(char* base, Chunk* chunk, int64_t bytes);
  absl::Status Grow(int64_t bytes);

  Device* device_;
  int64_t limit_;
  int64_t taken_ = 0;
  std::map<char*, Chunk> chunks_;    // by address
  std::map<char*, int64_t> pieces_;  // by address: length
};

}  // namespace farpoint

#endif  // FARPOINT_SRC_BATCH_CUDA_DEVICE_ARENA_H_
