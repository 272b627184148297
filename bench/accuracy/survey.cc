#include "bench/accuracy/survey.h"

#include "tests/core/random_shapes.h"

namespace farpoint::bench {

using situations::Kind;
using situations::kKinds;

std::vector<Cell> EmptyCells(situations::Situation situation) {
  std::vector<Cell> cells;
  for (size_t i = 0; i < kKinds.size(); ++i) {
    for (size_t j = i; j < kKinds.size(); ++j) {
      if (kKinds[i] == Kind::kHalfspace && kKinds[j] == Kind::kHalfspace) continue;
      cells.push_back({situation, kKinds[i], kKinds[j], {}});
    }
  }
  return cells;
}

void Fill(int pairs, uint64_t seed, Judge* judge, Cell* cell) {
  const auto number = (static_cast<uint64_t>(cell->situation) * kKinds.size() +
                       static_cast<uint64_t>(cell->first)) *
                          kKinds.size() +
                      static_cast<uint64_t>(cell->second);
  RandomShapes random(seed * 1000003 + number);
  for (int i = 0; i < pairs; ++i) {
    cell->pairs.push_back(
        judge->Ask(situations::MakePair(cell->situation, cell->first, cell->second, &random)));
  }
}

}  // namespace farpoint::bench
