// Farpoint: a flag type for durations, as in --shutdown_grace=10s.

#ifndef FARPOINT_SERVER_WAIT_TIME_H_
#define FARPOINT_SERVER_WAIT_TIME_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace farpoint {

/// Written with units ("500ms", "1m30s"), or as a plain number of seconds.
struct WaitTime {
  absl::Duration duration;
};

bool AbslParseFlag(absl::string_view text, WaitTime* wait, std::string* error);
std::string AbslUnparseFlag(WaitTime wait);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_WAIT_TIME_H_
