// Fuzz target: any two shapes, poses, paddings and options, through SolvePair and through the lanes
// of one of this processor's instruction sets, as they are and with A and B exchanged. Every answer
// keeps its contract, no two contradict each other, and a batch has equal bits for equal pairs.
//
// At the end it prints how the answers ended and the most iterations seen. With FARPOINT_FUZZ_PRINT
// set in the environment it prints every question before it asks: for what a sanitizer stops.

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "src/batch/cpu/instruction_set.h"
#include "src/narrowphase/solve_pair.h"
#include "tests/fuzz/answer_checks.h"
#include "tests/fuzz/describe.h"
#include "tests/fuzz/question.h"
#include "tests/fuzz/violation.h"

namespace farpoint::fuzz {
namespace {

// Support queries of one pair. GJK has at most 64 and 512, the ways to a depth some thousands.
constexpr uint32_t kMostIterations = 20'000;

struct Tally {
  uint64_t statuses[6] = {}, overlapping = 0;
  uint32_t most_iterations = 0;

  ~Tally() {
    std::fprintf(stderr,
                 "answers: ok %llu (overlapping %llu), beyond %llu, not converged %llu, "
                 "unbounded %llu, depth not asked %llu; most iterations %u\n",
                 Count(statuses[1]), Count(overlapping), Count(statuses[2]), Count(statuses[3]),
                 Count(statuses[4]), Count(statuses[5]), most_iterations);
  }
  static unsigned long long Count(uint64_t n) { return n; }
  void Add(const PairAnswer& answer) {
    ++statuses[static_cast<int>(answer.status) % 6];
    overlapping += answer.status == PairStatus::kOk && answer.distance < 0;
    most_iterations = std::max(most_iterations, answer.iterations);
  }
};

// A shape with everything that a pair of it needs.
class Ready {
 public:
  Ready(const PlacedShape& placed, const SolverOptions& options) {
    auto geometry = Geometry::Create(placed.shape, GeometryLimits());
    if (!geometry.ok()) {
      Violation(
          absl::StrCat(Describe(placed.shape), " is refused: ", geometry.status().ToString()));
    }
    geometry_ = *std::move(geometry);
    if (options.field == SupportField::kLatLong && LatLongFields::Has(*geometry_)) {
      fields_.emplace(std::vector<const Geometry*>{geometry_.get()}, options.field_resolution);
    }
    posed_ = MakePosed(*geometry_, placed.pose, placed.padding, fields_ ? &*fields_ : nullptr);
  }
  const PosedGeometry* posed() const { return &posed_; }

 private:
  std::shared_ptr<const Geometry> geometry_;
  std::optional<LatLongFields> fields_;
  PosedGeometry posed_;
};

bool SameBits(const PairAnswer& p, const PairAnswer& q) { return Describe(p) == Describe(q); }

struct Named {
  std::string way;
  PairAnswer answer;  // to the question as it is
};

void Check(const Question& question, const std::vector<Named>& answers) {
  static Tally tally;
  AnswerChecks checks(question);
  for (const Named& named : answers) checks.LearnFrom(named.answer);
  for (const Named& named : answers) {
    tally.Add(named.answer);
    const auto expect = [&](const std::string& wrong) {
      if (wrong.empty()) return;
      Violation(
          absl::StrCat(wrong, "\n  ", named.way, ": ", Describe(named.answer), Describe(question)));
    };
    expect(checks.Form(named.answer));
    expect(checks.Planes(named.answer));
    expect(checks.Points(named.answer));
    expect(Contradiction(named.answer, answers[0].answer));
    if (named.answer.iterations > kMostIterations) expect("too many iterations");
  }
}

void Solve(Input* input) {
  static const std::vector<InstructionSet> sets = InstructionSets();
  static scalar::PairScratch scratch;
  const InstructionSet& set = sets[input->Choice(static_cast<int>(sets.size()))];
  const int count = 2 + input->Choice(16);
  const Question question = AnyQuestion(input);
  static const bool print = std::getenv("FARPOINT_FUZZ_PRINT") != nullptr;
  if (print)
    std::fprintf(stderr, "question (%s):%s\n", set.name.c_str(), Describe(question).c_str());
  const SolverOptions& options = question.options;
  const Ready ready_a(question.a, options), ready_b(question.b, options);
  const PairOfObjects pair{ready_a.posed(), ready_b.posed()};
  const PairOfObjects exchanged{pair.b, pair.a};

  std::vector<PairOfObjects> batch;
  for (int i = 0; i < count; ++i) batch.push_back(i % 2 == 0 ? pair : exchanged);
  std::vector<PairAnswer> together(batch.size());
  scalar::SolvePairs(batch.data(), count, options, set.solve_lanes, &scratch, together.data());

  Check(question,
        {{"alone", scalar::SolvePair(*pair.a, *pair.b, options, &scratch)},
         {"alone, exchanged", Exchanged(scalar::SolvePair(*pair.b, *pair.a, options, &scratch))},
         {set.name, together[0]},
         {absl::StrCat(set.name, ", exchanged"), Exchanged(together[1])}});
  for (int i = 2; i < count; ++i) {
    if (SameBits(together[i], together[i % 2])) continue;
    Violation(absl::StrCat("equal pairs of a batch differ (", set.name,
                           "): ", Describe(together[i]), " and ", Describe(together[i % 2]),
                           Describe(question)));
  }
}

}  // namespace
}  // namespace farpoint::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  farpoint::fuzz::Input input(data, size);
  farpoint::fuzz::Solve(&input);
  return 0;
}
