// Test support: a real server in this process, and clients of it.

#ifndef FARPOINT_TESTS_CLIENT_SERVER_AND_CLIENT_H_
#define FARPOINT_TESTS_CLIENT_SERVER_AND_CLIENT_H_

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/client.h"
#include "server/server.h"
#include "src/batch/cpu/cpu_backend.h"

namespace farpoint {

inline std::unique_ptr<Server> StartServer(const RequestLimits& limits = {}) {
  ServerOptions options;
  options.listen = {"127.0.0.1:0"};
  options.limits = limits;
  absl::StatusOr<std::unique_ptr<Server>> server = Server::Start(options, MakeCpuBackend({}));
  EXPECT_TRUE(server.ok()) << server.status();
  return *std::move(server);
}

inline Client ConnectTo(const std::string& address, const ConnectOptions& options = {}) {
  absl::StatusOr<Client> client = Client::Connect(address, options);
  EXPECT_TRUE(client.ok()) << client.status();
  return *std::move(client);
}

template <class T>
void ExpectSameBits(const std::vector<T>& a, const std::vector<T>& b) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(T)), 0);
}

inline void ExpectSameBits(const DistanceAnswers& a, const DistanceAnswers& b) {
  ExpectSameBits(a.distance, b.distance);
  ExpectSameBits(a.error_bound, b.error_bound);
  ExpectSameBits(a.status, b.status);
  ExpectSameBits(a.point_a, b.point_a);
  ExpectSameBits(a.point_b, b.point_b);
  ExpectSameBits(a.normal, b.normal);
  ExpectSameBits(a.iterations, b.iterations);
}

}  // namespace farpoint

#endif  // FARPOINT_TESTS_CLIENT_SERVER_AND_CLIENT_H_
