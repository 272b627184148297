#include "client/cli/stl_file.h"

#include <cstdint>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace farpoint::cli {
namespace {

constexpr size_t kHeader = 84;  // 80 bytes of anything, then the count
constexpr size_t kTriangle = 50;

uint32_t TriangleCount(absl::string_view bytes) {
  uint32_t count = 0;
  for (int i = 3; i >= 0; --i) count = count << 8 | static_cast<unsigned char>(bytes[80 + i]);
  return count;
}

// Counts words that begin a line: that is where the grammar has them.
absl::Status CheckText(absl::string_view text) {
  int64_t facets = 0, vertices = 0, complete = 0;
  bool ended = false;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const absl::string_view stripped = absl::StripAsciiWhitespace(line);
    const absl::string_view word = stripped.substr(0, stripped.find_first_of(" \t"));
    if (absl::EqualsIgnoreCase(word, "facet")) {
      ++facets;
    } else if (absl::EqualsIgnoreCase(word, "vertex")) {
      ++vertices;
    } else if (absl::EqualsIgnoreCase(word, "endfacet")) {
      ++complete;
    } else if (absl::EqualsIgnoreCase(word, "endsolid")) {
      ended = true;
    }
  }
  if (facets == 0) return absl::InvalidArgumentError("is not an STL file: no facet in it");
  if (!ended || complete != facets || vertices != 3 * facets) {
    return absl::InvalidArgumentError(
        absl::StrCat("truncated or malformed STL: ", facets, " facets begun, ", complete,
                     " ended, ", vertices, " vertices", ended ? "" : ", no endsolid"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckStl(absl::string_view bytes) {
  const bool has_header = bytes.size() >= kHeader;
  const uint64_t expected = has_header ? kHeader + kTriangle * uint64_t{TriangleCount(bytes)} : 0;
  if (has_header && bytes.size() == expected) return absl::OkStatus();
  // Binary files may begin with "solid" too, but they hold bytes that text does not.
  const bool text = absl::StartsWithIgnoreCase(absl::StripLeadingAsciiWhitespace(bytes), "solid") &&
                    bytes.find('\0') == absl::string_view::npos;
  if (text) return CheckText(bytes);
  if (bytes.find('\0') == absl::string_view::npos) {
    return absl::InvalidArgumentError("is not an STL file: text that does not begin with solid");
  }
  if (!has_header) {
    return absl::InvalidArgumentError(
        absl::StrCat("truncated STL: ", bytes.size(), " bytes, the header alone has ", kHeader));
  }
  return absl::InvalidArgumentError(
      absl::StrCat(bytes.size() < expected ? "truncated STL: " : "malformed STL: ", bytes.size(),
                   " bytes, its ", TriangleCount(bytes), " triangles need ", expected));
}

}  // namespace farpoint::cli
