// Farpoint command line: numbers in mesh files that are text.

#ifndef FARPOINT_CLIENT_CLI_PARSE_NUMBER_H_
#define FARPOINT_CLIENT_CLI_PARSE_NUMBER_H_

#include <charconv>

#include "absl/strings/string_view.h"

namespace farpoint::cli {

/// Whether `word`, all of it, is a number that fits into `value`. One `+` may lead.
template <class Number>
bool ParseNumber(absl::string_view word, Number* value) {
  if (!word.empty() && word[0] == '+') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), *value);
  return error == std::errc() && end == word.data() + word.size();
}

}  // namespace farpoint::cli

#endif  // FARPOINT_CLIENT_CLI_PARSE_NUMBER_H_
