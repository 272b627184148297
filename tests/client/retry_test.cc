// Which errors are attempted again, how often, and after what wait.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/time/clock.h"
#include "client/client.h"
#include "client/error.h"
#include "tests/client/scripted_server.h"

namespace farpoint {
namespace {

using testing::HasSubstr;

Questions OnePair() {
  Questions questions;
  const uint32_t object = questions.AddObject("sha256-0", Pose());
  questions.AddPair(object, object);
  return questions;
}

Client ConnectTo(const ScriptedServer& server, const ConnectOptions& options = {}) {
  absl::StatusOr<Client> client = Client::Connect(server.address(), options);
  EXPECT_TRUE(client.ok()) << client.status();
  return *std::move(client);
}

// Fails `failures` times by `error`, then answers.
void FailFirst(ScriptedServer& server, int failures, const grpc::Status& error) {
  server.on_distance = [&server, failures, error](auto*, auto* request, auto* response) {
    if (server.distance_calls <= failures) return error;
    ScriptedServer::AnswerAllOk(*request, response);
    return grpc::Status::OK;
  };
}

TEST(Retry, UnavailableIsAttemptedAgain) {
  ScriptedServer server;
  FailFirst(server, 2, {grpc::StatusCode::UNAVAILABLE, "draining"});
  EXPECT_TRUE(ConnectTo(server).Distance(OnePair()).ok());
  EXPECT_EQ(server.distance_calls, 3);
}

TEST(Retry, UnavailableIsGivenUpAfterMaxAttempts) {
  ScriptedServer server;
  FailFirst(server, 100, {grpc::StatusCode::UNAVAILABLE, "draining"});
  const auto answers = ConnectTo(server, {.max_attempts = 3}).Distance(OnePair());
  EXPECT_EQ(answers.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(server.distance_calls, 3);
}

TEST(Retry, ResourceExhaustedWithoutAdviceIsFinal) {
  ScriptedServer server;
  FailFirst(server, 100, ErrorWithReason(grpc::StatusCode::RESOURCE_EXHAUSTED, "MEMORY_FULL"));
  const auto answers = ConnectTo(server).Distance(OnePair());
  EXPECT_EQ(answers.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ErrorReason(answers.status()), "MEMORY_FULL");
  EXPECT_EQ(server.distance_calls, 1);
}

TEST(Retry, ResourceExhaustedWaitsAsRetryInfoSays) {
  ScriptedServer server;
  // More often than max_attempts: the server says that waiting helps.
  FailFirst(server, 4,
            ErrorWithRetryInfo(grpc::StatusCode::RESOURCE_EXHAUSTED, absl::Milliseconds(30)));
  const absl::Time start = absl::Now();
  EXPECT_TRUE(ConnectTo(server, {.max_attempts = 2}).Distance(OnePair()).ok());
  EXPECT_EQ(server.distance_calls, 5);
  EXPECT_GE(absl::Now() - start, absl::Milliseconds(4 * 30));
}

TEST(Retry, PushbackTrailerSaysHowLongToWait) {
  ScriptedServer server;
  server.on_distance = [&server](auto* context, auto* request, auto* response) {
    if (server.distance_calls == 1) {
      context->AddTrailingMetadata("grpc-retry-pushback-ms", "80");
      return grpc::Status(grpc::StatusCode::RESOURCE_EXHAUSTED, "busy");
    }
    ScriptedServer::AnswerAllOk(*request, response);
    return grpc::Status::OK;
  };
  const absl::Time start = absl::Now();
  EXPECT_TRUE(ConnectTo(server).Distance(OnePair()).ok());
  EXPECT_EQ(server.distance_calls, 2);
  EXPECT_GE(absl::Now() - start, absl::Milliseconds(80));
}

TEST(Retry, NegativePushbackForbidsAnotherAttempt) {
  ScriptedServer server;
  server.on_distance = [](auto* context, auto*, auto*) {
    context->AddTrailingMetadata("grpc-retry-pushback-ms", "-1");
    return grpc::Status(grpc::StatusCode::UNAVAILABLE, "go away");
  };
  EXPECT_FALSE(ConnectTo(server).Distance(OnePair()).ok());
  EXPECT_EQ(server.distance_calls, 1);
}

TEST(Retry, OtherErrorsAreFinal) {
  for (grpc::StatusCode code :
       {grpc::StatusCode::INVALID_ARGUMENT, grpc::StatusCode::INTERNAL, grpc::StatusCode::CANCELLED,
        grpc::StatusCode::UNKNOWN, grpc::StatusCode::NOT_FOUND}) {
    ScriptedServer server;
    FailFirst(server, 100, {code, "no"});
    EXPECT_EQ(static_cast<int>(ConnectTo(server).Distance(OnePair()).status().code()), code);
    EXPECT_EQ(server.distance_calls, 1) << code;
  }
}

TEST(Retry, WaitBeyondTheDeadlineIsNotBegun) {
  ScriptedServer server;
  FailFirst(server, 100, ErrorWithRetryInfo(grpc::StatusCode::RESOURCE_EXHAUSTED, absl::Hours(1)));
  const absl::Time start = absl::Now();
  const auto answers = ConnectTo(server).Distance(OnePair(), {}, {.deadline = absl::Seconds(20)});
  EXPECT_EQ(answers.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_LT(absl::Now() - start, absl::Seconds(10));
}

TEST(Retry, DeadlineEndsACall) {
  ScriptedServer server;
  server.on_distance = [](auto* context, auto*, auto*) {
    while (!context->IsCancelled()) absl::SleepFor(absl::Milliseconds(5));
    return grpc::Status::CANCELLED;
  };
  const auto answers =
      ConnectTo(server).Distance(OnePair(), {}, {.deadline = absl::Milliseconds(100)});
  EXPECT_EQ(answers.status().code(), absl::StatusCode::kDeadlineExceeded);
}

TEST(Connect, NamesAnAddressThatCannotBeReached) {
  const auto client = Client::Connect("unix:/nowhere/farpoint.sock", {.max_attempts = 1});
  EXPECT_EQ(client.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(client.status().message()), HasSubstr("unix:/nowhere/farpoint.sock"));
}

TEST(Connect, RefusesAServerWithoutLimits) {
  ScriptedServer server;
  server.limits.Clear();
  EXPECT_EQ(Client::Connect(server.address()).status().code(), absl::StatusCode::kInternal);
}

}  // namespace
}  // namespace farpoint
