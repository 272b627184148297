// A device's memory for geometries: pieces do not meet, chunks come and go, the limit holds.

#include "src/batch/cuda/device_arena.h"

#include <gtest/gtest.h>

#include <map>

#include "src/batch/cuda/host_device.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

TEST(DeviceArena, PiecesNeverMeetAndTheLimitHolds) {
  const auto device = MakeHostDevice({});
  constexpr int64_t kLimit = 5 * DeviceArena::kChunk / 2;
  DeviceArena arena(device.get(), kLimit);
  RandomShapes random(1);
  std::map<char*, int64_t> pieces;
  int refused = 0;
  for (int i = 0; i < 5'000; ++i) {
    if (!pieces.empty() && random.Index(3) == 0) {
      const auto piece = std::next(pieces.begin(), random.Index(static_cast<int>(pieces.size())));
      arena.Free(piece->first);
      pieces.erase(piece);
      continue;
    }
    const auto bytes = static_cast<int64_t>(random.Scale(1, 4e6));
    const auto piece = arena.Allocate(bytes);
    if (!piece.ok()) {
      EXPECT_EQ(piece.status().code(), absl::StatusCode::kResourceExhausted);
      ++refused;
      continue;
    }
    EXPECT_EQ(reinterpret_cast<uintptr_t>(*piece) % 256, 0u);
    const auto [at, added] = pieces.emplace(*piece, bytes);
    ASSERT_TRUE(added);
    if (at != pieces.begin()) {
      const auto before = std::prev(at);
      EXPECT_LE(before->first + before->second, at->first);
    }
    if (const auto next = std::next(at); next != pieces.end()) {
      EXPECT_LE(at->first + bytes, next->first);
    }
    EXPECT_LE(arena.taken(), kLimit);
  }
  EXPECT_GT(refused, 0);
  for (const auto& [piece, bytes] : pieces) arena.Free(piece);
  EXPECT_EQ(arena.taken(), 0);
  EXPECT_EQ(device->free_bytes(), device->memory_bytes());
}

TEST(DeviceArena, APieceLargerThanAChunkHasItsOwn) {
  const auto device = MakeHostDevice({});
  DeviceArena arena(device.get(), 4 * DeviceArena::kChunk);
  const auto piece = arena.Allocate(3 * DeviceArena::kChunk);
  ASSERT_TRUE(piece.ok());
  EXPECT_FALSE(arena.Allocate(2 * DeviceArena::kChunk).ok());
  arena.Free(*piece);
  EXPECT_TRUE(arena.Allocate(2 * DeviceArena::kChunk).ok());
}

}  // namespace
}  // namespace farpoint
