// Batches of random questions in all situations, with their own objects.

#ifndef FARPOINT_TESTS_DEVICE_EXAMPLE_QUESTIONS_H_
#define FARPOINT_TESTS_DEVICE_EXAMPLE_QUESTIONS_H_

#include <cstdint>
#include <cstdlib>
#include <map>

#include "src/batch/batch.h"
#include "tests/properties/situations.h"

namespace farpoint {

inline Batch ExampleQuestions(int pairs, uint64_t seed, const Catalogue& catalogue) {
  Situations situations(seed, catalogue);
  Batch batch;
  std::map<const Item*, uint32_t> places;
  const auto object = [&](const Posed& posed) {
    const auto [place, added] =
        places.emplace(posed.item, static_cast<uint32_t>(batch.geometries.size()));
    if (added) batch.geometries.push_back(posed.item->geometry);
    batch.object_geometry.push_back(place->second);
    batch.poses.push_back(posed.pose);
    batch.padding.push_back(posed.padding);
    return static_cast<uint32_t>(batch.poses.size() - 1);
  };
  for (int i = 0; i < pairs; ++i) {
    const Question question = situations.Next();
    batch.pair_a.push_back(object(question.a));
    batch.pair_b.push_back(object(question.b));
  }
  return batch;
}

/// As FARPOINT_PAIRS says, or `usual`.
inline int PairsToAsk(int usual) {
  const char* given = std::getenv("FARPOINT_PAIRS");
  return given != nullptr ? std::max(1, std::atoi(given)) : usual;
}

}  // namespace farpoint

#endif  // FARPOINT_TESTS_DEVICE_EXAMPLE_QUESTIONS_H_
