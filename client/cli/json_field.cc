#include "client/cli/json_field.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"

namespace farpoint::cli {

absl::StatusOr<nlohmann::json> ParseJson(absl::string_view text) {
  // The library reports by exceptions only.
  try {
    return nlohmann::json::parse(text.begin(), text.end());
  } catch (const nlohmann::json::exception& e) {
    return absl::InvalidArgumentError(absl::StrCat("is not JSON: ", e.what()));
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
      Member(name).Fail("is unknown");
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
