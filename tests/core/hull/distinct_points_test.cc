// Which points are the first at their place, also where there are many blocks of them.

#include "src/hull/distinct_points.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>
#include <tuple>
#include <vector>

#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

TEST(DistinctPoints, AreTheFirstAtTheirPlace) {
  RandomShapes random(51);
  for (const size_t places : {2, 30, 200}) {
    std::vector<Vec3d> points;
    for (int i = 0; i < 300'000; ++i) {
      const auto any = [&] { return static_cast<double>(random.Index(static_cast<int>(places))); };
      points.push_back({any(), any(), any()});
      if (i % 2 == 0) points.back().x = -points.back().x;
    }
    std::set<std::tuple<double, double, double>> seen;
    std::vector<uint32_t> expected;
    for (size_t i = 0; i < points.size(); ++i) {
      if (seen.emplace(points[i].x, points[i].y, points[i].z).second) {
        expected.push_back(static_cast<uint32_t>(i));
      }
    }
    EXPECT_EQ(DistinctPoints(points.data(), points.size()), expected) << places;
  }
}

TEST(DistinctPoints, AreCancelledSoon) {
  const std::vector<Vec3d> points(4'000'000, Vec3d{1, 2, 3});
  std::atomic<bool> cancel{false};
  std::chrono::steady_clock::time_point set;
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    set = std::chrono::steady_clock::now();
    cancel = true;
  });
  const std::vector<uint32_t> distinct = DistinctPoints(points.data(), points.size(), &cancel);
  const auto end = std::chrono::steady_clock::now();
  canceller.join();
  EXPECT_LE(end - set, std::chrono::seconds(1));
  EXPECT_LE(distinct.size(), 1u);
  EXPECT_TRUE(DistinctPoints(points.data(), points.size(), &cancel).empty());
}

}  // namespace
}  // namespace farpoint
