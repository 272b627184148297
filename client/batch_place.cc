#include "client/batch_place.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "client/error.h"

namespace farpoint {
namespace {

struct Array {
  const char* name;  // how the field ends before its index
  BatchPlace::Array array;
  size_t width;  // numbers an entry
};

constexpr Array kArrays[] = {
    {".position_xyz", BatchPlace::Array::kObjects, 3},
    {".orientation_xyzw", BatchPlace::Array::kObjects, 4},
    {".padding", BatchPlace::Array::kObjects, 1},
    {".geometry_index", BatchPlace::Array::kObjects, 1},
    {".geometry_ids", BatchPlace::Array::kGeometries, 1},
    {".index_pairs.a", BatchPlace::Array::kPairs, 1},
    {".index_pairs.b", BatchPlace::Array::kPairs, 1},
    {".product.a", BatchPlace::Array::kGroupA, 1},
    {".product.b", BatchPlace::Array::kGroupB, 1},
};

// A field "name[flat]", taken apart; an empty name if it is none.
struct Element {
  absl::string_view name;
  size_t flat = 0;
};

Element ParseElement(absl::string_view field) {
  const size_t open = field.rfind('[');
  size_t flat = 0;
  if (open == absl::string_view::npos || !absl::EndsWith(field, "]") ||
      !absl::SimpleAtoi(field.substr(open + 1, field.size() - open - 2), &flat)) {
    return {};
  }
  return {field.substr(0, open), flat};
}

struct Parsed {
  const Array* array = nullptr;  // null if it is none of these
  absl::string_view name;
  size_t flat = 0;
};

Parsed Parse(absl::string_view field) {
  const Element element = ParseElement(field);
  for (const Array& array : kArrays) {
    if (absl::EndsWith(element.name, array.name)) return {&array, element.name, element.flat};
  }
  return {};
}

// Numbers a direction, of an array of SupportRequest with an entry a direction; 0 for others.
size_t DirectionWidth(absl::string_view name) {
  if (name == "geometry_index") return 1;
  return absl::EndsWith(name, ".direction_xyz") ? 3 : 0;
}

}  // namespace

std::optional<BatchPlace> FindBatchPlace(absl::string_view field) {
  const Parsed parsed = Parse(field);
  if (parsed.array == nullptr) return std::nullopt;
  return BatchPlace{parsed.array->array, parsed.flat / parsed.array->width};
}

std::optional<size_t> FindDirection(absl::string_view field) {
  const Element element = ParseElement(field);
  const size_t width = DirectionWidth(element.name);
  if (width == 0) return std::nullopt;
  return element.flat / width;
}

namespace client {

std::string FieldInWhole(absl::string_view field, const Part& part) {
  const Parsed parsed = Parse(field);
  if (parsed.array == nullptr) return std::string(field);
  const size_t width = parsed.array->width;
  size_t index = parsed.flat / width;
  const BatchPlace::Array array = parsed.array->array;
  if (array == BatchPlace::Array::kPairs) {
    index += part.begin;
  } else if (array == BatchPlace::Array::kGroupA || array == BatchPlace::Array::kGroupB) {
    const Part::Block block = part.block.value_or(Part::Block());
    index += array == BatchPlace::Array::kGroupA ? block.a_begin : block.b_begin;
  } else if (!part.whole) {
    const std::vector<uint32_t>& places =
        array == BatchPlace::Array::kObjects ? part.objects : part.geometries;
    if (index >= places.size()) return std::string(field);
    index = places[index];
  }
  return absl::StrCat(parsed.name, "[", index * width + parsed.flat % width, "]");
}

std::string DirectionFieldInWhole(absl::string_view field, const Part& part) {
  const Element element = ParseElement(field);
  const size_t width = DirectionWidth(element.name);
  return width == 0 ? std::string(field)
                    : absl::StrCat(element.name, "[", element.flat + part.begin * width, "]");
}

}  // namespace client
}  // namespace farpoint
