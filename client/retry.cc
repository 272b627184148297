#include "client/retry.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>

#include "absl/random/random.h"
#include "absl/strings/numbers.h"
#include "absl/time/clock.h"
#include "client/status_details.h"

namespace farpoint::client {
namespace {

constexpr absl::Duration kFirstBackoff = absl::Milliseconds(100);
constexpr absl::Duration kLongestBackoff = absl::Seconds(5);
constexpr absl::Duration kShortestWait = absl::Milliseconds(1);

absl::Duration Backoff(int attempts) {
  const absl::Duration wait = kFirstBackoff * std::pow(2.0, std::min(attempts - 1, 16));
  absl::BitGen random;
  return std::min(wait, kLongestBackoff) * absl::Uniform(random, 0.8, 1.2);
}

// The trailer: nothing if it is not there, infinite if it forbids another attempt.
std::optional<absl::Duration> Pushback(const grpc::ClientContext& context) {
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto found = trailers.find("grpc-retry-pushback-ms");
  if (found == trailers.end()) return std::nullopt;
  int64_t milliseconds = 0;
  if (!absl::SimpleAtoi(absl::string_view(found->second.data(), found->second.size()),
                        &milliseconds) ||
      milliseconds < 0) {
    return absl::InfiniteDuration();
  }
  return absl::Milliseconds(milliseconds);
}

// How long to wait before the next attempt; infinite: do not attempt again.
absl::Duration WaitAfter(const absl::Status& status, const grpc::ClientContext& context,
                         int attempts, int max_attempts) {
  std::optional<absl::Duration> asked = Pushback(context);
  if (!asked) asked = RetryDelay(status);
  if (absl::IsResourceExhausted(status)) {
    return asked ? std::max(*asked, kShortestWait) : absl::InfiniteDuration();
  }
  if (!absl::IsUnavailable(status) || attempts >= max_attempts) return absl::InfiniteDuration();
  return asked ? std::max(*asked, kShortestWait) : Backoff(attempts);
}

}  // namespace

absl::Status CallWithRetries(const RetryPolicy& policy, grpc::ChannelInterface& channel,
                             absl::FunctionRef<grpc::Status(grpc::ClientContext*)> attempt) {
  for (int attempts = 1;; ++attempts) {
    grpc::ClientContext context;
    if (policy.deadline != absl::InfiniteFuture()) {
      context.set_deadline(absl::ToChronoTime(policy.deadline));
    }
    absl::Status status = FromGrpc(attempt(&context));
    if (status.ok()) return status;
    const absl::Duration wait = WaitAfter(status, context, attempts, policy.max_attempts);
    if (wait == absl::InfiniteDuration() || absl::Now() + wait >= policy.deadline) return status;
    if (channel.GetState(/*try_to_connect=*/true) == GRPC_CHANNEL_READY) {
      absl::SleepFor(wait);
    } else {
      channel.WaitForConnected(absl::ToChronoTime(absl::Now() + wait));
    }
  }
}

}  // namespace farpoint::client
