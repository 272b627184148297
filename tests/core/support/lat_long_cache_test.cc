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

// The field, made here if this is the first to ask.
std::shared_ptr<LatLongBuild> Get(LatLongCache* cache, const std::shared_ptr<const Geometry>& ball,
                                  int32_t resolution = kResolution) {
  const auto ticket = cache->Acquire(ball, resolution).value();
  if (ticket.build != nullptr && ticket.mine) ticket.build->FillHere();
  return ticket.build;
}

TEST(LatLongCache, MakesAFieldOnce) {
  LatLongCache cache(Budget(2));
  const auto ball = Ball(1);
  const auto first = cache.Acquire(ball, kResolution).value();
  EXPECT_TRUE(first.mine);
  const auto second = cache.Acquire(ball, kResolution).value();
  EXPECT_FALSE(second.mine) << "the first makes it, also while it is not ready";
  EXPECT_EQ(second.build, first.build);
  EXPECT_EQ(cache.bytes(), Budget(1));
}

TEST(LatLongCache, TellsThoseWhoWaitWhenItIsReady) {
  LatLongCache cache(Budget(1));
  const auto ball = Ball(1);
  const auto ticket = cache.Acquire(ball, kResolution).value();
  int told = 0;
  ticket.build->WhenReady([&] { ++told; });
  ticket.build->WhenReady([&] { ++told; });
  for (int32_t i = 0; i < kResolution; ++i) ticket.build->FillColumn(i);
  EXPECT_EQ(told, 0);
  ticket.build->Finish();
  EXPECT_EQ(told, 2);
  ticket.build->WhenReady([&] { ++told; });
  EXPECT_EQ(told, 3) << "at once";
  const LatLongFields alone({ball.get()}, kResolution);
  for (int cell = 0; cell < kResolution * kResolution; ++cell) {
    EXPECT_EQ(ticket.build->fields().view(0).support_vid[cell], alone.view(0).support_vid[cell]);
  }
}

TEST(LatLongCache, KeepsResolutionsApart) {
  LatLongCache cache(1 << 20);
  const auto ball = Ball(1);
  EXPECT_EQ(Get(&cache, ball, 8)->fields().view(0).resolution, 8);
  EXPECT_EQ(Get(&cache, ball, 16)->fields().view(0).resolution, 16);
}

TEST(LatLongCache, TheLeastRecentlyUsedGivesWay) {
  LatLongCache cache(Budget(2));
  const auto a = Ball(1), b = Ball(2), c = Ball(3);
  const LatLongBuild* field_a = Get(&cache, a).get();
  std::weak_ptr<LatLongBuild> field_b = Get(&cache, b);
  EXPECT_EQ(Get(&cache, a).get(), field_a);
  Get(&cache, c);
  EXPECT_TRUE(field_b.expired());
  EXPECT_EQ(Get(&cache, a).get(), field_a) << "still there";
  EXPECT_EQ(cache.bytes(), Budget(2));
}

TEST(LatLongCache, WhatIsHeldCountsAndIsNotTaken) {
  LatLongCache cache(Budget(2));
  const auto a = Ball(1), b = Ball(2), c = Ball(3);
  auto held_a = Get(&cache, a);
  auto held_b = Get(&cache, b);
  const auto refused = cache.Acquire(c, kResolution);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kResourceExhausted) << refused.status();
  EXPECT_EQ(cache.bytes(), Budget(2));
  held_a.reset();
  EXPECT_TRUE(cache.Acquire(c, kResolution).ok());
  EXPECT_EQ(cache.bytes(), Budget(2));
}

TEST(LatLongCache, SaysWhatCanNeverFit) {
  const LatLongCache cache(Budget(2));
  const auto a = Ball(1), b = Ball(2), c = Ball(3);
  const auto sphere = Geometry::Create(Sphere{1}, GeometryLimits()).value();
  EXPECT_TRUE(cache.CheckFits({a, b, a, sphere}, kResolution).ok());
  const absl::Status never = cache.CheckFits({a, b, c}, kResolution);
  EXPECT_EQ(never.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(never.message().substr(0, 16), "field_resolution");
}

TEST(LatLongCache, FieldsOfGeometriesThatAreGoneGo) {
  LatLongCache cache(Budget(3));
  auto a = Ball(1);
  Get(&cache, a);
  a.reset();
  Get(&cache, Ball(2));
  EXPECT_EQ(cache.bytes(), Budget(1));
}

TEST(LatLongCache, AFieldMayOutliveTheCache) {
  const auto ball = Ball(1);
  std::shared_ptr<LatLongBuild> field;
  {
    LatLongCache cache(Budget(1));
    field = Get(&cache, ball);
  }
  EXPECT_EQ(field->fields().view(0).resolution, kResolution);
}

TEST(LatLongCache, RoundShapesHaveNone) {
  LatLongCache cache(Budget(1));
  const auto sphere = Geometry::Create(Sphere{1}, GeometryLimits()).value();
  EXPECT_EQ(Get(&cache, sphere), nullptr);
  EXPECT_EQ(cache.bytes(), 0);
}

}  // namespace
}  // namespace farpoint
