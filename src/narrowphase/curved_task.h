// Farpoint: pairs of cores with formulas on their way through the lanes, as plain data, a number's
// lanes side by side.
//
//   Put(i, pair, &tasks.pair);
//   Put(i, limits, &tasks.limits);

#ifndef FARPOINT_SRC_NARROWPHASE_CURVED_TASK_H_
#define FARPOINT_SRC_NARROWPHASE_CURVED_TASK_H_

#include <cstring>

#include "src/support/curved_core.h"

namespace farpoint {

/// As many structures of one number type as a block has pairs. `Structure<S>` holds S only.
template <class S, template <class> class Structure>
struct CurvedTable {
  // A block of the hulls' lanes: the few pairs that need many steps then share packs.
  static constexpr int kPairs = 128;
  static constexpr int kNumbers = sizeof(Structure<S>) / sizeof(S);
  // Rows that do not fall on the same cache sets.
  alignas(64) S row[kNumbers][kPairs + 64 / sizeof(S)];
};

/// What is known of a pair besides its cores, metres.
template <class T>
struct CurvedLimits {
  T unit;      // the larger core's radius; that of two points: anything like their distance; > 0
  T rounding;  // what any support value may be off by
  T cutoff;    // of the cores' distance; infinite for none
};

/// Up to kPairs pairs, in frame 0, metres. Sizes differ by less than what float32 bears.
struct CurvedTasks {
  static constexpr int kPairs = CurvedTable<double, CurvedPair>::kPairs;
  CurvedTable<double, CurvedPair> pair;
  CurvedTable<double, CurvedLimits> limits;
};

namespace FARPOINT_ISA {

/// Makes the structure number `i` of the table.
template <class S, template <class> class Structure>
void Put(int i, const Structure<S>& from, CurvedTable<S, Structure>* to) {
  S numbers[CurvedTable<S, Structure>::kNumbers];
  std::memcpy(numbers, &from, sizeof from);
  for (int k = 0; k < CurvedTable<S, Structure>::kNumbers; ++k) to->row[k][i] = numbers[k];
}

/// The structure number `i` of the table.
template <class S, template <class> class Structure>
Structure<S> At(int i, const CurvedTable<S, Structure>& table) {
  S numbers[CurvedTable<S, Structure>::kNumbers];
  for (int k = 0; k < CurvedTable<S, Structure>::kNumbers; ++k) numbers[k] = table.row[k][i];
  Structure<S> structure;
  std::memcpy(&structure, numbers, sizeof structure);
  return structure;
}

}  // namespace FARPOINT_ISA
}  // namespace farpoint

#endif  // FARPOINT_SRC_NARROWPHASE_CURVED_TASK_H_
