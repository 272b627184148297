// Farpoint: a flag type for numbers of bytes, as in --memory_limit=4GiB.

#ifndef FARPOINT_SERVER_BYTE_COUNT_H_
#define FARPOINT_SERVER_BYTE_COUNT_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace farpoint {

/// > 0. Written as a whole number, alone or with KiB, MiB, GiB or TiB.
struct ByteCount {
  int64_t bytes = 0;
};

bool AbslParseFlag(absl::string_view text, ByteCount* count, std::string* error);
std::string AbslUnparseFlag(ByteCount count);

/// The same, or 0 for what the server finds out itself.
struct OptionalByteCount {
  int64_t bytes = 0;
};

bool AbslParseFlag(absl::string_view text, OptionalByteCount* count, std::string* error);
std::string AbslUnparseFlag(OptionalByteCount count);

}  // namespace farpoint

#endif  // FARPOINT_SERVER_BYTE_COUNT_H_
