// What a server says of its devices arrives whole.

#include <gtest/gtest.h>

#include "client/wire.h"

namespace farpoint::client {
namespace {

TEST(DeviceReport, IsReadWhole) {
  v1::GetServerInfoResponse wire;
  v1::Device& device = *wire.add_devices();
  device.set_name("NVIDIA One");
  device.set_concurrency(2);
  device.set_memory_bytes(30);
  device.set_memory_limit_bytes(20);
  device.set_resident_bytes(10);
  device.set_resident_geometries(5);
  device.set_lost(true);
  wire.add_devices()->set_name("NVIDIA Two");
  wire.mutable_counters()->set_devices_lost(1);
  const ServerInfo info = ReadServerInfo(wire);
  ASSERT_EQ(info.devices.size(), 2u);
  EXPECT_EQ(info.devices[0].name, "NVIDIA One");
  EXPECT_EQ(info.devices[0].concurrency, 2);
  EXPECT_EQ(info.devices[0].memory_bytes, 30);
  EXPECT_EQ(info.devices[0].memory_limit_bytes, 20);
  EXPECT_EQ(info.devices[0].resident_bytes, 10);
  EXPECT_EQ(info.devices[0].resident_geometries, 5);
  EXPECT_TRUE(info.devices[0].lost);
  EXPECT_EQ(info.devices[1].name, "NVIDIA Two");
  EXPECT_FALSE(info.devices[1].lost);
  EXPECT_EQ(info.counters.devices_lost, 1);
}

}  // namespace
}  // namespace farpoint::client
