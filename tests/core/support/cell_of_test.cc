// The cell of any direction whatsoever lies in the table.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "src/support/exact_cells.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

template <class T>
class CellOf : public testing::Test {};
using NumberTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(CellOf, NumberTypes);

TYPED_TEST(CellOf, NeverLeavesTheTable) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const T values[] = {T(0),
                      T(-0.0),
                      T(1),
                      T(-1),
                      T(0.5),
                      T(1) - Limits::epsilon(),
                      T(1e-6),
                      Limits::min(),
                      Limits::denorm_min(),
                      -Limits::denorm_min(),
                      Limits::max(),
                      -Limits::max(),
                      Limits::infinity(),
                      -Limits::infinity(),
                      Limits::quiet_NaN()};
  int checked = 0;
  for (int32_t resolution : {1, 2, 8, 128}) {
    const auto check = [&](const Vec3<T>& d) {
      const int32_t cell = scalar::CellOf(resolution, d);
      EXPECT_GE(cell, 0) << d.x << " " << d.y << " " << d.z;
      EXPECT_LT(cell, 8 * resolution * resolution) << d.x << " " << d.y << " " << d.z;
      ++checked;
    };
    for (T x : values) {
      for (T y : values) {
        for (T z : values) check({x, y, z});
      }
    }
    RandomShapes random(1);
    for (int i = 0; i < 2'000; ++i) {
      const Vec3d d = random.Direction();
      const double scale = random.Scale(double(Limits::min()), std::sqrt(double(Limits::max())));
      check({T(d.x * scale), T(d.y * scale), T(d.z * scale)});
    }
  }
  EXPECT_GE(checked, 20'000);
}

TYPED_TEST(CellOf, OctantsAreTheSigns) {
  using T = TypeParam;
  for (int octant = 0; octant < 8; ++octant) {
    const Vec3<T> d{T(octant & 1 ? -1 : 1), T(octant & 2 ? -2 : 2), T(octant & 4 ? -5 : 5)};
    EXPECT_EQ(scalar::CellOf(4, d), (octant * 4 + 0) * 4 + 1);  // u = 1/8, v = 2/8
  }
}

TEST(ResolutionFor, IsAPowerOfTwoThatGrowsWithTheVertices) {
  int32_t last = 1;
  for (size_t count : {1, 17, 64, 65, 500, 3'000, 20'000, 65'535}) {
    const int32_t resolution = ExactCells::ResolutionFor(count);
    EXPECT_EQ(resolution & (resolution - 1), 0);
    EXPECT_GE(resolution, last);
    EXPECT_LE(resolution, 128);
    last = resolution;
  }
  EXPECT_GT(last, 2);
}

}  // namespace
}  // namespace farpoint
