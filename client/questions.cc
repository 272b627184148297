#include "client/questions.h"

#include <algorithm>
#include <iterator>

namespace farpoint {

uint32_t Questions::AddObject(absl::string_view geometry_id, const Pose& pose, double padding) {
  const auto [place, is_new] = geometry_place_.emplace(std::string(geometry_id),
                                                       static_cast<uint32_t>(geometry_ids_.size()));
  if (is_new) geometry_ids_.push_back(place->first);
  object_geometry_.push_back(place->second);
  poses_.push_back(pose);
  padding_.push_back(padding);
  any_padding_ =
      any_padding_ || padding != 0;  // NaN counts, so that the server sees and refuses it
  return static_cast<uint32_t>(object_geometry_.size() - 1);
}

void Questions::AddPair(uint32_t a, uint32_t b) {
  pair_a_.push_back(a);
  pair_b_.push_back(b);
  ++pairs_;
}

void Questions::AddGroupProduct(absl::Span<const uint32_t> a, absl::Span<const uint32_t> b) {
  if (a.empty() || b.empty()) return;
  products_.push_back({pairs_, pair_a_.size(), {a.begin(), a.end()}, {b.begin(), b.end()}});
  pairs_ += products_.back().pairs();
}

std::pair<uint32_t, uint32_t> Questions::PairAt(size_t i) const {
  // The last product that begins at i or before.
  const auto next =
      std::upper_bound(products_.begin(), products_.end(), i,
                       [](size_t pair, const Product& product) { return pair < product.begin; });
  if (next == products_.begin()) return {pair_a_[i], pair_b_[i]};
  const Product& product = *std::prev(next);
  const size_t within = i - product.begin, n_b = product.b.size();
  if (within < product.pairs()) return {product.a[within / n_b], product.b[within % n_b]};
  const size_t single = product.singles_before + within - product.pairs();
  return {pair_a_[single], pair_b_[single]};
}

const Questions::Product* Questions::AsOneProduct() const {
  return pair_a_.empty() && products_.size() == 1 ? &products_.front() : nullptr;
}

void Questions::Clear() {
  geometry_ids_.clear();
  geometry_place_.clear();
  object_geometry_.clear();
  poses_.clear();
  padding_.clear();
  any_padding_ = false;
  pair_a_.clear();
  pair_b_.clear();
  products_.clear();
  pairs_ = 0;
}

}  // namespace farpoint
