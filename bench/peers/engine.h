// Farpoint bench: what every engine looks like to the measurement.
//
// An engine keeps shapes and poses in its own form, as its users would: only questions are timed.
// What one engine must do a pair that another does not (MuJoCo copies poses into its data) is part
// of its time.

#ifndef FARPOINT_BENCH_PEERS_ENGINE_H_
#define FARPOINT_BENCH_PEERS_ENGINE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/peers/workload.h"

namespace farpoint::bench {

enum class Question {
  kDistance,     // with points and normal, of pairs apart
  kBoolean,      // whether they overlap
  kPenetration,  // depth and normal, of overlapping pairs
};
inline constexpr std::array<Question, 3> kQuestions{Question::kDistance, Question::kBoolean,
                                                    Question::kPenetration};
const char* NameOf(Question question);

enum class Verdict : uint8_t {
  kApart,
  kOverlap,
  kUndecided,  // says so
  kFailed,     // an exception or a failed assertion
};

/// World frame, metres. Of kBoolean only `verdict`.
struct EngineAnswer {
  Verdict verdict;
  double distance;  // < 0: minus the depth
  Vec3d point_a, point_b;
  Vec3d normal;        // from A to B; unit
  double error_bound;  // NaN of engines without one
};

/// What an engine is set up for.
enum class Goal {
  kSpeed,     // the fastest setting that keeps its meaning
  kAccuracy,  // the tightest tolerances that still help
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual std::string name() const = 0;
  virtual std::string version() const = 0;
  /// How it is set up for `question`, for the report; empty: it does not answer that.
  virtual std::string settings(Question question) const = 0;

  /// The shapes of the pairs to come; they outlive the engine's use.
  virtual void SetShapes(const std::vector<ConvexShape>& shapes) = 0;
  virtual void SetPairs(const std::vector<ShapePair>& pairs) = 0;
  /// Answers pairs begin to end − 1 into answers[0 …].
  virtual void Answer(Question question, size_t begin, size_t end, EngineAnswer* answers) = 0;
};

/// Farpoint and Bullet have no tolerances to tighten. `isa`: an instruction set that
/// ChooseInstructionSet knows.
std::unique_ptr<Engine> MakeFarpointEngine(const std::string& isa);
std::unique_ptr<Engine> MakeCoalEngine(Goal goal = Goal::kSpeed);
std::unique_ptr<Engine> MakeMujocoEngine(Goal goal = Goal::kSpeed);
std::unique_ptr<Engine> MakeFclEngine(Goal goal = Goal::kSpeed);
std::unique_ptr<Engine> MakeCcdEngine(Goal goal = Goal::kSpeed);
std::unique_ptr<Engine> MakeBulletEngine();

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_PEERS_ENGINE_H_
