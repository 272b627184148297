#include "server/residency/registry.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "server/residency/memory_store.h"
#include "server/residency/refusal.h"
#include "src/geometry_id/geometry_id.h"
#include "tests/residency/fake_clock.h"

namespace farpoint {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class RegistryTest : public testing::Test {
 protected:
  std::string Create(double radius, std::optional<absl::Duration> ttl = std::nullopt,
                     const std::string& tenant = "t") {
    absl::StatusOr<Registry::Created> created = registry_.Create(tenant, Sphere{radius}, ttl);
    EXPECT_TRUE(created.ok()) << created.status();
    return created->resident.id;
  }

  FakeClock clock_;
  Registry registry_{std::make_unique<MemoryStore>(1 << 20), GeometryLimits(), clock_};
};

TEST_F(RegistryTest, CreatesOnceAndReportsTheContentAddress) {
  const absl::StatusOr<Registry::Created> first = registry_.Create("t", Sphere{1}, std::nullopt);
  ASSERT_TRUE(first.ok());
  EXPECT_TRUE(first->built);
  EXPECT_EQ(first->resident.id, GeometryId(Sphere{1}));
  EXPECT_EQ(first->resident.expire_time, absl::InfiniteFuture());
  const absl::StatusOr<Registry::Created> again = registry_.Create("t", Sphere{1}, std::nullopt);
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->built);
  EXPECT_EQ(again->resident.geometry, first->resident.geometry);
  EXPECT_EQ(registry_.built(), 1);
  EXPECT_EQ(registry_.usage().geometries, 1);
}

TEST_F(RegistryTest, RefusesABadShape) {
  EXPECT_EQ(registry_.Create("t", Sphere{-1}, std::nullopt).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(registry_.usage().geometries, 0);
}

TEST_F(RegistryTest, LeaseEndsAtItsTimeAndNotBefore) {
  const std::string id = Create(1, absl::Seconds(10));
  EXPECT_EQ(registry_.Get("t", id)->expire_time, clock_.Now() + absl::Seconds(10));
  clock_.Advance(absl::Seconds(10) - absl::Nanoseconds(1));
  EXPECT_TRUE(registry_.Get("t", id).ok());
  clock_.Advance(absl::Nanoseconds(1));
  EXPECT_EQ(registry_.Get("t", id).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(registry_.usage().geometries, 0);
}

TEST_F(RegistryTest, LeaseIsExtendedNeverShortened) {
  const absl::Time start = clock_.Now();
  const std::string id = Create(1, absl::Seconds(10));
  Create(1, absl::Seconds(5));
  EXPECT_EQ(registry_.Get("t", id)->expire_time, start + absl::Seconds(10));
  EXPECT_THAT(registry_.FindMissing("t", {id}, absl::Seconds(20)), IsEmpty());
  EXPECT_EQ(registry_.Get("t", id)->expire_time, start + absl::Seconds(20));
  clock_.Advance(absl::Seconds(15));
  EXPECT_TRUE(registry_.Get("t", id).ok());
  Create(1);  // for ever
  clock_.Advance(absl::Hours(1e6));
  EXPECT_TRUE(registry_.Get("t", id).ok());
}

TEST_F(RegistryTest, FindMissingKeepsOrderNamesEachOnceAndLeavesLeasesWithoutTtl) {
  const std::string a = Create(1, absl::Seconds(10));
  const absl::Time expire_time = registry_.Get("t", a)->expire_time;
  clock_.Advance(absl::Seconds(1));
  EXPECT_THAT(registry_.FindMissing("t", {"y", a, "x", "y"}, std::nullopt), ElementsAre("y", "x"));
  EXPECT_EQ(registry_.Get("t", a)->expire_time, expire_time);
}

TEST_F(RegistryTest, TenantsShareContentButNotLeases) {
  const std::string id = Create(1, std::nullopt, "one");
  EXPECT_EQ(registry_.Get("two", id).status().code(), absl::StatusCode::kNotFound);
  Create(1, std::nullopt, "two");
  EXPECT_EQ(registry_.built(), 1);
  EXPECT_EQ(registry_.Get("one", id)->geometry, registry_.Get("two", id)->geometry);
  EXPECT_TRUE(registry_.Delete("one", id));
  EXPECT_EQ(registry_.Get("one", id).status().code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(registry_.Get("two", id).ok());
  EXPECT_TRUE(registry_.Delete("two", id));
  EXPECT_EQ(registry_.usage().bytes, 0);
}

TEST_F(RegistryTest, DeleteIsIdempotentAndBytesGoWithTheLastPin) {
  const std::string id = Create(1);
  std::vector<GeometryPtr> pins = *registry_.Pin("t", {id, id});
  EXPECT_TRUE(registry_.Delete("t", id));
  EXPECT_FALSE(registry_.Delete("t", id));
  EXPECT_FALSE(registry_.Delete("nobody", id));
  EXPECT_EQ(registry_.usage().geometries, 1);
  pins.clear();
  EXPECT_EQ(registry_.usage().geometries, 0);
}

TEST_F(RegistryTest, PinNamesEveryMissingId) {
  const std::string id = Create(1);
  const absl::Status status = registry_.Pin("t", {"x", id, "y"}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(RefusalOf(status).geometry_ids, ElementsAre("x", "y"));
  EXPECT_EQ(RefusalOf(status).geometry_count, 2);
}

TEST_F(RegistryTest, PagesAreCompleteAndSortedWhateverHappensBetween) {
  std::vector<std::string> ids;
  for (int i = 1; i <= 10; ++i) ids.push_back(Create(i));
  std::sort(ids.begin(), ids.end());
  Registry::Page page = registry_.List("t", 4, "");
  ASSERT_EQ(page.residents.size(), 4u);
  EXPECT_TRUE(page.more);
  EXPECT_EQ(page.residents[3].id, ids[3]);
  registry_.Delete("t", ids[3]);  // the page's last one: the next still begins after it
  page = registry_.List("t", 6, ids[3]);
  ASSERT_EQ(page.residents.size(), 6u);
  EXPECT_FALSE(page.more);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(page.residents[i].id, ids[4 + i]);
}

TEST_F(RegistryTest, MemoryFullIsRefusedBeforeTheWork) {
  Registry small(std::make_unique<MemoryStore>(1000), GeometryLimits(), clock_);
  const absl::Status status =
      small.Create("t", Mesh{std::vector<Vec3d>(100, Vec3d{1, 2, 3})}, std::nullopt).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(RefusalOf(status).reason, kMemoryFull);
}

TEST_F(RegistryTest, ConcurrentUseKeepsTheBooksRight) {
  std::atomic<int> found{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      const std::string tenant = t % 2 == 0 ? "even" : "odd";
      for (int i = 0; i < 200; ++i) {
        const double size = 1 + i % 7;
        const absl::StatusOr<Registry::Created> created =
            registry_.Create(tenant, Box{{size, size, size}}, absl::Seconds(1 + i % 3));
        ASSERT_TRUE(created.ok());
        const auto pins = registry_.Pin(tenant, {created->resident.id});
        if (pins.ok()) {
          ++found;
          ASSERT_EQ((*pins)[0]->facts().hull_vertices, 8);
        }
        if (i % 5 == 0) registry_.Delete(tenant, created->resident.id);
        registry_.List(tenant, 3, "");
        registry_.FindMissing(tenant, {created->resident.id}, absl::Seconds(2));
        if (i % 11 == 0) clock_.Advance(absl::Seconds(1));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(found, 0);
  clock_.Advance(absl::Hours(1));
  EXPECT_EQ(registry_.usage().geometries, 0);
  EXPECT_EQ(registry_.usage().bytes, 0);
}

TEST_F(RegistryTest, ConcurrentUploadsOfOneShapeShareOneGeometry) {
  std::vector<std::thread> threads;
  std::vector<GeometryPtr> geometries(8);
  for (GeometryPtr& geometry : geometries) {
    threads.emplace_back([&geometry, this] {
      geometry = registry_.Create("t", Box{{1, 2, 3}}, std::nullopt)->resident.geometry;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const GeometryPtr& geometry : geometries) EXPECT_EQ(geometry, geometries[0]);
  EXPECT_EQ(registry_.built(), 1);
  EXPECT_EQ(registry_.usage().geometries, 1);
}

}  // namespace
}  // namespace farpoint
