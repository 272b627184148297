// What a backend fails with reaches the client as it is; other batches are served, and a batch that
// failed holds nothing.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <future>

#include "tests/server/forwarding_backend.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

class BackendErrorsTest : public testing::Test {
 protected:
  BackendErrorsTest() {
    backend_.SetDevices({{.name = "device"}});
    id_ = server_.Upload(SphereShape(1));
    *request_.mutable_batch() = RowOf({id_, id_}, {0, 3});
    AddPair(*request_.mutable_batch(), 0, 1);
  }

  std::future<grpc::Status> Ask() {
    return std::async(std::launch::async, [this] {
      grpc::ClientContext context;
      v1::DistanceResponse response;
      return server_.stubs().collision->Distance(&context, request_, &response);
    });
  }
  std::future<grpc::Status> AskSupport() {
    return std::async(std::launch::async, [this] {
      v1::SupportRequest request;
      request.add_geometry_ids(id_);
      for (double d : {0., 0., 1.}) request.mutable_directions_f64()->add_direction_xyz(d);
      grpc::ClientContext context;
      v1::SupportResponse response;
      return server_.stubs().collision->Support(&context, request, &response);
    });
  }

  FakeBackend backend_;
  TestServer server_{{}, std::make_unique<Forwarding>(backend_)};
  std::string id_;
  v1::DistanceRequest request_;
};

const absl::Status kErrors[] = {absl::InternalError("a launch failed: misaligned address"),
                                absl::UnavailableError("no device is left"),
                                absl::ResourceExhaustedError("out of device memory")};

TEST_F(BackendErrorsTest, AFailureIsItsBatchsAlone) {
  for (const absl::Status& error : kErrors) {
    std::future<grpc::Status> other = Ask();
    FakeBackend::Call running = backend_.Take();
    std::future<grpc::Status> failing = Ask();
    backend_.Take().done(error);
    const grpc::Status failed = failing.get();
    EXPECT_EQ(static_cast<int>(failed.error_code()), static_cast<int>(error.code()));
    EXPECT_EQ(failed.error_message(), error.message());
    running.Answer();
    EXPECT_TRUE(other.get().ok()) << "it ran beside the one that failed";
    std::future<grpc::Status> next = Ask();
    backend_.Take().Answer();
    EXPECT_TRUE(next.get().ok());
  }
}

TEST_F(BackendErrorsTest, SupportFailsLikewise) {
  for (const absl::Status& error : kErrors) {
    std::future<grpc::Status> failing = AskSupport();
    backend_.TakeSupport().done(error);
    const grpc::Status failed = failing.get();
    EXPECT_EQ(static_cast<int>(failed.error_code()), static_cast<int>(error.code()));
    EXPECT_EQ(failed.error_message(), error.message());
    std::future<grpc::Status> next = AskSupport();
    backend_.TakeSupport().Answer();
    EXPECT_TRUE(next.get().ok());
  }
}

TEST_F(BackendErrorsTest, RoomThatADeviceDoesNotHaveIsNamedAndNotWaitedFor) {
  std::future<grpc::Status> large = Ask();
  backend_.Take().done(absl::FailedPreconditionError("pair 0: its geometries have no room"));
  const grpc::Status full = large.get();
  EXPECT_EQ(full.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(InfoOf(full).reason(), "MEMORY_FULL");
  EXPECT_EQ(RetryMillisecondsOf(full), -1);
}

TEST_F(BackendErrorsTest, ABatchThatFailedHoldsNeitherGeometriesNorPairs) {
  std::weak_ptr<const Geometry> geometry;
  for (const absl::Status& error : kErrors) {
    std::future<grpc::Status> failing = Ask();
    FakeBackend::Call call = backend_.Take();
    geometry = call.batch->geometries[0];
    call.done(error);
    EXPECT_FALSE(failing.get().ok());
  }
  v1::DeleteGeometryRequest request;
  request.set_geometry_id(id_);
  grpc::ClientContext context, info_context;
  v1::DeleteGeometryResponse response;
  ASSERT_TRUE(server_.stubs().geometry->DeleteGeometry(&context, request, &response).ok());
  EXPECT_TRUE(geometry.expired());
  v1::GetServerInfoResponse info;
  ASSERT_TRUE(server_.stubs().server->GetServerInfo(&info_context, {}, &info).ok());
  EXPECT_EQ(info.counters().pairs(), 0) << "nothing was answered";
  EXPECT_EQ(info.residents().bytes(), 0);
  server_.server().Shutdown();  // which would wait for a batch that is still counted
}

}  // namespace
}  // namespace farpoint
