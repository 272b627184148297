#include "client/cli/ply_file.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace farpoint::cli {
namespace {

struct Property {
  std::string name;
  size_t count_bytes = 0;  // of a list's length; 0: a single value
  size_t value_bytes = 0;
};

struct Element {
  std::string name;
  uint64_t count = 0;
  std::vector<Property> properties;
};

struct Header {
  enum class Format { kText, kLittleEndian, kBigEndian } format = Format::kText;
  std::vector<Element> elements;
};

// 0 for a name that is no type.
size_t TypeBytes(absl::string_view name) {
  if (name == "char" || name == "uchar" || name == "int8" || name == "uint8") return 1;
  if (name == "short" || name == "ushort" || name == "int16" || name == "uint16") return 2;
  if (name == "double" || name == "float64") return 8;
  const bool four = name == "int" || name == "uint" || name == "int32" || name == "uint32" ||
                    name == "float" || name == "float32";
  return four ? 4 : 0;
}

// Takes one line from the front of `rest`; false at the end.
bool TakeLine(absl::string_view* rest, absl::string_view* line) {
  if (rest->empty()) return false;
  const size_t end = rest->find('\n');
  *line = absl::StripAsciiWhitespace(rest->substr(0, end));
  *rest = end == absl::string_view::npos ? absl::string_view() : rest->substr(end + 1);
  return true;
}

bool ParseProperty(const std::vector<absl::string_view>& words, Property* property) {
  if (words.size() == 5 && words[1] == "list") {
    *property = {std::string(words[4]), TypeBytes(words[2]), TypeBytes(words[3])};
    return property->count_bytes != 0 && property->value_bytes != 0;
  }
  if (words.size() != 3) return false;
  *property = {std::string(words[2]), 0, TypeBytes(words[1])};
  return property->value_bytes != 0;
}

// Reads one line into the header; false if it makes no sense there.
bool ParseLine(const std::vector<absl::string_view>& words, Header* header) {
  if (words[0] == "comment" || words[0] == "obj_info") return true;
  if (words[0] == "format" && words.size() >= 2) {
    if (words[1] == "binary_little_endian") header->format = Header::Format::kLittleEndian;
    if (words[1] == "binary_big_endian") header->format = Header::Format::kBigEndian;
    return header->format != Header::Format::kText || words[1] == "ascii";
  }
  if (words[0] == "element" && words.size() == 3) {
    Element element{std::string(words[1]), 0, {}};
    const bool good = absl::SimpleAtoi(words[2], &element.count);
    header->elements.push_back(std::move(element));
    return good;
  }
  Property property;
  if (words[0] != "property" || header->elements.empty() || !ParseProperty(words, &property)) {
    return false;
  }
  header->elements.back().properties.push_back(property);
  return true;
}

// assimp reads a coordinate that is not there as 0.
absl::Status CheckCoordinates(const Header& header) {
  for (const Element& element : header.elements) {
    if (element.name != "vertex") continue;
    for (const char* name : {"x", "y", "z"}) {
      const bool found =
          std::any_of(element.properties.begin(), element.properties.end(),
                      [name](const Property& p) { return p.name == name && p.count_bytes == 0; });
      if (!found) {
        return absl::InvalidArgumentError(
            absl::StrCat("malformed PLY header: element \"vertex\" has no property ", name));
      }
    }
  }
  return absl::OkStatus();
}

// An element without properties takes no bytes, so nothing bounds how many there may be.
absl::Status CheckElementsHold(const Header& header) {
  for (const Element& element : header.elements) {
    if (element.properties.empty() && element.count > 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("element \"", element.name, "\" has no properties"));
    }
  }
  return absl::OkStatus();
}

absl::Status Truncated(const Element& element, uint64_t found) {
  return absl::InvalidArgumentError(absl::StrCat("truncated PLY: ", found, " of ", element.count,
                                                 " elements \"", element.name, "\""));
}

absl::Status CheckText(const Header& header, absl::string_view rest) {
  for (const Element& element : header.elements) {
    for (uint64_t i = 0; i < element.count; ++i) {
      absl::string_view line;
      do {
        if (!TakeLine(&rest, &line)) return Truncated(element, i);
      } while (line.empty());
      const size_t words = std::vector<absl::string_view>(
                               absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty()))
                               .size();
      if (words < element.properties.size()) return Truncated(element, i);
    }
  }
  return absl::OkStatus();
}

// Takes `size` bytes from the front of `rest` as an unsigned number; false if there are fewer.
bool TakeNumber(absl::string_view* rest, size_t size, Header::Format format, uint64_t* number) {
  if (rest->size() < size) return false;
  *number = 0;
  for (size_t i = 0; i < size; ++i) {
    const size_t at = format == Header::Format::kBigEndian ? i : size - 1 - i;
    *number = *number << 8 | static_cast<unsigned char>((*rest)[at]);
  }
  rest->remove_prefix(size);
  return true;
}

absl::Status CheckBinary(const Header& header, absl::string_view rest) {
  for (const Element& element : header.elements) {
    for (uint64_t i = 0; i < element.count; ++i) {
      for (const Property& property : element.properties) {
        uint64_t values = 1;
        if (property.count_bytes != 0 &&
            !TakeNumber(&rest, property.count_bytes, header.format, &values)) {
          return Truncated(element, i);
        }
        if (values > rest.size() / property.value_bytes) return Truncated(element, i);
        rest.remove_prefix(values * property.value_bytes);
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckPly(absl::string_view bytes) {
  absl::string_view rest = bytes, line;
  if (!TakeLine(&rest, &line) || line != "ply") {
    return absl::InvalidArgumentError("is not a PLY file: does not begin with ply");
  }
  Header header;
  while (true) {
    if (!TakeLine(&rest, &line)) {
      return absl::InvalidArgumentError("truncated PLY: the header has no end_header");
    }
    if (line == "end_header") break;
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
    if (!words.empty() && !ParseLine(words, &header)) {
      return absl::InvalidArgumentError(
          absl::StrCat("malformed PLY header: \"", line.substr(0, 60), "\""));
    }
  }
  for (const absl::Status& status : {CheckElementsHold(header), CheckCoordinates(header)}) {
    if (!status.ok()) return status;
  }
  return header.format == Header::Format::kText ? CheckText(header, rest)
                                                : CheckBinary(header, rest);
}

}  // namespace farpoint::cli
