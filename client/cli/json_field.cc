#include "client/cli/json_field.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"

namespace farpoint::cli {

namespace {

// The letters, digits, signs and points about `at`.
absl::string_view WordAt(absl::string_view text, size_t at) {
  const auto in_word = [&](size_t i) {
    return i < text.size() && (absl::ascii_isalnum(static_cast<unsigned char>(text[i])) ||
                               text[i] == '-' || text[i] == '+' || text[i] == '.');
  };
  if (!in_word(at) && at > 0) --at;
  size_t begin = at, end = at;
  while (begin > 0 && in_word(begin - 1)) --begin;
  while (in_word(end)) ++end;
  return text.substr(begin, end - begin);
}

// NaN and Infinity, as Python writes them.
bool IsNotFinite(absl::string_view word) {
  const std::string lower = absl::AsciiStrToLower(word);
  absl::string_view name = lower;
  if (!absl::ConsumePrefix(&name, "-")) absl::ConsumePrefix(&name, "+");
  return name == "nan" || name == "inf" || name == "infinity";
}

// `column` counts from 1.
absl::Status NotJson(absl::string_view text, size_t column) {
  const absl::string_view word = WordAt(text, column - 1);
  std::string why;
  if (column > text.size()) why = ", where it ends";
  if (IsNotFinite(word)) why = absl::StrCat(": ", word, " is no number of JSON");
  return absl::InvalidArgumentError(absl::StrCat("is not JSON, at column ", column, why));
}

// The library's message has the number between quotes.
absl::Status TooLarge(absl::string_view text, absl::string_view message) {
  const size_t begin = message.find('\'');
  const size_t end = message.rfind('\'');
  if (begin == end) return absl::InvalidArgumentError("has a number that float64 does not hold");
  const absl::string_view number = message.substr(begin + 1, end - begin - 1);
  return absl::InvalidArgumentError(absl::StrCat("has the number ", number.substr(0, 40),
                                                 ", at column ", text.find(number) + 1,
                                                 ", which float64 does not hold"));
}

}  // namespace

absl::StatusOr<nlohmann::json> ParseJson(absl::string_view text) {
  if (absl::StripAsciiWhitespace(text).empty()) return absl::InvalidArgumentError("is empty");
  // The library reports by exceptions only.
  try {
    return nlohmann::json::parse(text.begin(), text.end());
  } catch (const nlohmann::json::parse_error& e) {
    return NotJson(text, std::max<size_t>(e.byte, 1));
  } catch (const nlohmann::json::exception& e) {
    return TooLarge(text, e.what());
  }
}

void JsonField::Fail(absl::string_view what) const {
  if (!error_->ok()) return;
  *error_ = absl::InvalidArgumentError(absl::StrCat(path_, path_.empty() ? "" : ": ", what));
}

void JsonField::FailWithin(absl::string_view member_and_what) const {
  if (!error_->ok()) return;
  *error_ =
      absl::InvalidArgumentError(absl::StrCat(path_, path_.empty() ? "" : ".", member_and_what));
}

bool JsonField::Has(const std::string& name) const {
  return json_ != nullptr && json_->is_object() && json_->contains(name);
}

JsonField JsonField::Member(const std::string& name) const {
  JsonField member(nullptr, path_.empty() ? name : absl::StrCat(path_, ".", name), error_);
  if (json_ == nullptr) return member;
  if (!json_->is_object()) {
    Fail("must be an object");
    return member;
  }
  const auto found = json_->find(name);
  if (found == json_->end()) {
    member.Fail("is missing");
  } else {
    member.json_ = &*found;
  }
  return member;
}

std::vector<std::string> JsonField::Names() const {
  std::vector<std::string> names;
  if (json_ == nullptr) return names;
  if (!json_->is_object()) Fail("must be an object");
  for (auto it = json_->begin(); json_->is_object() && it != json_->end(); ++it) {
    names.push_back(it.key());
  }
  return names;
}

void JsonField::OnlyMembers(std::initializer_list<absl::string_view> names) const {
  for (const std::string& name : Names()) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      Member(name).Fail(absl::StrCat("is unknown; known here: ", absl::StrJoin(names, ", ")));
    }
  }
}

double JsonField::Number() const {
  if (json_ == nullptr) return 0;
  if (!json_->is_number()) {
    Fail("must be a number");
    return 0;
  }
  const double value = json_->get<double>();
  if (!std::isfinite(value)) Fail("must be finite");
  return value;
}

std::string JsonField::String() const {
  if (json_ == nullptr) return "";
  if (json_->is_string()) return json_->get<std::string>();
  Fail("must be a string");
  return "";
}

JsonField JsonField::Element(size_t index) const {
  return JsonField(&(*json_)[index], absl::StrCat(path_, "[", index, "]"), error_);
}

std::vector<double> JsonField::Numbers(size_t count) const {
  std::vector<double> numbers(count, 0);
  if (json_ == nullptr) return numbers;
  if (!json_->is_array() || json_->size() != count) {
    Fail(absl::StrCat("must be an array of ", count, " numbers"));
    return numbers;
  }
  for (size_t i = 0; i < count; ++i) numbers[i] = Element(i).Number();
  return numbers;
}

Vec3d JsonField::Vector() const {
  const std::vector<double> numbers = Numbers(3);
  return {numbers[0], numbers[1], numbers[2]};
}

std::vector<Vec3d> JsonField::Points() const {
  std::vector<Vec3d> points;
  if (json_ == nullptr) return points;
  if (!json_->is_array()) Fail("must be an array of points");
  for (size_t i = 0; json_->is_array() && i < json_->size(); ++i) {
    points.push_back(Element(i).Vector());
  }
  return points;
}

}  // namespace farpoint::cli
