#include "client/split.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"

namespace farpoint::client {
namespace {

constexpr size_t kIndexBytes = 4;               // two a pair, one a row or column of a product
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
  const Questions::Product* product = questions.AsOneProduct();
  const size_t indices =
      product != nullptr ? product->a.size() + product->b.size() : 2 * size.pairs;
  size.request_bytes += indices * kIndexBytes + size.objects * kObjectBytes;
  for (uint32_t g = 0; g < questions.geometry_ids().size(); ++g) {
    size.request_bytes += IdBytes(questions, g);
  }
  return size;
}

// Fills parts one after the other. Which objects the open part has is kept as the number of the
// part that saw them last, so that opening a part costs nothing.
class Splitter {
 public:
  Splitter(const Questions& questions, const ServerLimits& limits, size_t answer_bytes)
      : questions_(questions),
        limits_(limits),
        answer_bytes_(answer_bytes),
        object_part_(questions.objects(), 0),
        geometry_part_(questions.geometry_ids().size(), 0) {}

  void AddPair(size_t pair) {
    const auto [a, b] = questions_.PairAt(pair);
    if (parts_.empty() || !HasRoom(1, {a, b})) Open(pair);
    Put(1, {a, b});
  }

  void AddProduct(const Questions::Product& product) {
    size_t row = 0, column = 0;  // of the next pair
    while (row < product.a.size()) {
      Open(row * product.b.size() + column);
      Part::Block block{row, row + 1, column, column};
      Put(0, {product.a[row]});
      do {
        Put(1, {product.b[block.b_end++]});
      } while (block.b_end < product.b.size() && HasRoom(1, {product.b[block.b_end]}));
      if (block.b_begin == 0 && block.b_end == product.b.size()) {
        while (block.a_end < product.a.size() &&
               HasRoom(product.b.size(), {product.a[block.a_end]})) {
          Put(product.b.size(), {product.a[block.a_end++]});
        }
      }
      parts_.back().block = block;
      column = block.b_end % product.b.size();
      row = column == 0 ? block.a_end : row;
    }
  }

  std::vector<Part> Take() { return std::move(parts_); }

 private:
  using Objects = absl::Span<const uint32_t>;

  void Open(size_t first_pair) {
    parts_.push_back(Part{first_pair, first_pair, false, {}, {}});
    size_ = Size();
  }

  bool HasRoom(size_t pairs, Objects objects) const {
    return Fits(SizeWith(pairs, objects), limits_, answer_bytes_);
  }

  // Adds so many pairs to the open part, and the objects that they need beside those it has.
  void Put(size_t pairs, Objects objects) {
    size_ = SizeWith(pairs, objects);
    parts_.back().end += pairs;
    for (uint32_t object : objects) {
      if (!Enter(object_part_[object])) continue;
      parts_.back().objects.push_back(object);
      const uint32_t geometry = questions_.object_geometry()[object];
      if (Enter(geometry_part_[geometry])) parts_.back().geometries.push_back(geometry);
    }
  }

  // The open part's size if these joined it. An upper bound: what is new and named twice counts
  // twice.
  Size SizeWith(size_t pairs, Objects objects) const {
    Size size = size_;
    size.pairs += pairs;
    size.request_bytes += objects.size() * kIndexBytes;
    for (uint32_t object : objects) {
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

absl::Status CheckObject(absl::string_view field, size_t i, uint32_t object, size_t objects) {
  if (object < objects) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(field, "[", i, "]: object ", object, " of ", objects));
}

absl::Status CheckGroup(absl::string_view field, const std::vector<uint32_t>& group,
                        size_t objects) {
  for (size_t i = 0; i < group.size(); ++i) {
    if (absl::Status status = CheckObject(field, i, group[i], objects); !status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<Part>> Split(const Questions& questions, const ServerLimits& limits,
                                        size_t answer_bytes) {
  const Questions::Product* product = questions.AsOneProduct();
  if (Fits(WholeSize(questions), limits, answer_bytes)) {
    Part whole{0, questions.pairs(), true, {}, {}};
    if (product != nullptr) whole.block = Part::Block{0, product->a.size(), 0, product->b.size()};
    return std::vector<Part>{std::move(whole)};
  }
  Splitter splitter(questions, limits, answer_bytes);
  if (product != nullptr) {
    absl::Status status = CheckGroup("batch.product.a", product->a, questions.objects());
    if (status.ok()) status = CheckGroup("batch.product.b", product->b, questions.objects());
    if (!status.ok()) return status;
    splitter.AddProduct(*product);
    return splitter.Take();
  }
  for (size_t i = 0; i < questions.pairs(); ++i) {
    const auto [a, b] = questions.PairAt(i);
    absl::Status status = CheckObject("batch.index_pairs.a", i, a, questions.objects());
    if (status.ok()) status = CheckObject("batch.index_pairs.b", i, b, questions.objects());
    if (!status.ok()) return status;
    splitter.AddPair(i);
  }
  return splitter.Take();
}

}  // namespace farpoint::client
