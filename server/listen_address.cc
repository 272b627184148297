#include "server/listen_address.h"

#include <netdb.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace farpoint {
namespace {

absl::Status Bad(absl::string_view text, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat("cannot listen on '", text, "': ", why));
}

// The first address of `host`, numeric; IPv4 is preferred.
absl::StatusOr<std::string> Resolve(absl::string_view text, const std::string& host) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), nullptr, &hints, &found);
  if (error != 0) return Bad(text, gai_strerror(error));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owned(found, freeaddrinfo);
  const addrinfo* best = found;
  while (best != nullptr && best->ai_family != AF_INET) best = best->ai_next;
  if (best == nullptr) best = found;
  char numeric[NI_MAXHOST];
  if (getnameinfo(best->ai_addr, best->ai_addrlen, numeric, sizeof numeric, nullptr, 0,
                  NI_NUMERICHOST) != 0) {
    return Bad(text, "its host has no numeric form");
  }
  return std::string(numeric);
}

}  // namespace

std::string ListenAddress::Uri(int bound_port) const {
  if (!path.empty()) return absl::StrCat("unix:", path);
  const bool v6 = absl::StrContains(host, ':');
  return absl::StrCat(v6 ? "[" : "", host, v6 ? "]:" : ":", bound_port);
}

absl::StatusOr<ListenAddress> SplitListenAddress(absl::string_view text) {
  ListenAddress address;
  address.text = std::string(text);
  absl::string_view rest = text;
  if (absl::ConsumePrefix(&rest, "unix:")) {
    absl::ConsumePrefix(&rest, "//");
    if (rest.empty()) return Bad(text, "its path is empty");
    if (rest.size() >= sizeof(sockaddr_un::sun_path)) {
      return Bad(text, absl::StrCat("its path is longer than ", sizeof(sockaddr_un::sun_path) - 1,
                                    " bytes"));
    }
    address.path = std::string(rest);
    return address;
  }
  const size_t colon = text.rfind(':');
  if (colon == absl::string_view::npos) return Bad(text, "it is neither HOST:PORT nor unix:PATH");
  if (!absl::SimpleAtoi(text.substr(colon + 1), &address.port) || address.port < 0 ||
      address.port > 65535) {
    return Bad(text, "its port must be a number from 0 to 65535");
  }
  absl::string_view host = text.substr(0, colon);
  const bool brackets = absl::ConsumePrefix(&host, "[") && absl::ConsumeSuffix(&host, "]");
  if (host.empty()) return Bad(text, "its host is empty; 0.0.0.0 is every one");
  if (!brackets && absl::StrContains(host, ':')) return Bad(text, "IPv6 hosts go in brackets");
  address.host = std::string(host);
  return address;
}

absl::StatusOr<ListenAddress> ParseListenAddress(absl::string_view text) {
  absl::StatusOr<ListenAddress> address = SplitListenAddress(text);
  if (!address.ok() || !address->path.empty()) return address;
  absl::StatusOr<std::string> numeric = Resolve(text, address->host);
  if (!numeric.ok()) return numeric.status();
  address->host = *std::move(numeric);
  return address;
}

}  // namespace farpoint
