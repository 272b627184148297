// Farpoint bench: all kinds against all kinds in all situations.

#ifndef FARPOINT_BENCH_ACCURACY_SURVEY_H_
#define FARPOINT_BENCH_ACCURACY_SURVEY_H_

#include <cstdint>
#include <vector>

#include "bench/accuracy/judged_pair.h"
#include "tests/situations/situation.h"

namespace farpoint::bench {

/// Two kinds in one situation; the first is not after the second among situations::kKinds.
struct Cell {
  situations::Situation situation;
  situations::Kind first, second;
  std::vector<JudgedPair> pairs;
};

/// All that have a signed distance: every two kinds but two halfspaces.
std::vector<Cell> EmptyCells(situations::Situation situation);

/// Puts `pairs` pairs into the cell. Equal seeds give equal pairs, whatever other cells there
/// are.
void Fill(int pairs, uint64_t seed, Judge* judge, Cell* cell);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_ACCURACY_SURVEY_H_
