// Blocks of pairs through the lanes of one thread, as the server's pool does it.

#include <algorithm>

#include "bench/peers/engine.h"
#include "src/batch/cpu/instruction_set.h"
#include "src/narrowphase/posed_geometry.h"
#include "src/narrowphase/solve_pair.h"

namespace farpoint::bench {
namespace {

constexpr size_t kPairsPerBlock = 128;

SolverOptions OptionsFor(Question question) {
  SolverOptions options;
  if (question == Question::kBoolean) {
    options.max_distance = 0;
    options.overlap = OverlapMode::kSignOnly;
  }
  return options;
}

Verdict VerdictOf(const PairAnswer& answer) {
  switch (StateOf(answer, 0)) {
    case CollisionState::kFree:
      return Verdict::kApart;
    case CollisionState::kColliding:
      return Verdict::kOverlap;
    case CollisionState::kUndecided:
      break;
  }
  return Verdict::kUndecided;
}

class FarpointEngine : public Engine {
 public:
  explicit FarpointEngine(const std::string& isa) : isa_(ChooseInstructionSet(isa).value()) {}

  std::string name() const override { return "Farpoint"; }
  std::string version() const override { return FARPOINT_VERSION " (" + isa_.name + ")"; }
  std::string settings(Question question) const override {
    return question == Question::kBoolean ? "max_distance 0, SIGN_ONLY; blocks of 128 pairs"
                                          : "defaults; blocks of 128 pairs";
  }

  void SetShapes(const std::vector<ConvexShape>& shapes) override { shapes_ = &shapes; }

  void SetPairs(const std::vector<ShapePair>& pairs) override {
    objects_.clear();
    pairs_.clear();
    for (const ShapePair& pair : pairs) {
      objects_.push_back(MakePosed(*(*shapes_)[pair.a].geometry, pair.place_a.pose(), 0));
      objects_.push_back(MakePosed(*(*shapes_)[pair.b].geometry, pair.place_b.pose(), 0));
    }
    for (size_t i = 0; i < pairs.size(); ++i) {
      pairs_.push_back({&objects_[2 * i], &objects_[2 * i + 1]});
    }
  }

  void Answer(Question question, size_t begin, size_t end, EngineAnswer* answers) override {
    const SolverOptions options = OptionsFor(question);
    for (size_t block = begin; block < end; block += kPairsPerBlock) {
      const size_t n = std::min(kPairsPerBlock, end - block);
      PairAnswer found[kPairsPerBlock];
      scalar::SolvePairs(&pairs_[block], static_cast<int>(n), options, isa_.solve_lanes, &scratch_,
                         found);
      for (size_t i = 0; i < n; ++i) {
        answers[block - begin + i] = {VerdictOf(found[i]), found[i].distance, found[i].point_a,
                                      found[i].point_b,    found[i].normal,   found[i].error_bound};
      }
    }
  }

 private:
  InstructionSet isa_;
  const std::vector<ConvexShape>* shapes_ = nullptr;
  std::vector<PosedGeometry> objects_;
  std::vector<PairOfObjects> pairs_;
  scalar::PairScratch scratch_;
};

}  // namespace

std::unique_ptr<Engine> MakeFarpointEngine(const std::string& isa) {
  return std::make_unique<FarpointEngine>(isa);
}

}  // namespace farpoint::bench
