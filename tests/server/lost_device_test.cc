// A device that is lost is told of: by health, by GetServerInfo, and once in the log.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <algorithm>
#include <future>

#include "tests/server/forwarding_backend.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

constexpr char kCollision[] = "farpoint.v1.CollisionService";

class LostDeviceTest : public testing::Test {
 protected:
  LostDeviceTest() {
    Lose({});
    server_ = std::make_unique<TestServer>(ServerOptions(), std::make_unique<Forwarding>(backend_));
    const std::string id = server_->Upload(SphereShape(1));
    *request_.mutable_batch() = RowOf({id, id}, {0, 3});
    AddPair(*request_.mutable_batch(), 0, 1);
  }

  // From now on these of two are lost.
  void Lose(const std::vector<int>& lost) {
    std::vector<DeviceReport> devices(2);
    devices[0].name = "left";
    devices[1].name = "right";
    for (int i : lost) devices[i].lost = true;
    backend_.SetDevices(devices);
  }
  // A call whose batch ends with that.
  grpc::Status Ask(const absl::Status& end) {
    std::future<grpc::Status> call = std::async(std::launch::async, [this] {
      grpc::ClientContext context;
      v1::DistanceResponse response;
      return server_->stubs().collision->Distance(&context, request_, &response);
    });
    FakeBackend::Call batch = backend_.Take();
    if (end.ok()) {
      batch.Answer();
    } else {
      batch.done(end);
    }
    return call.get();
  }
  v1::GetServerInfoResponse Info() {
    grpc::ClientContext context;
    v1::GetServerInfoResponse info;
    EXPECT_TRUE(server_->stubs().server->GetServerInfo(&context, {}, &info).ok());
    return info;
  }

  FakeBackend backend_;
  std::unique_ptr<TestServer> server_;
  v1::DistanceRequest request_;
};

TEST_F(LostDeviceTest, OneOfTwoChangesTheHealthOfDevicesOnly) {
  EXPECT_EQ(HealthOf(*server_, "farpoint.devices"), "SERVING");
  Lose({1});
  EXPECT_EQ(Ask(absl::UnavailableError("the device is lost")).error_code(),
            grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(HealthOf(*server_, "farpoint.devices"), "NOT_SERVING");
  EXPECT_EQ(HealthOf(*server_, ""), "SERVING");
  EXPECT_EQ(HealthOf(*server_, kCollision), "SERVING");
  EXPECT_TRUE(Ask(absl::OkStatus()).ok()) << "the other one serves on";
  const v1::GetServerInfoResponse info = Info();
  EXPECT_EQ(info.counters().devices_lost(), 1);
  ASSERT_EQ(info.devices_size(), 2);
  EXPECT_FALSE(info.devices(0).lost());
  EXPECT_TRUE(info.devices(1).lost());
}

// A backend may answer the batch that a device failed on with another device.
TEST_F(LostDeviceTest, ALossIsNoticedThoughItsBatchWasAnswered) {
  Lose({0});
  EXPECT_TRUE(Ask(absl::OkStatus()).ok());
  EXPECT_EQ(HealthOf(*server_, "farpoint.devices"), "NOT_SERVING");
}

TEST_F(LostDeviceTest, ALossIsNoticedByWhoeverAsksForTheServersState) {
  Lose({0});
  EXPECT_EQ(Info().counters().devices_lost(), 1);
  EXPECT_EQ(HealthOf(*server_, "farpoint.devices"), "NOT_SERVING");
}

TEST_F(LostDeviceTest, WithTheLastOneTheServerNoLongerServes) {
  Lose({0});
  Ask(absl::OkStatus());
  Lose({0, 1});
  const grpc::Status failed = Ask(absl::UnavailableError("no device is left"));
  EXPECT_EQ(failed.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(failed.error_message(), "no device is left");
  for (const char* service : {"", "farpoint.devices", kCollision}) {
    EXPECT_EQ(HealthOf(*server_, service), "NOT_SERVING") << service;
  }
  // What needs no device still is.
  EXPECT_EQ(HealthOf(*server_, "farpoint.v1.GeometryService"), "SERVING");
  EXPECT_EQ(Info().counters().devices_lost(), 2);
  EXPECT_FALSE(server_->Upload(SphereShape(2)).empty());
  server_->server().Shutdown();
}

TEST_F(LostDeviceTest, EachLossIsLoggedOnce) {
  testing::internal::CaptureStderr();
  Lose({1});
  for (int i = 0; i < 3; ++i) Ask(absl::UnavailableError("the device is lost"));
  Lose({0, 1});
  for (int i = 0; i < 3; ++i) Ask(absl::UnavailableError("no device is left"));
  Info();
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, testing::HasSubstr("farpointd: device 1 (right) is lost; 1 of 2 left\n"));
  EXPECT_THAT(log, testing::HasSubstr("farpointd: device 0 (left) is lost; 0 of 2 left\n"));
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 2);
}

TEST_F(LostDeviceTest, ManyCallsThatNoticeALossTogetherCountItOnce) {
  testing::internal::CaptureStderr();
  Lose({0});
  std::vector<std::future<v1::GetServerInfoResponse>> calls;
  for (int i = 0; i < 16; ++i) {
    calls.push_back(std::async(std::launch::async, [this] { return Info(); }));
  }
  for (auto& call : calls) EXPECT_EQ(call.get().counters().devices_lost(), 1);
  const std::string log = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 1) << log;
}

}  // namespace
}  // namespace farpoint
