#include "client/cli/off_file.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/parse_number.h"

namespace farpoint::cli {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }

// Walks over words, skipping comments.
class Words {
 public:
  explicit Words(absl::string_view text) : text_(text) {}

  // The next word; empty at the end of the text.
  absl::string_view Next() {
    while (at_ < text_.size() && (IsSpace(text_[at_]) || text_[at_] == '#')) {
      if (text_[at_] == '#') {
        SkipLine();
      } else {
        ++at_;
      }
    }
    const size_t begin = at_;
    while (at_ < text_.size() && !IsSpace(text_[at_]) && text_[at_] != '#') ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void SkipLine() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

 private:
  absl::string_view text_;
  size_t at_ = 0;
};

absl::Status Malformed(absl::string_view where, absl::string_view word) {
  if (word.empty())
    return absl::InvalidArgumentError(absl::StrCat("truncated: ", where, " is missing"));
  return absl::InvalidArgumentError(
      absl::StrCat(where, ": \"", word.substr(0, 40), "\" is not a number that fits there"));
}

absl::Status ReadFaces(Words& words, uint64_t faces, uint64_t vertices,
                       std::vector<MeshTriangle>* triangles) {
  for (uint64_t f = 0; f < faces; ++f) {
    uint64_t corners = 0;
    absl::string_view word = words.Next();
    if (!ParseNumber(word, &corners)) return Malformed(absl::StrCat("face ", f), word);
    uint32_t first = 0, last = 0;
    for (uint64_t c = 0; c < corners; ++c) {
      uint64_t index = 0;
      word = words.Next();
      if (!ParseNumber(word, &index)) return Malformed(absl::StrCat("face ", f), word);
      if (index >= vertices) {
        return absl::InvalidArgumentError(
            absl::StrCat("face ", f, " names vertex ", index, ", but there are ", vertices));
      }
      const auto corner = static_cast<uint32_t>(index);
      if (c == 0) first = corner;
      if (c >= 2 && triangles != nullptr) triangles->push_back({first, last, corner});
      last = corner;
    }
    words.SkipLine();  // colours
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<Vec3d>> ReadOff(absl::string_view text,
                                           std::vector<MeshTriangle>* triangles) {
  Words words(text);
  const absl::string_view header = words.Next();
  if (header != "OFF") {
    // COFF, NOFF, STOFF, 4OFF, …: more numbers a vertex than three.
    if (header.size() > 8 || !absl::EndsWith(header, "OFF")) {
      return absl::InvalidArgumentError("does not begin with OFF");
    }
    return absl::InvalidArgumentError(
        absl::StrCat("its OFF variant ", header, " is not supported, only plain OFF is"));
  }
  uint64_t count[3];  // vertices, faces, edges
  for (int i = 0; i < 3; ++i) {
    static constexpr const char* kNames[] = {"number of vertices", "number of faces",
                                             "number of edges"};
    const absl::string_view word = words.Next();
    if (word == "BINARY") return absl::InvalidArgumentError("binary OFF is not supported");
    if (!ParseNumber(word, &count[i])) return Malformed(kNames[i], word);
  }
  std::vector<Vec3d> vertices;
  // A vertex takes six characters at least, so that a false count cannot exhaust the memory.
  vertices.reserve(std::min<uint64_t>(count[0], text.size() / 6 + 1));
  for (uint64_t i = 0; i < count[0]; ++i) {
    Vec3d v{0, 0, 0};
    for (double* c : {&v.x, &v.y, &v.z}) {
      const absl::string_view word = words.Next();
      if (!ParseNumber(word, c)) return Malformed(absl::StrCat("vertex ", i), word);
    }
    vertices.push_back(v);
  }
  absl::Status faces = ReadFaces(words, count[1], count[0], triangles);
  if (!faces.ok()) return faces;
  // Colours beside the vertices, say: then the numbers taken for vertices are none.
  if (const absl::string_view word = words.Next(); !word.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("after its ", count[0], " vertices of three numbers and its ", count[1],
                     " faces there is more: \"", word.substr(0, 40), "\""));
  }
  return vertices;
}

}  // namespace farpoint::cli
