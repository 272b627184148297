#include "src/batch/part_of_batch.h"

namespace farpoint {

std::shared_ptr<const Batch> PartOfBatch(const Batch& batch, const std::vector<uint32_t>& places) {
  constexpr uint32_t kNone = ~uint32_t{0};
  auto part = std::make_shared<Batch>();
  part->options = batch.options;
  part->parts = batch.parts;
  std::vector<uint32_t> object_of(batch.object_geometry.size(), kNone);
  std::vector<uint32_t> geometry_of(batch.geometries.size(), kNone);
  const auto object = [&](uint32_t o) {
    if (object_of[o] != kNone) return object_of[o];
    const uint32_t g = batch.object_geometry[o];
    if (geometry_of[g] == kNone) {
      geometry_of[g] = static_cast<uint32_t>(part->geometries.size());
      part->geometries.push_back(batch.geometries[g]);
    }
    object_of[o] = static_cast<uint32_t>(part->poses.size());
    part->object_geometry.push_back(geometry_of[g]);
    part->poses.push_back(batch.poses[o]);
    if (!batch.padding.empty()) part->padding.push_back(batch.padding[o]);
    return object_of[o];
  };
  for (uint32_t place : places) {
    part->pair_a.push_back(object(batch.pair_a[place]));
    part->pair_b.push_back(object(batch.pair_b[place]));
  }
  return part;
}

}  // namespace farpoint
