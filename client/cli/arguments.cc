#include "client/cli/arguments.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace farpoint::cli {

absl::StatusOr<Arguments> Arguments::Parse(const std::vector<std::string>& words,
                                           const Accepted& accepted) {
  Arguments result;
  bool options = true;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (!options || word.size() < 2 || word[0] != '-') {
      result.operands_.push_back(word);
      continue;
    }
    if (word == "--") {
      options = false;
      continue;
    }
    const size_t equals = word.find('=');
    const std::string option = word.substr(0, equals);
    const std::string name =
        option == "-h" ? "help" : option.substr(std::min<size_t>(2, option.size()));
    const auto known = accepted.find(name);
    if (known == accepted.end() || (option != "-h" && !absl::StartsWith(option, "--"))) {
      return absl::InvalidArgumentError(absl::StrCat("unknown option ", option));
    }
    if (!known->second) {
      if (equals != std::string::npos) {
        return absl::InvalidArgumentError(absl::StrCat(option, " takes no value"));
      }
      result.values_[name] = "";
    } else if (equals != std::string::npos) {
      result.values_[name] = word.substr(equals + 1);
    } else if (i + 1 < words.size()) {
      result.values_[name] = words[++i];
    } else {
      return absl::InvalidArgumentError(absl::StrCat(option, " needs a value"));
    }
  }
  return result;
}

std::optional<std::string> Arguments::Value(const std::string& name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

absl::StatusOr<absl::Duration> Arguments::Duration(const std::string& name,
                                                   absl::Duration fallback) const {
  const std::optional<std::string> text = Value(name);
  if (!text) return fallback;
  absl::Duration duration;
  double seconds = 0;
  if (absl::SimpleAtod(*text, &seconds)) {
    duration = absl::Seconds(seconds);
  } else if (!absl::ParseDuration(*text, &duration)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--", name, ": \"", *text, "\" is not a duration such as 30s or 500ms"));
  }
  if (std::isnan(seconds) || duration <= absl::ZeroDuration()) {
    return absl::InvalidArgumentError(absl::StrCat("--", name, ": must be positive"));
  }
  return duration;
}

absl::Status Arguments::Number(const std::string& name, std::optional<double>* value) const {
  const std::optional<std::string> text = Value(name);
  if (!text) return absl::OkStatus();
  double number = 0;
  if (!absl::SimpleAtod(*text, &number) || !std::isfinite(number)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--", name, ": \"", *text, "\" is not a finite number"));
  }
  *value = number;
  return absl::OkStatus();
}

}  // namespace farpoint::cli
