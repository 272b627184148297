#include "server/wait_time.h"

#include <cmath>

#include "absl/strings/numbers.h"

namespace farpoint {

bool AbslParseFlag(absl::string_view text, WaitTime* wait, std::string* error) {
  double seconds = 0;
  if (absl::SimpleAtod(text, &seconds)) {
    wait->duration = absl::Seconds(seconds);
    if (!std::isnan(seconds)) return true;
  } else if (absl::ParseDuration(text, &wait->duration)) {
    return true;
  }
  *error = "must be a duration such as 10s or 500ms; a plain number is seconds";
  return false;
}

std::string AbslUnparseFlag(WaitTime wait) { return absl::FormatDuration(wait.duration); }

}  // namespace farpoint
