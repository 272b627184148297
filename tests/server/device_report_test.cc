// GetServerInfo tells of every device what the backend does.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include "tests/server/forwarding_backend.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

TEST(DeviceReport, OfTheProcessorIsNameAndThreads) {
  TestServer server;
  server.Upload(BoxShape(1, 1, 1));
  const v1::GetServerInfoResponse info = ServerInfoOf(server);
  ASSERT_EQ(info.devices_size(), 1);
  v1::Device expected;
  expected.set_name("cpu");
  expected.set_concurrency(2);
  EXPECT_EQ(info.devices(0).DebugString(), expected.DebugString());
  EXPECT_EQ(info.counters().devices_lost(), 0);
}

TEST(DeviceReport, OfDevicesIsWholeAndInOrder) {
  FakeBackend backend;
  TestServer server({}, std::make_unique<Forwarding>(backend));
  backend.SetDevices({{.name = "NVIDIA One",
                       .memory_bytes = int64_t{141} << 30,
                       .memory_limit_bytes = int64_t{100} << 30,
                       .resident_bytes = 12'345,
                       .resident_geometries = 6},
                      {.name = "NVIDIA Two", .memory_bytes = 1, .lost = true}});
  const v1::GetServerInfoResponse info = ServerInfoOf(server);
  ASSERT_EQ(info.devices_size(), 2);
  const v1::Device& one = info.devices(0);
  EXPECT_EQ(one.name(), "NVIDIA One");
  EXPECT_EQ(one.concurrency(), backend.concurrency());
  EXPECT_EQ(one.memory_bytes(), int64_t{141} << 30);
  EXPECT_EQ(one.memory_limit_bytes(), int64_t{100} << 30);
  EXPECT_EQ(one.resident_bytes(), 12'345);
  EXPECT_EQ(one.resident_geometries(), 6);
  EXPECT_FALSE(one.lost());
  EXPECT_EQ(info.devices(1).name(), "NVIDIA Two");
  EXPECT_TRUE(info.devices(1).lost());
}

}  // namespace
}  // namespace farpoint
