#include "client/cli/obj_file.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "client/cli/parse_number.h"

namespace farpoint::cli {
namespace {

// Walks over statements and their words, skipping comments.
class Statements {
 public:
  explicit Statements(absl::string_view text) : text_(text) {}

  // The next word of the statement; empty at its end.
  absl::string_view Word() {
    while (SkipSpace() || SkipContinuation()) {
    }
    if (at_ < text_.size() && text_[at_] == '#') {
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
    }
    const size_t begin = at_;
    while (at_ < text_.size() && !IsSpace(text_[at_]) && text_[at_] != '\n' && text_[at_] != '#' &&
           Continuation() == 0) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  // Goes on to the next statement; false at the end of the text.
  bool Next() {
    while (!Word().empty()) {
    }
    if (at_ >= text_.size()) return false;
    ++at_;
    ++line_;
    return true;
  }

  // `what` is wrong in the line of the word read last.
  absl::Status Error(absl::string_view what) const {
    return absl::InvalidArgumentError(absl::StrCat("line ", line_, ": ", what));
  }

  int64_t line() const { return line_; }

 private:
  static bool IsSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
  }

  // The length of a backslash and the end of line after it, 0 if there is none.
  size_t Continuation() const {
    const absl::string_view rest = text_.substr(at_, 3);
    if (absl::StartsWith(rest, "\\\n")) return 2;
    return rest == "\\\r\n" ? 3 : 0;
  }

  bool SkipContinuation() {
    const size_t length = Continuation();
    at_ += length;
    if (length > 0) ++line_;
    return length > 0;
  }

  bool SkipSpace() {
    const size_t begin = at_;
    while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
    return at_ > begin;
  }

  absl::string_view text_;
  size_t at_ = 0;
  int64_t line_ = 1;
};

class Reader {
 public:
  Reader(absl::string_view text, std::vector<MeshTriangle>* triangles)
      : statements_(text), triangles_(triangles) {}

  absl::Status Read() {
    do {
      const absl::string_view keyword = statements_.Word();
      absl::Status status;
      if (keyword == "v") status = ReadVertex();
      if (keyword == "f") status = ReadFace();
      if (!status.ok()) return status;
    } while (statements_.Next());
    if (vertices_.empty()) {
      return absl::InvalidArgumentError("cannot be read as OBJ: there is no line v x y z");
    }
    if (largest_index_ <= vertices_.size()) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("line ", largest_line_, ": vertex index ",
                                                   largest_index_, " of ", vertices_.size(),
                                                   ", the number of vertices"));
  }

  std::vector<Vec3d> TakeVertices() { return std::move(vertices_); }

 private:
  absl::Status ReadVertex() {
    const size_t vertex = vertices_.size() + 1;
    Vec3d v{0, 0, 0};
    for (double* c : {&v.x, &v.y, &v.z}) {
      const absl::string_view word = statements_.Word();
      if (word.empty()) {
        return statements_.Error(absl::StrCat("vertex ", vertex, " has less than 3 coordinates"));
      }
      if (!ParseNumber(word, c)) return NotANumber(absl::StrCat("vertex ", vertex), word);
    }
    const absl::string_view weight = statements_.Word();
    double w = 1;
    // Only a fourth number that is the last is a weight; else a colour begins.
    if (!weight.empty() && statements_.Word().empty() && !(ParseNumber(weight, &w) && w == 1)) {
      return statements_.Error(absl::StrCat("vertex ", vertex, " has the weight \"",
                                            weight.substr(0, 40), "\", only 1 is supported"));
    }
    vertices_.push_back(v);
    return absl::OkStatus();
  }

  absl::Status ReadFace() {
    uint32_t first = 0, last = 0;
    for (size_t c = 0;; ++c) {
      const absl::string_view word = statements_.Word();
      if (word.empty()) return absl::OkStatus();
      uint32_t corner = 0;
      absl::Status status = ReadCorner(word, &corner);
      if (!status.ok()) return status;
      if (c == 0) first = corner;
      if (c >= 2 && triangles_ != nullptr) triangles_->push_back({first, last, corner});
      last = corner;
    }
  }

  // Indices may name vertices that are yet to come, so the largest one is checked at the end.
  absl::Status ReadCorner(absl::string_view word, uint32_t* corner) {
    int64_t index = 0;
    if (!ParseNumber(word.substr(0, word.find('/')), &index)) return NotANumber("face", word);
    const auto so_far = static_cast<int64_t>(vertices_.size());
    if (index == 0 || index < -so_far || index > std::numeric_limits<uint32_t>::max()) {
      return statements_.Error(absl::StrCat("vertex index ", index, " of ", so_far,
                                            ", the number of vertices so far",
                                            index == 0 ? "; the first is 1" : ""));
    }
    if (index < 0) index += so_far + 1;
    if (static_cast<uint64_t>(index) > largest_index_) {
      largest_index_ = static_cast<uint64_t>(index);
      largest_line_ = statements_.line();
    }
    *corner = static_cast<uint32_t>(index - 1);
    return absl::OkStatus();
  }

  absl::Status NotANumber(absl::string_view where, absl::string_view word) const {
    return statements_.Error(
        absl::StrCat(where, ": \"", word.substr(0, 40), "\" is not a number that fits there"));
  }

  Statements statements_;
  std::vector<MeshTriangle>* triangles_;
  std::vector<Vec3d> vertices_;
  uint64_t largest_index_ = 0;  // in faces, from 1
  int64_t largest_line_ = 0;    // where it came first
};

}  // namespace

absl::StatusOr<std::vector<Vec3d>> ReadObj(absl::string_view text,
                                           std::vector<MeshTriangle>* triangles) {
  absl::ConsumePrefix(&text, "\xEF\xBB\xBF");  // the mark that some editors put before UTF-8
  Reader reader(text, triangles);
  absl::Status status = reader.Read();
  if (!status.ok()) return status;
  return reader.TakeVertices();
}

}  // namespace farpoint::cli
