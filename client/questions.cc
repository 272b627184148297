#include "client/questions.h"

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
}

}  // namespace farpoint
