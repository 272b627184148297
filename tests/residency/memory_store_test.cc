#include "server/residency/memory_store.h"

#include <gmock/gmock.h>

#include "server/residency/refusal.h"

namespace farpoint {
namespace {

GeometryPtr MakeBox(double size) {
  return *Geometry::Create(Box{{size, size, size}}, GeometryLimits());
}

TEST(MemoryStore, CountsWhatIsAlivePinsIncluded) {
  MemoryStore store(1 << 20);
  const int64_t bytes = MakeBox(1)->facts().resident_bytes;
  ASSERT_GT(bytes, 0);
  GeometryPtr pin = *store.Put("a", MakeBox(1));
  ASSERT_TRUE(store.Put("b", MakeBox(2)).ok());
  EXPECT_EQ(store.usage().geometries, 2);
  EXPECT_EQ(store.usage().bytes, 2 * bytes);

  store.Erase("a");
  store.Erase("b");
  EXPECT_EQ(store.Find("a"), nullptr);
  EXPECT_EQ(store.usage().geometries, 1) << "the pin holds it";
  pin = nullptr;
  EXPECT_EQ(store.usage().geometries, 0);
  EXPECT_EQ(store.usage().bytes, 0);
}

TEST(MemoryStore, KeepsWhatItHasUnderAnId) {
  MemoryStore store(1 << 20);
  const GeometryPtr first = *store.Put("a", MakeBox(1));
  EXPECT_EQ(*store.Put("a", MakeBox(1)), first);
  EXPECT_EQ(store.Find("a"), first);
  EXPECT_EQ(store.usage().geometries, 1);
}

TEST(MemoryStore, RefusesWhatDoesNotFitAndTakesItOnceThereIsRoom) {
  const int64_t bytes = MakeBox(1)->facts().resident_bytes;
  MemoryStore store(2 * bytes - 1);
  GeometryPtr pin = *store.Put("a", MakeBox(1));
  const absl::Status full = store.Put("b", MakeBox(2)).status();
  EXPECT_EQ(full.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(RefusalOf(full).reason, kMemoryFull);
  EXPECT_FALSE(store.CheckRoom(bytes).ok());
  EXPECT_TRUE(store.CheckRoom(bytes - 1).ok());
  EXPECT_EQ(store.Find("b"), nullptr);

  store.Erase("a");
  EXPECT_FALSE(store.Put("b", MakeBox(2)).ok()) << "pinned bytes count";
  pin = nullptr;
  EXPECT_TRUE(store.Put("b", MakeBox(2)).ok());
}

TEST(MemoryStore, PinsMayOutliveTheStore) {
  auto store = std::make_unique<MemoryStore>(1 << 20);
  const GeometryPtr pin = *store->Put("a", MakeBox(1));
  store = nullptr;
  EXPECT_EQ(pin->facts().hull_vertices, 8);
}

}  // namespace
}  // namespace farpoint
