// Farpoint: an address to serve on.
//
// One address is one socket. A host name would give gRPC several, and it is content when one of
// them binds: a second server on "localhost" would silently serve on ::1 beside the first on
// 127.0.0.1. So a name is resolved here, to its first IPv4 address, else its first IPv6 one; list
// both to have both.

#ifndef FARPOINT_SERVER_LISTEN_ADDRESS_H_
#define FARPOINT_SERVER_LISTEN_ADDRESS_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace farpoint {

struct ListenAddress {
  std::string text;  // as given
  std::string path;  // of a unix socket; else empty
  std::string host;  // numeric, IPv6 without brackets; empty for a unix socket
  int port = 0;      // 0: any free one

  /// As gRPC wants it, and as reported once the port is known: "127.0.0.1:50051", "[::1]:50051",
  /// "unix:PATH".
  std::string Uri(int bound_port) const;
};

/// Of "HOST:PORT", "[IPV6]:PORT" or "unix:PATH", the host as given. `InvalidArgument` names the
/// address.
absl::StatusOr<ListenAddress> SplitListenAddress(absl::string_view text);

/// The same, and looks a host name up.
absl::StatusOr<ListenAddress> ParseListenAddress(absl::string_view text);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_LISTEN_ADDRESS_H_
