// Full queues, cancelled and late calls, messages over the limit: the right error, and a server
// that serves on.

#include <gmock/gmock.h>
#include <grpcpp/client_context.h>

#include <future>
#include <thread>

#include "tests/residency/fake_backend.h"
#include "tests/server/forwarding_backend.h"
#include "tests/server/test_server.h"

namespace farpoint {
namespace {

class OverloadTest : public testing::Test {
 protected:
  static ServerOptions Options() {
    ServerOptions options;
    options.dispatcher.max_pairs_in_flight = 3;
    options.dispatcher.retry_after = absl::Milliseconds(40);
    options.limits.max_message_bytes = 100'000;
    options.shutdown_grace = absl::Seconds(2);
    return options;
  }

  OverloadTest() {
    const std::string id = server_.Upload(SphereShape(1));
    *request_.mutable_batch() = RowOf({id, id}, {0, 3});
    AddPair(*request_.mutable_batch(), 0, 1);
    AddPair(*request_.mutable_batch(), 0, 1);
  }

  std::future<grpc::Status> Ask(grpc::ClientContext& context) {
    return std::async(std::launch::async, [this, &context] {
      v1::DistanceResponse response;
      return server_.stubs().collision->Distance(&context, request_, &response);
    });
  }

  FakeBackend backend_;
  TestServer server_{Options(), std::make_unique<Forwarding>(backend_)};
  v1::DistanceRequest request_;
};

TEST_F(OverloadTest, AFullQueueTellsWhenToComeBack) {
  grpc::ClientContext first_context, second_context, third_context;
  std::future<grpc::Status> first = Ask(first_context);
  FakeBackend::Call running = backend_.Take();
  const grpc::Status full = Ask(second_context).get();
  EXPECT_EQ(full.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(InfoOf(full).reason(), "QUEUE_FULL");
  EXPECT_EQ(RetryMillisecondsOf(full), 40);
  const auto& trailers = second_context.GetServerTrailingMetadata();
  const auto pushback = trailers.find("grpc-retry-pushback-ms");
  ASSERT_NE(pushback, trailers.end());
  EXPECT_EQ(pushback->second, "40");
  running.Answer();
  EXPECT_TRUE(first.get().ok());
  std::future<grpc::Status> third = Ask(third_context);
  backend_.Take().Answer();
  EXPECT_TRUE(third.get().ok());
}

TEST_F(OverloadTest, ACancelledCallSetsItsFlagAndLeavesTheServerServing) {
  grpc::ClientContext context, next_context;
  std::future<grpc::Status> call = Ask(context);
  FakeBackend::Call running = backend_.Take();
  EXPECT_FALSE(running.cancel->load());
  context.TryCancel();
  EXPECT_EQ(call.get().error_code(), grpc::StatusCode::CANCELLED);
  while (!running.cancel->load()) std::this_thread::yield();
  running.Answer();
  std::future<grpc::Status> next = Ask(next_context);
  backend_.Take().Answer();
  EXPECT_TRUE(next.get().ok());
}

TEST_F(OverloadTest, ALateCallSetsItsFlag) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(100));
  std::future<grpc::Status> call = Ask(context);
  FakeBackend::Call running = backend_.Take();
  EXPECT_EQ(call.get().error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  while (!running.cancel->load()) std::this_thread::yield();
  running.Answer();
}

TEST_F(OverloadTest, AMessageOverTheLimitIsRefusedByTheTransport) {
  v1::DistanceRequest request = request_;
  for (int i = 0; i < 20'000; ++i) AddPair(*request.mutable_batch(), 0, 1);
  grpc::ClientContext context, next_context;
  v1::DistanceResponse response;
  EXPECT_EQ(server_.stubs().collision->Distance(&context, request, &response).error_code(),
            grpc::StatusCode::RESOURCE_EXHAUSTED);
  std::future<grpc::Status> next = Ask(next_context);
  backend_.Take().Answer();
  EXPECT_TRUE(next.get().ok());
}

TEST_F(OverloadTest, ADeletedGeometryLivesAsLongAsACallUsesIt) {
  grpc::ClientContext context, delete_context, info_context;
  std::future<grpc::Status> call = Ask(context);
  FakeBackend::Call running = backend_.Take();
  v1::DeleteGeometryRequest request;
  request.set_geometry_id(request_.batch().objects().geometry_ids(0));
  v1::DeleteGeometryResponse response;
  ASSERT_TRUE(server_.stubs().geometry->DeleteGeometry(&delete_context, request, &response).ok());
  EXPECT_TRUE(response.existed());
  EXPECT_NE(running.batch->geometries[0]->facts().resident_bytes, 0);
  running.Answer();
  EXPECT_TRUE(call.get().ok());
  running = {};
  v1::GetServerInfoResponse info;
  ASSERT_TRUE(server_.stubs().server->GetServerInfo(&info_context, {}, &info).ok());
  EXPECT_EQ(info.residents().geometries(), 0);
}

// A call that runs when the server goes down is waited for; others are refused.
TEST_F(OverloadTest, AShutdownWaitsForWhatRuns) {
  grpc::ClientContext context, late_context;
  std::future<grpc::Status> call = Ask(context);
  FakeBackend::Call running = backend_.Take();
  std::thread shutdown([this] { server_.server().Shutdown(); });
  grpc::Status late;
  do {  // until the shutdown has begun
    grpc::ClientContext probe;
    probe.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(50));
    v1::DistanceResponse response;
    v1::DistanceRequest one = request_;
    one.mutable_batch()->mutable_index_pairs()->mutable_a()->RemoveLast();
    one.mutable_batch()->mutable_index_pairs()->mutable_b()->RemoveLast();
    late = server_.stubs().collision->Distance(&probe, one, &response);
    while (backend_.waiting() > 0) backend_.Take().Answer();
  } while (late.error_code() != grpc::StatusCode::UNAVAILABLE);
  running.Answer();
  EXPECT_TRUE(call.get().ok());
  shutdown.join();
}

// … but not for ever: after the grace it is cancelled.
TEST_F(OverloadTest, AShutdownCancelsWhatDoesNotEnd) {
  grpc::ClientContext context;
  std::future<grpc::Status> call = Ask(context);
  FakeBackend::Call running = backend_.Take();
  std::thread shutdown([this] { server_.server().Shutdown(); });
  while (!running.cancel->load()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  running.Answer();
  shutdown.join();
  EXPECT_FALSE(call.get().ok());
}

}  // namespace
}  // namespace farpoint
