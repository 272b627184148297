// `farpoint info --json` leaves out nothing that a device reports.

#include "client/cli/report_json.h"

#include <gtest/gtest.h>

namespace farpoint::cli {
namespace {

TEST(ReportJson, TellsOfEveryDevice) {
  ServerInfo info;
  info.devices = {{"NVIDIA One", 2, 30, 20, 10, 5, true}, {"NVIDIA Two", 2, 31, 21, 11, 6, false}};
  info.counters.devices_lost = 1;
  const nlohmann::ordered_json json = ServerInfoJson(info);
  EXPECT_EQ(json["devices"].dump(),
            R"([{"name":"NVIDIA One","concurrency":2,"memory_bytes":30,"memory_limit_bytes":20,)"
            R"("resident_bytes":10,"resident_geometries":5,"lost":true},)"
            R"({"name":"NVIDIA Two","concurrency":2,"memory_bytes":31,"memory_limit_bytes":21,)"
            R"("resident_bytes":11,"resident_geometries":6,"lost":false}])");
  EXPECT_EQ(json["counters"]["devices_lost"], 1);
}

}  // namespace
}  // namespace farpoint::cli
