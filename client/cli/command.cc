#include "client/cli/command.h"

#include <algorithm>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace farpoint::cli {
namespace {

std::string ServerAddress(const Arguments& arguments) {
  return arguments.Value("server").value_or(kDefaultServer);
}

// gRPC takes any text for an address and reports, late, that nobody is there.
absl::Status CheckServerAddress(absl::string_view address) {
  const auto bad = [address](absl::string_view why) {
    return absl::InvalidArgumentError(absl::StrCat("--server: '", address, "': ", why));
  };
  absl::string_view path = address;
  if (absl::ConsumePrefix(&path, "unix:")) {
    absl::ConsumePrefix(&path, "//");
    return path.empty() ? bad("its path is empty") : absl::OkStatus();
  }
  const size_t colon = address.rfind(':');
  if (colon == absl::string_view::npos || absl::StrContains(address, '/')) {
    return bad("it is neither HOST:PORT nor unix:PATH");
  }
  int port = 0;
  if (!absl::SimpleAtoi(address.substr(colon + 1), &port) || port < 1 || port > 65535) {
    return bad("its port must be a number from 1 to 65535");
  }
  absl::string_view host = address.substr(0, colon);
  const bool brackets = absl::ConsumePrefix(&host, "[") && absl::ConsumeSuffix(&host, "]");
  if (host.empty()) return bad("its host is empty");
  if (!brackets && absl::StrContains(host, ':')) return bad("IPv6 hosts go in brackets");
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ConnectOptions> ReadConnectOptions(const Arguments& arguments,
                                                  absl::Duration deadline) {
  absl::StatusOr<absl::Duration> given = arguments.Duration("deadline", deadline);
  if (!given.ok()) return given.status();
  const absl::Status address = CheckServerAddress(ServerAddress(arguments));
  if (!address.ok()) return address;
  ConnectOptions options;
  options.deadline = *given;
  options.connect_timeout = std::min(options.connect_timeout, *given);
  return options;
}

absl::StatusOr<Client> Connect(const Arguments& arguments, const ConnectOptions& options) {
  return Client::Connect(ServerAddress(arguments), options);
}

}  // namespace farpoint::cli
