// Farpoint bench: one pair, Farpoint's answer, and what the tests' reference says of it.

#ifndef FARPOINT_BENCH_ACCURACY_JUDGED_PAIR_H_
#define FARPOINT_BENCH_ACCURACY_JUDGED_PAIR_H_

#include <string>

#include "src/batch/cpu/instruction_set.h"
#include "src/narrowphase/answer.h"
#include "src/narrowphase/solve_pair.h"
#include "tests/reference/signed_distance.h"
#include "tests/situations/situation.h"

namespace farpoint::bench {

struct JudgedPair {
  situations::Pair pair;
  PairAnswer answer;
  double ns;                 // of asking it alone, the best of a few times
  reference::Bracket truth;  // long double, found without the solver
  double size;               // metres: both shapes and the way between them

  /// All in parts of `size`. How far a distance is from the truth for certain: from its bracket,
  /// 0 within.
  double ErrorOf(double distance) const;
  double Error() const { return ErrorOf(answer.distance); }
  double Bound() const { return answer.error_bound / size; }
  double Width() const { return static_cast<double>(truth.width()) / size; }
  /// Whether distance ± error_bound and the bracket have nothing in common: the answer is wrong.
  bool Broken() const;
};

class Judge {
 public:
  /// `isa`: an instruction set that ChooseInstructionSet knows.
  explicit Judge(const std::string& isa);

  /// Asks as a batch does, by the lanes; brackets the truth with the answer's plane and points as
  /// the first guess.
  JudgedPair Ask(situations::Pair pair);
  const InstructionSet& isa() const { return isa_; }

 private:
  InstructionSet isa_;
  scalar::PairScratch scratch_;
};

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_ACCURACY_JUDGED_PAIR_H_
