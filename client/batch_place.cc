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
};

// A field "….name[flat]", taken apart.
struct Parsed {
  const Array* array = nullptr;  // null if it is none of these
  absl::string_view name;
  size_t flat = 0;
};

Parsed Parse(absl::string_view field) {
  const size_t open = field.rfind('[');
  size_t flat = 0;
  if (open == absl::string_view::npos || !absl::EndsWith(field, "]") ||
      !absl::SimpleAtoi(field.substr(open + 1, field.size() - open - 2), &flat)) {
    return {};
  }
  for (const Array& array : kArrays) {
    if (absl::EndsWith(field.substr(0, open), array.name)) {
      return {&array, field.substr(0, open), flat};
    }
  }
  return {};
}

}  // namespace

std::optional<BatchPlace> FindBatchPlace(absl::string_view field) {
  const Parsed parsed = Parse(field);
  if (parsed.array == nullptr) return std::nullopt;
  return BatchPlace{parsed.array->array, parsed.flat / parsed.array->width};
}

namespace client {

std::string FieldInWhole(absl::string_view field, const Part& part) {
  const Parsed parsed = Parse(field);
  if (parsed.array == nullptr) return std::string(field);
  const size_t width = parsed.array->width;
  size_t index = parsed.flat / width;
  if (parsed.array->array == BatchPlace::Array::kPairs) {
    index += part.begin;
  } else if (!part.whole) {
    const std::vector<uint32_t>& places =
        parsed.array->array == BatchPlace::Array::kObjects ? part.objects : part.geometries;
    if (index >= places.size()) return std::string(field);
    index = places[index];
  }
  return absl::StrCat(parsed.name, "[", index * width + parsed.flat % width, "]");
}

}  // namespace client
}  // namespace farpoint
