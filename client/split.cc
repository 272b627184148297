#include "client/split.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"

namespace farpoint::client {
namespace {

constexpr size_t kPairBytes = 2 * 4;
constexpr size_t kObjectBytes = 4 + 7 * 8 + 8;  // index, pose, padding
constexpr size_t kIdOverhead = 4;               // tag and length
// Tags and lengths of the arrays, solver and result options; tags and lengths of an answer.
constexpr size_t kMessageOverhead = 256;

size_t IdBytes(const Questions& questions, uint32_t geometry) {
  return questions.geometry_ids()[geometry].size() + kIdOverhead;
}

struct Size {
  size_t pairs = 0, objects = 0, request_bytes = kMessageOverhead;
};

bool Fits(const Size& size, const ServerLimits& limits, size_t answer_bytes) {
  const auto within = [](size_t value, int64_t limit) {
    return value <= static_cast<size_t>(std::max<int64_t>(limit, 1));
  };
  return within(size.pairs, limits.max_pairs) && within(size.pairs, limits.max_pairs_in_flight) &&
         within(size.objects, limits.max_objects) &&
         within(size.request_bytes, limits.max_message_bytes) &&
         within(size.pairs * answer_bytes + kMessageOverhead, limits.max_message_bytes) &&
         within(size.request_bytes + size.pairs * answer_bytes, limits.max_bytes_in_flight);
}

Size WholeSize(const Questions& questions) {
  Size size{questions.pairs(), questions.objects()};
  size.request_bytes += size.pairs * kPairBytes + size.objects * kObjectBytes;
  for (uint32_t g = 0; g < questions.geometry_ids().size(); ++g) {
    size.request_bytes += IdBytes(questions, g);
  }
  return size;
}

// Fills parts pair by pair. Which objects the open part has is kept as the number of the part that
// saw them last, so that opening a part costs nothing.
class Splitter {
 public:
  Splitter(const Questions& questions, const ServerLimits& limits, size_t answer_bytes)
      : questions_(questions),
        limits_(limits),
        answer_bytes_(answer_bytes),
        object_part_(questions.objects(), 0),
        geometry_part_(questions.geometry_ids().size(), 0) {
    parts_.emplace_back();
  }

  void Add(size_t pair) {
    if (!Fits(SizeWith(pair), limits_, answer_bytes_) && size_.pairs > 0) {
      parts_.push_back(Part{pair, pair, false, {}, {}});
      size_ = Size();
    }
    size_ = SizeWith(pair);
    for (uint32_t object : {questions_.pair_a()[pair], questions_.pair_b()[pair]}) {
      if (!Enter(object_part_[object])) continue;
      parts_.back().objects.push_back(object);
      const uint32_t geometry = questions_.object_geometry()[object];
      if (Enter(geometry_part_[geometry])) parts_.back().geometries.push_back(geometry);
    }
    parts_.back().end = pair + 1;
  }

  std::vector<Part> Take() { return std::move(parts_); }

 private:
  // The open part's size if the pair joined it. An upper bound: what is new and on both sides of
  // the pair counts twice.
  Size SizeWith(size_t pair) const {
    Size size = size_;
    ++size.pairs;
    size.request_bytes += kPairBytes;
    for (uint32_t object : {questions_.pair_a()[pair], questions_.pair_b()[pair]}) {
      if (object_part_[object] == parts_.size()) continue;
      ++size.objects;
      size.request_bytes += kObjectBytes;
      const uint32_t geometry = questions_.object_geometry()[object];
      if (geometry_part_[geometry] != parts_.size()) {
        size.request_bytes += IdBytes(questions_, geometry);
      }
    }
    return size;
  }

  // Whether the open part had not seen this one yet.
  bool Enter(size_t& last_part) {
    if (last_part == parts_.size()) return false;
    last_part = parts_.size();
    return true;
  }

  const Questions& questions_;
  const ServerLimits& limits_;
  const size_t answer_bytes_;
  std::vector<size_t> object_part_, geometry_part_;  // number of the last part that has it, from 1
  std::vector<Part> parts_;
  Size size_;
};

}  // namespace

absl::StatusOr<std::vector<Part>> Split(const Questions& questions, const ServerLimits& limits,
                                        size_t answer_bytes) {
  if (Fits(WholeSize(questions), limits, answer_bytes)) {
    return std::vector<Part>{Part{0, questions.pairs(), true, {}, {}}};
  }
  Splitter splitter(questions, limits, answer_bytes);
  for (size_t i = 0; i < questions.pairs(); ++i) {
    for (auto [name, object] :
         {std::pair{"a", questions.pair_a()[i]}, std::pair{"b", questions.pair_b()[i]}}) {
      if (object >= questions.objects()) {
        return absl::InvalidArgumentError(absl::StrCat(
            "batch.index_pairs.", name, "[", i, "]: object ", object, " of ", questions.objects()));
      }
    }
    splitter.Add(i);
  }
  return splitter.Take();
}

}  // namespace farpoint::client
