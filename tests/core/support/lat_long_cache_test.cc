// Fields are made once, give way when others need the room, and never exceed the budget.

#include <gtest/gtest.h>

#include <vector>

#include "src/support/lat_long_cache.h"
#include "tests/core/random_shapes.h"

namespace farpoint {
namespace {

constexpr int kResolution = 8;

std::shared_ptr<const Geometry> Ball(uint64_t seed) {
  RandomShapes random(seed);
  Mesh mesh;
  for (int i = 0; i < 20; ++i) mesh.vertices.push_back(random.Direction());
  return Geometry::Create(mesh, GeometryLimits()).value();
}
int64_t Budget(int fields) { return fields * LatLongFields::Bytes(kResolution); }

TEST(LatLongCache, MakesAFieldOnce) {
  LatLongCache cache(Budget(2));
  const auto ball = Ball(1);
  const auto first = cache.Get(ball, kResolution).value();
  EXPECT_EQ(cache.Get(ball, kResolution).value(), first);
  EXPECT_EQ(cache.bytes(), Budget(1));
}

TEST(LatLongCache, KeepsResolutionsApart) {
  LatLongCache cache(1 << 20);
  const auto ball = Ball(1);
  EXPECT_EQ(cache.Get(ball, 8).value()->view(0).resolution, 8);
  EXPECT_EQ(cache.Get(ball, 16).value()->view(0).resolution, 16);
}

TEST(LatLongCache, TheLeastRecentlyUsedGivesWay) {
  LatLongCache cache(Budget(2));
  const auto a = Ball(1), b = Ball(2), c = Ball(3);
  const LatLongFields* field_a = cache.Get(a, kResolution).value().get();
  std::weak_ptr<const LatLongFields> field_b = cache.Get(b, kResolution).value();
  EXPECT_EQ(cache.Get(a, kResolution).value().get(), field_a);
  EXPECT_TRUE(cache.Get(c, kResolution).ok());
  EXPECT_TRUE(field_b.expired());
  EXPECT_EQ(cache.Get(a, kResolution).value().get(), field_a) << "still there";
  EXPECT_EQ(cache.bytes(), Budget(2));
}

TEST(LatLongCache, WhatIsHeldCountsAndIsNotTaken) {
  LatLongCache cache(Budget(2));
  const auto a = Ball(1), b = Ball(2), c = Ball(3);
  auto held_a = cache.Get(a, kResolution).value();
  auto held_b = cache.Get(b, kResolution).value();
  const auto refused = cache.Get(c, kResolution);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kResourceExhausted) << refused.status();
  EXPECT_EQ(cache.bytes(), Budget(2));
  held_a.reset();
  EXPECT_TRUE(cache.Get(c, kResolution).ok());
  EXPECT_EQ(cache.bytes(), Budget(2));
}

TEST(LatLongCache, FieldsOfGeometriesThatAreGoneGo) {
  LatLongCache cache(Budget(3));
  auto a = Ball(1);
  ASSERT_TRUE(cache.Get(a, kResolution).ok());
  a.reset();
  ASSERT_TRUE(cache.Get(Ball(2), kResolution).ok());
  EXPECT_EQ(cache.bytes(), Budget(1));
}

TEST(LatLongCache, AFieldMayOutliveTheCache) {
  const auto ball = Ball(1);
  std::shared_ptr<const LatLongFields> field;
  {
    LatLongCache cache(Budget(1));
    field = cache.Get(ball, kResolution).value();
  }
  EXPECT_EQ(field->view(0).resolution, kResolution);
}

TEST(LatLongCache, RoundShapesHaveNone) {
  LatLongCache cache(Budget(1));
  const auto sphere = Geometry::Create(Sphere{1}, GeometryLimits()).value();
  EXPECT_EQ(cache.Get(sphere, kResolution).value(), nullptr);
  EXPECT_EQ(cache.bytes(), 0);
}

}  // namespace
}  // namespace farpoint
