// Fuzz targets: what every answer must keep, whatever the question (src/narrowphase/answer.h).

#ifndef FARPOINT_TESTS_FUZZ_ANSWER_CHECKS_H_
#define FARPOINT_TESTS_FUZZ_ANSWER_CHECKS_H_

#include <string>
#include <vector>

#include "src/narrowphase/answer.h"
#include "tests/fuzz/question.h"
#include "tests/reference/body.h"

namespace farpoint::fuzz {

/// Checks answers to one question in long double, by the shapes' definitions. Each check returns
/// what is wrong, or nothing.
class AnswerChecks {
 public:
  explicit AnswerChecks(const Question& question);

  /// Which numbers a status has, and what the options allow.
  std::string Form(const PairAnswer& answer) const;
  /// The plane of the normal bounds from below by as much as the answer says; no plane known proves
  /// more than it allows.
  std::string Planes(const PairAnswer& answer) const;
  /// The points lie in their shapes, and apart as the answer says.
  std::string Points(const PairAnswer& answer) const;

  /// Looks for planes that prove a distance near the normal of an answer too: every answer is then
  /// held against it.
  void LearnFrom(const PairAnswer& answer);

 private:
  reference::Real Gap(const reference::Vec& unit) const;

  const Question& question_;
  reference::Vec origin_;
  reference::Body a_, b_;
  bool halfspaces_;  // at least one
  reference::Real size_, rounding_;
  reference::Real best_gap_;  // the largest proven by any plane so far
};

/// The answer to the question with A and B exchanged, as one to the question.
PairAnswer Exchanged(const PairAnswer& answer);

/// What two answers to one question claim that cannot both be true, or nothing.
std::string Contradiction(const PairAnswer& p, const PairAnswer& q);

}  // namespace farpoint::fuzz

#endif  // FARPOINT_TESTS_FUZZ_ANSWER_CHECKS_H_
