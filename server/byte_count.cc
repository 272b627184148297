#include "server/byte_count.h"

#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace farpoint {
namespace {

constexpr struct {
  const char* suffix;
  int shift;
} kUnits[] = {{"TiB", 40}, {"GiB", 30}, {"MiB", 20}, {"KiB", 10}};

}  // namespace

bool AbslParseFlag(absl::string_view text, ByteCount* count, std::string* error) {
  int shift = 0;
  for (const auto& unit : kUnits) {
    if (absl::ConsumeSuffix(&text, unit.suffix)) {
      shift = unit.shift;
      break;
    }
  }
  int64_t number = 0;
  if (!absl::SimpleAtoi(text, &number) || number <= 0 ||
      number > (std::numeric_limits<int64_t>::max() >> shift)) {
    *error = "must be a number of bytes > 0, alone or with KiB, MiB, GiB or TiB";
    return false;
  }
  count->bytes = number << shift;
  return true;
}

std::string AbslUnparseFlag(ByteCount count) {
  for (const auto& unit : kUnits) {
    if (count.bytes > 0 && count.bytes % (int64_t{1} << unit.shift) == 0) {
      return absl::StrCat(count.bytes >> unit.shift, unit.suffix);
    }
  }
  return absl::StrCat(count.bytes);
}

bool AbslParseFlag(absl::string_view text, OptionalByteCount* count, std::string* error) {
  ByteCount some;
  if (text != "0" && !AbslParseFlag(text, &some, error)) {
    absl::StrAppend(error, ", or 0");
    return false;
  }
  count->bytes = some.bytes;
  return true;
}

std::string AbslUnparseFlag(OptionalByteCount count) {
  return AbslUnparseFlag(ByteCount{count.bytes});
}

}  // namespace farpoint
