#include "server/listen_address.h"

#include <gmock/gmock.h>

namespace farpoint {
namespace {

TEST(ListenAddress, OneAddressIsOneSocket) {
  EXPECT_EQ(ParseListenAddress("127.0.0.1:0")->Uri(7), "127.0.0.1:7");
  EXPECT_EQ(ParseListenAddress("localhost:50051")->Uri(50051), "127.0.0.1:50051");
  EXPECT_EQ(ParseListenAddress("0.0.0.0:1")->Uri(1), "0.0.0.0:1");
  EXPECT_EQ(ParseListenAddress("[::1]:1")->Uri(1), "[::1]:1");
  EXPECT_EQ(ParseListenAddress("unix:/run/x.sock")->Uri(1), "unix:/run/x.sock");
  EXPECT_EQ(ParseListenAddress("unix:///run/x.sock")->path, "/run/x.sock");
  EXPECT_EQ(ParseListenAddress("unix:x.sock")->path, "x.sock");
}

}  // namespace
}  // namespace farpoint
