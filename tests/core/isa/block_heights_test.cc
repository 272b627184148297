// A block's heights are integers, equal bit by bit in every instruction set.

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/isa/lane_probe.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

// Heights lose their lowest three bits to the place.
int64_t Placed(const CellBlock& block, const int16_t* d, int place) {
  const BlockVertex& v = block.vertex[place];
  const int64_t height = int64_t{v.x} * d[0] + int64_t{v.y} * d[1] + int64_t{v.z} * d[2];
  return (height & ~int64_t{7}) | place;
}

void ExpectPlaces(const CellBlock& block, const int16_t* d, int32_t below) {
  int expected = 0;
  for (int i = 1; i < kBlockSize; ++i) {
    if (Placed(block, d, i) > Placed(block, d, expected)) expected = i;
  }
  uint32_t expected_near = 0;
  for (int i = 0; i < kBlockSize; ++i) {
    expected_near |= uint32_t(Placed(block, d, i) >= Placed(block, d, expected) - below) << i;
  }
  for (const LaneProbe& probe : LaneProbes()) {
    int32_t highest = -1;
    uint32_t near = 0;
    probe.places(block, d, below, &highest, &near);
    ASSERT_EQ(highest, expected) << probe.name;
    ASSERT_EQ(near, expected_near) << probe.name;
  }
}

// A vertex and a direction whose length is at most kBlockSteps.
void Set(const Vec3d& v, int16_t* x, int16_t* y, int16_t* z) {
  *x = static_cast<int16_t>(v.x * kBlockSteps);
  *y = static_cast<int16_t>(v.y * kBlockSteps);
  *z = static_cast<int16_t>(v.z * kBlockSteps);
}

TEST(BlockHeights, OfRandomVertices) {
  RandomShapes random(1);
  for (int round = 0; round < 5'000; ++round) {
    CellBlock block;
    const double size = round % 3 == 0 ? 1e-4 : 1;  // many equal heights, or few
    for (int i = 0; i < kBlockSize; ++i) {
      BlockVertex& v = block.vertex[i];
      const Vec3d p = random.Direction();
      Set({p.x * size, p.y * size, p.z * size}, &v.x, &v.y, &v.z);
      v.index = static_cast<uint16_t>(random.Index(65'536));
    }
    int16_t d[3];
    Set(random.Direction(), &d[0], &d[1], &d[2]);
    const auto below = static_cast<int32_t>(random.Scale(1, 1e9));
    ASSERT_NO_FATAL_FAILURE(ExpectPlaces(block, d, below));
  }
}

TEST(BlockHeights, OfExtremesAndRepeatedVertices) {
  constexpr int16_t kFar = kBlockSteps;
  const int16_t kDirections[][3] = {{kFar, 0, 0}, {0, -kFar, 0}, {0, 0, kFar},
                                    {0, 0, 0},    {-1, 1, -1},   {1, 0, 0}};
  for (const auto& d : kDirections) {
    CellBlock block;
    for (int first = 0; first < kBlockSize; ++first) {
      for (int i = 0; i < kBlockSize; ++i) {
        const int16_t c = i < first ? -kFar : kFar;
        block.vertex[i] = {i % 3 == 0 ? c : int16_t{0}, i % 3 == 1 ? c : int16_t{0},
                           i % 3 == 2 ? c : int16_t{0}, 0xFFFF};
      }
      ASSERT_NO_FATAL_FAILURE(ExpectPlaces(block, d, 6 * kBlockSteps));
    }
    for (BlockVertex& v : block.vertex) v = {kFar, 0, 0, 7};
    ASSERT_NO_FATAL_FAILURE(ExpectPlaces(block, d, 1));
  }
}

}  // namespace
}  // namespace farpoint
