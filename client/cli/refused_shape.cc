#include "client/cli/refused_shape.h"

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"

namespace farpoint::cli {

std::optional<RefusedShape> FindRefusedShape(const absl::Status& status) {
  absl::string_view text = status.message();
  RefusedShape refused;
  if (!absl::ConsumePrefix(&text, "shapes[")) return std::nullopt;
  const size_t length = text.find(']');
  if (length == absl::string_view::npos ||
      !absl::SimpleAtoi(text.substr(0, length), &refused.index))
    return std::nullopt;
  text.remove_prefix(length + 1);
  if (!absl::ConsumePrefix(&text, ".")) absl::ConsumePrefix(&text, ": ");
  refused.what = std::string(text);
  return refused;
}

}  // namespace farpoint::cli
