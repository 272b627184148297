// Farpoint bench: an engine in a process of its own, so that what aborts or never returns is a
// failure of one pair and not the end of the run.

#ifndef FARPOINT_BENCH_ACCURACY_ISOLATED_ENGINE_H_
#define FARPOINT_BENCH_ACCURACY_ISOLATED_ENGINE_H_

#include <functional>
#include <memory>
#include <vector>

#include "bench/peers/engine.h"

namespace farpoint::bench {

using MakeEngine = std::function<std::unique_ptr<Engine>()>;

struct AskedPair {
  ShapePair pair;  // indices into the shapes
  Question question;
};

struct IsolatedAnswer {
  EngineAnswer answer;  // kFailed where the engine threw, ended its process or did not return
  bool refused;         // the engine would not take the pair's shapes, and was not asked
};

/// One answer a pair, in order. Shapes that are refused together are tried in halves.
std::vector<IsolatedAnswer> AnswersOf(const MakeEngine& make,
                                      const std::vector<ConvexShape>& shapes,
                                      const std::vector<AskedPair>& pairs);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_ACCURACY_ISOLATED_ENGINE_H_
