// Many questions, answered a block at a time, and what must be true of the sample and of the
// work.
//
//   Survey survey(seed);
//   while (survey.asked() < kPairs) {
//     survey.Next();
//     for (int i = 0; i < Survey::kBlock; ++i) survey.question(i), survey.answer(i) …
//   }
//   survey.ExpectRepresentative();

#ifndef FARPOINT_TESTS_PROPERTIES_SURVEY_H_
#define FARPOINT_TESTS_PROPERTIES_SURVEY_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "src/narrowphase/solve_pair.h"
#include "tests/properties/situations.h"

namespace farpoint {

class Survey {
 public:
  static constexpr int kBlock = 64;

  /// `exact`: only options that measure every depth. The environment's FARPOINT_SEED is added to
  /// `seed`.
  explicit Survey(uint64_t seed, bool exact = false);

  /// Draws and answers the next block: by lanes, or every eighth block pair by pair. Most blocks
  /// have default options.
  void Next();
  int64_t asked() const { return asked_; }
  const Question& question(int i) const { return questions_[i]; }
  const std::vector<Question>& questions() const { return questions_; }
  const PairAnswer& answer(int i) const { return answers_[i]; }
  const SolverOptions& options() const { return options_; }
  /// Whether distance ± error_bound is claimed of the answer.
  bool Measured(int i) const;

  /// Others, in the way of the block.
  std::vector<PairAnswer> Solve(const std::vector<Question>& questions);

  RandomShapes* random() { return situations_.random(); }

  /// That answer i does not exceed what `property` allows: `excess` (metres) ≤ 0. What fails is
  /// counted; the first few of each property are reported with their question and `detail`.
  void Expect(int i, const char* property, reference::Real excess,
              const std::function<std::string()>& detail = nullptr);

  /// That the sample has enough of everything; the work of each answer its limit; bounds are tight
  /// (relative to the sizes, p99 1e-12); no failures.
  void ExpectRepresentative();

 private:
  struct Failures {
    int64_t count = 0, worst = 0;          // the question that exceeds by most
    double excess = 0;                     // relative to the sizes
    std::map<std::string, int64_t> where;  // by situation, and by kinds
  };

  void Count(const Question& question, const PairAnswer& answer);

  const uint64_t seed_;
  const bool exact_;
  Situations situations_;
  std::vector<Question> questions_;
  std::vector<PairAnswer> answers_;
  SolverOptions options_;
  bool alone_ = false;
  scalar::PairScratch scratch_;

  int64_t asked_ = 0, overlapping_ = 0, apart_ = 0, different_ = 0, far_ = 0, padded_ = 0;
  int64_t pairs_alone_ = 0, solved_ = 0, supports_ = 0;
  int64_t kinds_[Catalogue::kKinds][Catalogue::kKinds] = {}, situation_[kSituations] = {},
          forms_[3] = {}, scales_[Catalogue::kScales] = {}, ways_[9] = {};
  std::map<std::string, Failures> failed_;  // by property
  int way_ = 0;
  uint32_t most_iterations_ = 0;
  std::vector<double> bounds_;  // relative to the sizes, of a part of the answers
};

/// How many pairs to ask: `usual`, or what the environment's FARPOINT_PAIRS says.
int64_t PairsToAsk(int64_t usual);

/// The catalogue of all surveys.
const Catalogue& TheCatalogue();

/// Metres that world coordinates of the pair may be off by.
double WorldRounding(const Question& question);
/// The same about A's position.
double Rounding(const Question& question);

}  // namespace farpoint

#endif  // FARPOINT_TESTS_PROPERTIES_SURVEY_H_
