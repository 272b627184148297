// Farpoint bench: the time that engines take, side by side.

#ifndef FARPOINT_BENCH_PEERS_MEASURE_H_
#define FARPOINT_BENCH_PEERS_MEASURE_H_

#include <vector>

#include "bench/peers/engine.h"

namespace farpoint::bench {

/// Nanoseconds a pair of this thread's CPU time, over all repetitions.
struct Timing {
  double median = 0, least = 0, most = 0;
  /// Median over the repetitions of this engine's time over the first engine's in the same one.
  double ratio_to_first = 1;
};

/// Keeps this thread on one core from now on: of those it may run on, the last if `core` is −1.
void PinToCore(int core);

/// Every engine answers `pairs` pairs in each repetition, in turns of some hundred, so that all of
/// them meet the same clock speeds and the same neighbours. Engines have their pairs already and
/// have answered them once.
std::vector<Timing> Measure(const std::vector<Engine*>& engines, Question question, size_t pairs,
                            int repetitions);

}  // namespace farpoint::bench

#endif  // FARPOINT_BENCH_PEERS_MEASURE_H_
